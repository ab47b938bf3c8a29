package dev.lintel.sim.world;

import dev.lintel.reader.CardBits;
import java.util.Map;

/// One simulated reader, whatever wire it speaks. Callable from any thread; nothing here waits for the controller.
public interface SimReader extends AutoCloseable {
    /// Queues a card; the reader sends its bits as its wire does.
    void presentCard(CardBits bits);

    /// Queues a code's text. Throws `IllegalArgumentException` in words when the reader is no scanner.
    default void presentCode(String text) {
        throw new IllegalArgumentException("this reader is no code scanner");
    }

    /// Queues keys: `0`-`9`, `*`, `#`.
    void pressKeys(String keys);

    /// `led` (`off`, `red`, `green`, `amber`, …: what shines now), `buzzer` (boolean: sounding now), `online`
    /// (boolean: the controller talks to it; always true for Wiegand, for serial while it is plugged in),
    /// `driver` (`osdp`, `wiegand` or `serial`). OSDP readers also have `secure` (boolean: a secure session is
    /// open) and `text` (what is on the display, a row a line).
    Map<String, Object> state();

    /// Switches a fault on or off; the names are those of `Simulator.faults()`. Ignores one that its wire cannot
    /// have.
    void fault(String name, boolean on);

    @Override
    void close();
}
