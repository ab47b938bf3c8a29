package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.BusStatistics;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The bus of `lintel sim osdp-acu`: a driver, and another in its place when a reader has moved. [#start],
/// [#follow] and [#close] are for the main thread, the rest for any.
final class AcuBus implements AutoCloseable {
    private final OsdpPortOptions line;
    private final BiConsumer<Integer, ReaderEvent> listener;
    private final AtomicReference<List<PdSettings>> pds;
    private int baud;
    private volatile OsdpBusDriver driver;

    /// Where a reader went.
    ///
    /// @param left why it is not followed there; null when it is
    record Moved(int address, long baud, @Nullable String left) {}

    /// All readers have the key `scbk`, or none. `listener` takes what the reader at an address reports, on the
    /// bus's thread. Throws `IllegalArgumentException` in words when an address cannot be, or comes twice.
    AcuBus(
            OsdpPortOptions line,
            List<Integer> addresses,
            @Nullable Scbk scbk,
            BiConsumer<Integer, ReaderEvent> listener) {
        this.line = line;
        this.listener = listener;
        this.baud = line.baud;
        List<PdSettings> first = new ArrayList<>();
        for (int address : addresses) first.add(pd(address, scbk));
        this.pds = new AtomicReference<>(List.copyOf(first));
        this.driver = new OsdpBusDriver("sim", line.opener(), first, new SystemTime()::nowNs);
    }

    void start() {
        driver.start();
    }

    /// The driver as it is now; another one after [#follow].
    OsdpBusDriver driver() {
        return driver;
    }

    BusStatistics statistics() {
        return driver.statistics();
    }

    /// The reader at `address` has been given this key.
    void hasKey(int address, Scbk key) {
        pds.updateAndGet(all -> with(all, address, pd(address, key)));
    }

    /// The reader at `address` says where it goes: from now on it is asked there, with the key it has; what it
    /// was told to show begins anew. A line has one speed, so of several readers none is followed to another.
    Moved follow(int address, Reply.Com said) {
        String left = left(address, said);
        boolean stays = said.address() == address && !isOtherSpeed(said);
        if (left != null || stays) return new Moved(said.address(), said.baud(), left);

        driver.close();
        if (!line.isNetwork()) baud = (int) said.baud(); // one of a port's: else it would have been left
        List<PdSettings> all = pds.updateAndGet(before -> {
            Scbk key = null;
            for (PdSettings pd : before) if (pd.address() == address) key = pd.key();
            return with(before, address, pd(said.address(), key));
        });
        driver = new OsdpBusDriver("sim", line.opener(baud), all, new SystemTime()::nowNs);
        driver.start();
        return new Moved(said.address(), said.baud(), null);
    }

    @Override
    public void close() {
        driver.close();
    }

    private @Nullable String left(int address, Reply.Com said) {
        String nowhere = ReaderMove.unreachable(said);
        if (nowhere != null) return nowhere;
        List<PdSettings> all = pds.get();
        if (isOtherSpeed(said) && all.size() > 1)
            return "the line's other readers keep their speed; start again for it";
        boolean taken = said.address() != address && all.stream().anyMatch(pd -> pd.address() == said.address());
        return taken ? "another reader is there already" : null;
    }

    /// Behind a network the bridge has the speed, whatever a reader says.
    private boolean isOtherSpeed(Reply.Com said) {
        return !line.isNetwork() && said.baud() != baud;
    }

    private PdSettings pd(int address, @Nullable Scbk key) {
        return new PdSettings(address, event -> listener.accept(address, event), key);
    }

    private static List<PdSettings> with(List<PdSettings> all, int address, PdSettings other) {
        return all.stream().map(pd -> pd.address() == address ? other : pd).toList();
    }
}
