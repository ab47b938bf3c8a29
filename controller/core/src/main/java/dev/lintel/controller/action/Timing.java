package dev.lintel.controller.action;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The times of one action at one channel or input: the delay before it is on, and the pulse after which it is off. Not
/// thread-safe; times are monotonic nanoseconds.
///
/// ```
///   trigger      ____/~~~~~~~~~~~~~~~~~~\____        a state, or an input without a pulse
///   on           ________/~~~~~~~~~~~~~~\____        from the delay on, until the state ends
///   with a pulse ________/~~~~~~~~\__________        at most for the pulse
///
///   event        ____|_____|_________________        an event, or the press of a button with a pulse
///   on           ________/~~~~~~~~~~~~\______        from the delay on, until the pulse of the last event is over
/// ```
///
/// A state that ends before the delay is over does nothing. While the delay runs, a further event changes nothing. The
/// end of the action's shift ends the delay and the pulse.
final class Timing {
    /// Not due.
    static final long NEVER = Long.MAX_VALUE;

    private final boolean follows;
    private final long delayNs;
    private final long pulseNs; // NEVER: without a limit
    private boolean triggered;
    private long dueNs = NEVER; // when the delay is over
    private boolean on;
    private long offNs = NEVER; // when the pulse is over

    /// `follows`: the trigger has an end, and the action ends with it. `pulse` null: without a limit.
    Timing(boolean follows, Duration delay, @Nullable Duration pulse) {
        this.follows = follows;
        this.delayNs = delay.toNanos();
        this.pulseNs = pulse == null ? NEVER : pulse.toNanos();
    }

    /// The trigger has begun, or an event has happened.
    void begin(long atNs) {
        if (follows && triggered) return;
        triggered = follows;
        if (dueNs == NEVER) dueNs = atNs + delayNs;
    }

    /// The trigger was there before anybody looked: what begins with it does not.
    void assume(boolean holds) {
        triggered = follows && holds;
    }

    /// The trigger has ended.
    void end() {
        if (follows) stop();
    }

    /// Ends the delay and the pulse, of an event as well: the action's shift is over.
    void stop() {
        triggered = false;
        dueNs = NEVER;
        on = false;
        offNs = NEVER;
    }

    /// Does what is due. Returns whether the delay was over.
    boolean tick(long nowNs) {
        boolean begins = dueNs <= nowNs;
        if (begins) {
            // From now on: the pulse has its whole time, however late this is.
            on = true;
            offNs = pulseNs == NEVER ? NEVER : nowNs + pulseNs;
            dueNs = NEVER;
        } else if (offNs <= nowNs) {
            on = false;
            offNs = NEVER;
        }
        return begins;
    }

    boolean on() {
        return on;
    }

    /// Whether the delay runs.
    boolean waits() {
        return dueNs != NEVER;
    }

    long deadlineNs() {
        return Math.min(dueNs, offNs);
    }
}
