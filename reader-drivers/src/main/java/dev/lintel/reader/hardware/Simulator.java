package dev.lintel.reader.hardware;

import dev.lintel.reader.CardBits;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a person or a fault can do to a simulated doorway, and what can be seen there. Callable from any thread;
/// nothing here waits for the controller. An unknown unit, reader or fault throws `IllegalArgumentException` in
/// words.
public interface Simulator {
    /// The units of the doorways, ascending.
    Set<Integer> units();

    /// Holds a card to a reader (`entry` or `exit`); the reader sends `bits` on its wire.
    void presentCard(int unit, String reader, CardBits bits);

    /// Holds a code, such as a QR code on a telephone, to a scanner.
    void presentCode(int unit, String reader, String text);

    /// Presses keys: `0`-`9`, `*`, `#`.
    void pressKeys(int unit, String reader, String keys);

    /// Opens or closes the leaf, whatever the strike does: opening a secured door is forcing it.
    void moveLeaf(int unit, boolean open);

    /// Presses the request-to-exit button for `holdMs` milliseconds; the release follows by itself.
    void pressRex(int unit, int holdMs);

    /// Closes the auxiliary input for `holdMs` milliseconds.
    void pressAux(int unit, int holdMs);

    /// Opens (`on`) or closes the housing that a tamper switch watches.
    void tamper(int unit, boolean on);

    /// The fire panel calls (`on`), or is quiet again, in all zones of the box.
    void fire(boolean on);

    /// The same in one zone, by its name.
    void fire(String zone, boolean on);

    /// Switches a lockdown switch on or off, by its name.
    void lockdownSwitch(String name, boolean on);

    /// Switches an evacuation switch on or off, by its name.
    void evacuationSwitch(String name, boolean on);

    /// Switches a threat switch on or off, by its name.
    void threatSwitch(String name, boolean on);

    /// Makes a named input of the box active or not; also `power` and `battery_low`.
    void input(String name, boolean on);

    /// Switches a fault on or off: one of [#faults].
    void fault(int unit, String fault, boolean on);

    /// Names of the faults that can be switched, with a sentence on each for the page.
    Map<String, String> faults();

    /// What can be seen at the doorway: strike, leaf, readers with LED colour, buzzer and whether the PD is online,
    /// faults that are on. Keys and shapes as in `docs/hardware.md`; values are strings, booleans, numbers, maps.
    Map<String, Object> state(int unit);

    /// Hears of every change of a strike's output from now on, as long as the simulator lives.
    void onStrike(int unit, StrikeListener listener);

    /// Told that a strike was released or secured, on the thread that drives the output; `atNs` is the monotonic
    /// time. Must not block.
    @FunctionalInterface
    interface StrikeListener {
        void on(boolean released, long atNs);
    }

    /// A file of the simulator's page (`index.html`, scripts, pictures), or null when there is none of that name.
    byte @Nullable [] asset(String name);
}
