package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.keypad.PinCollector;
import dev.lintel.reader.keypad.PinOutcome;
import java.util.List;

/// Keys in Wiegand frames, and keys to PINs.
final class KeypadTargets {
    private static final List<String> NAMES = List.copyOf(Keypad.names());
    private static final long TICK_NS = 100_000_000;
    private static final String KEYS = "0123456789*#";

    private KeypadTargets() {}

    /// A keypad as configured, a frame for it, and what is typed on it.
    static void keypads(byte[] input) {
        var in = new Input(input);
        String name = NAMES.get(in.u8() % NAMES.size());
        int facility = in.u8();
        int digits = in.u8() % 16;
        int count = 1 + in.u8();
        CardBits frame = CardBits.ofNumber(in.number(count), count);
        String typed = in.text();
        Keypad keypad;
        try {
            keypad = Keypad.of(name, facility, digits);
        } catch (IllegalArgumentException told) {
            assertThat(told.getMessage()).isNotBlank();
            return;
        }
        if (keypad.read(frame) instanceof Keypad.Frame.Keys(String keys)) {
            assertThat(keys).matches("[0-9*#]+");
            assertThat(read(keypad, keypad.frames(keys))).isEqualTo(keys);
        }
        try {
            for (CardBits sent : keypad.frames(typed)) {
                assertThat(keypad.read(sent)).isInstanceOf(Keypad.Frame.Keys.class);
            }
            if (!keypad.buffered())
                assertThat(read(keypad, keypad.frames(typed))).isEqualTo(typed);
        } catch (IllegalArgumentException told) {
            assertThat(told.getMessage()).isNotBlank();
        }
    }

    private static String read(Keypad keypad, List<CardBits> frames) {
        var keys = new StringBuilder();
        for (CardBits frame : frames) keys.append(((Keypad.Frame.Keys) keypad.read(frame)).keys());
        return keys.toString();
    }

    /// Keys with pauses: a byte's low bits are the key, above 11 a pause or any text.
    static void pins(byte[] input) {
        var in = new Input(input);
        var collector = new PinCollector();
        long nowNs = in.i64();
        while (in.more()) {
            int what = in.u8();
            int key = what & 15;
            nowNs += TICK_NS * (what >> 4);
            List<PinOutcome> outcomes = switch (key) {
                case 12 -> collector.feed(in.text(), nowNs);
                case 13 -> collector.step(nowNs += TICK_NS * in.u16());
                case 14 -> collector.step(collector.deadlineNs());
                case 15 -> List.of();
                default -> collector.feed(KEYS.substring(key, key + 1), nowNs);
            };
            for (PinOutcome outcome : outcomes) {
                if (outcome instanceof PinOutcome.Complete(String pin)) {
                    assertThat(pin).matches("[0-9]{1," + PinCollector.DIGITS_MAX + "}");
                }
            }
            if (collector.waiting() && key < 14)
                assertThat(collector.deadlineNs() - nowNs).isPositive();
        }
    }
}
