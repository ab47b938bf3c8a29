package dev.lintel.controller.wiring;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The order of a wired switch to doors or a site, repeated until it is carried out. Thread-safe.
interface SwitchOrders {
    /// An order takes milliseconds: one that has taken so long is a reason in /health.
    long LATE_NS = TimeUnit.SECONDS.toNanos(5);

    /// How long the order of a pressed button stays valid for a change of the policy that permits it. An operator
    /// does not expect a door to unlock hours later. The order of a switch is valid while the switch is on.
    long AGAIN_NS_MAX = TimeUnit.MINUTES.toNanos(10);

    /// The switch is on, or at rest. Waits on nothing.
    ///
    /// @param fresh whether it was seen otherwise before; false at the start of the box
    void turn(boolean on, boolean fresh, long atNs);

    /// Repeats orders that are not carried out. To be called each second, by one thread.
    void look();

    /// The policy has changed.
    void onPolicy();

    /// The reason for /health, in words: a target has not carried out the order for [#LATE_NS], or the order has been
    /// ended and the switch is still on. Null: none.
    @Nullable
    String fault();
}
