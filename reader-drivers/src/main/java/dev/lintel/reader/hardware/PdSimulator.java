package dev.lintel.reader.hardware;

import dev.lintel.reader.CardBits;
import java.util.Map;

/// OSDP readers that are not there, on a line of their own: for whoever tests a panel. Callable from any thread. A
/// reader, input, key or fault that there is not throws `IllegalArgumentException` in words. `address` is the one a
/// reader was made with, whatever COMSET has made of it.
public interface PdSimulator extends AutoCloseable {
    /// What a panel opens or connects to.
    String port();

    /// Holds a card to the reader. Returns whether it could take it: a reader forgets what waits for more than 8 s.
    boolean presentCard(int address, CardBits bits);

    /// Presses keys: `0`-`9`, `*`, `#`. Returns whether there was room.
    boolean pressKeys(int address, String keys);

    /// Opens or closes the case.
    void tamper(int address, boolean on);

    /// Fails or restores its supply.
    void powerFailure(int address, boolean on);

    /// `state` as in ISTATR: 0 inactive, 1 active, 2 short, 3 open, 4 fault, 5 unknown.
    void input(int address, int input, int state);

    /// One of [PdSimulatorProvider#faults].
    void fault(int address, String fault, boolean on);

    /// Answers the next `times` commands with BUSY.
    void busy(int address, int times);

    /// Answers the next `times` commands with NAK, whose code is `reason`.
    void refuse(int address, int reason, int times);

    void reboot(int address);

    /// `led`, `buzzer`, `text`, `online`, `secure`, `address`, `baud`, `has_key`.
    Map<String, Object> state(int address);

    @Override
    void close();
}
