package dev.lintel.controller.console;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.Simulator;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a person does to a simulated doorway, from a JSON body. Throws `IllegalArgumentException` in words for what
/// cannot be done. Callable from any thread but an event loop.
public final class SimActions {
    /// How long a finger stays on a button.
    private static final int PRESS_MS = 500;

    private static final int CARD_BITS = 32;
    private static final int FOB_BITS = 40;
    private static final int PIN_DIGITS_MAX = 10;
    private static final int KEYS_MAX = 20;
    /// What a scanner's driver takes.
    private static final int CODE_CHARS_MAX = 255;

    private final Simulator simulator;
    private final SimState state;

    public SimActions(Simulator simulator, SimState state) {
        this.simulator = simulator;
        this.state = state;
    }

    /// `present {channel_id, reader?, card | fob | bits | pin | code}`: a card is 32 raw bits, a fob 40, most
    /// significant first; a PIN is its digits, then `#`; a code is what stands in it, for a scanner.
    public void present(Map<String, @Nullable Object> body) {
        int unit = unit(body);
        String reader = reader(body);
        String pin = text(body, "pin");
        if (pin != null) {
            if (!pin.matches("[0-9]{1," + PIN_DIGITS_MAX + "}")) throw new IllegalArgumentException("a PIN is digits");
            simulator.pressKeys(unit, reader, pin + "#");
            return;
        }
        String code = text(body, "code");
        if (code == null) simulator.presentCard(unit, reader, bits(body));
        else if (code.isEmpty() || code.length() > CODE_CHARS_MAX) {
            throw new IllegalArgumentException("a code is 1 to " + CODE_CHARS_MAX + " characters");
        } else simulator.presentCode(unit, reader, code);
    }

    /// `keys {channel_id, reader?, keys}`.
    public void keys(Map<String, @Nullable Object> body) {
        String keys = text(body, "keys");
        if (keys == null || !keys.matches("[0-9*#]{1," + KEYS_MAX + "}")) {
            throw new IllegalArgumentException("keys are 1 to " + KEYS_MAX + " of 0-9, * and #");
        }
        simulator.pressKeys(unit(body), reader(body), keys);
    }

    /// `contact {channel_id, open}`.
    public void contact(Map<String, @Nullable Object> body) {
        simulator.moveLeaf(unit(body), flag(body, "open"));
    }

    public void rex(Map<String, @Nullable Object> body) {
        simulator.pressRex(unit(body), PRESS_MS);
    }

    public void aux(Map<String, @Nullable Object> body) {
        simulator.pressAux(unit(body), PRESS_MS);
    }

    /// `tamper {channel_id, on}`: the housing is opened, or closed.
    public void tamper(Map<String, @Nullable Object> body) {
        simulator.tamper(unit(body), flag(body, "on"));
    }

    /// `fire {on, zone?}`: the fire panel calls, or is quiet, in all zones or in one.
    public void fire(Map<String, @Nullable Object> body) {
        String zone = text(body, "zone");
        if (zone == null) simulator.fire(flag(body, "on"));
        else simulator.fire(zone, flag(body, "on"));
    }

    /// `lockdown {name, on}`: a lockdown switch of the box is on or off.
    public void lockdown(Map<String, @Nullable Object> body) {
        simulator.lockdownSwitch(name(body), flag(body, "on"));
    }

    /// `evacuation {name, on}`: an evacuation switch of the box is on or off.
    public void evacuation(Map<String, @Nullable Object> body) {
        simulator.evacuationSwitch(name(body), flag(body, "on"));
    }

    /// `threat {name, on}`: a threat switch of the box is on or off.
    public void threat(Map<String, @Nullable Object> body) {
        simulator.threatSwitch(name(body), flag(body, "on"));
    }

    /// `input {name, on}`: an input of the box is active or not.
    public void input(Map<String, @Nullable Object> body) {
        simulator.input(name(body), flag(body, "on"));
    }

    private static String name(Map<String, @Nullable Object> body) {
        String name = text(body, "name");
        if (name == null) throw new IllegalArgumentException("name is missing");
        return name;
    }

    /// `fault {channel_id, name, on}`.
    public void fault(Map<String, @Nullable Object> body) {
        String name = text(body, "name");
        if (name == null) throw new IllegalArgumentException("name the fault");
        simulator.fault(unit(body), name, flag(body, "on"));
    }

    private static CardBits bits(Map<String, @Nullable Object> body) {
        String bits = text(body, "bits");
        if (bits != null) {
            if (!bits.matches("[01]{1," + CardBits.BITS_MAX + "}")) {
                throw new IllegalArgumentException("bits are 1 to " + CardBits.BITS_MAX + " of 0 and 1");
            }
            return CardBits.of(bits);
        }
        String card = text(body, "card");
        if (card != null) return number(card, CARD_BITS);
        String fob = text(body, "fob");
        if (fob != null) return number(fob, FOB_BITS);
        throw new IllegalArgumentException("present a card, fob, bits or pin");
    }

    private static CardBits number(String text, int count) {
        boolean fits = text.matches("[0-9]{1,13}") && new BigInteger(text).bitLength() <= count;
        if (!fits) throw new IllegalArgumentException("a number of at most " + count + " bits is needed");
        return CardBits.ofNumber(new BigInteger(text), count);
    }

    private int unit(Map<String, @Nullable Object> body) {
        Integer unit = body.get("channel_id") instanceof Long id ? state.unit(id) : null;
        if (unit == null) throw new IllegalArgumentException("no simulated doorway has this channel_id");
        return unit;
    }

    private static String reader(Map<String, @Nullable Object> body) {
        String reader = text(body, "reader");
        return reader == null ? "entry" : reader;
    }

    private static boolean flag(Map<String, @Nullable Object> body, String name) {
        if (body.get(name) instanceof Boolean flag) return flag;
        throw new IllegalArgumentException(name + " is true or false");
    }

    private static @Nullable String text(Map<String, @Nullable Object> body, String name) {
        return switch (body.get(name)) {
            case String text -> text;
            case Long number -> Long.toString(number);
            case null, default -> null;
        };
    }
}
