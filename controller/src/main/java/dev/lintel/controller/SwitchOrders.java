package dev.lintel.controller;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The order of a wired switch, and whether it has reached what it is for. Thread-safe.
interface SwitchOrders {
    /// An order takes milliseconds: one that has taken so long is a reason in /health.
    long LATE_NS = TimeUnit.SECONDS.toNanos(5);

    /// How long after its press the order of a button is given again when the policy changes so that it applies: nobody
    /// expects it hours later. While a switch is on its order is given again at any time.
    long AGAIN_NS_MAX = TimeUnit.MINUTES.toNanos(10);

    /// The switch is on, or at rest. Waits on nothing.
    ///
    /// @param fresh whether it was seen otherwise before; false at the start of the box
    void turn(boolean on, boolean fresh, long atNs);

    /// Gives again what has not reached its target. To be called each second, by one thread.
    void look();

    /// The policy has changed.
    void onPolicy();

    /// What the order has not reached for [#LATE_NS], in words; or null.
    @Nullable
    String late();
}
