package dev.lintel.controller.commission;

import java.time.Duration;

/// A bus of the running box whose line others may have for a while. Implemented by the wiring; any thread.
public interface LentBus {
    /// See [dev.lintel.reader.osdp.OsdpBusDriver#pause].
    boolean lend(String why, Duration limit) throws InterruptedException;

    /// See [dev.lintel.reader.osdp.OsdpBusDriver#resume].
    void takeBack();
}
