package dev.lintel.controller.system;

import java.time.Instant;

/// What root has programs of the system do. Each throws [SystemException] when it does not work.
public interface Machine {
    /// In order: whatever runs is told to end first. Returns before it happens.
    void restart();

    /// The network's service reads its files anew, and sets up what has changed.
    void readNetworkAnew();

    /// [Works#serve] is run when a trial of a network may be over, again and again, until it is told otherwise.
    void wakeForNetwork(boolean on);

    /// The kernel's clock.
    void setClock(Instant to);

    /// The clock with a battery takes the kernel's time, where there is one.
    void keepClock();

    /// The time service reads its files anew.
    void readTimeServersAnew();
}
