package dev.lintel.reader.osdp;

/// A PD's tamper switch or supply: what holds for the door, and which changes the log gets. An alarm holds at once. It
/// is over at once, too, unless it comes back within a minute: then only after a steady time, as for
/// [ReaderPresence]. The log gets a first alarm and its end at once, and later changes once a minute with their number.
///
/// ```
///   switch     1 0 1 0 1 0 1 0 1 0 1 0 1 0 0 0 0 0 0 0
///   alarm      * . * * * * * * * * * * * * * . . . . .
///   reports    1 1                 9                 4        each stands for so many changes
///                '---- 1 minute ---'---- 1 minute ---'
/// ```
///
/// No clock; the bus's thread.
final class AlarmPoint {
    /// Between two reports, and how soon an alarm comes back that flaps.
    static final long QUIET_NS = 60_000_000_000L;

    /// Reports at once: somebody opens a housing and shuts it.
    private static final int AT_ONCE_MAX = 2;

    private boolean on; // as the PD says
    private boolean alarm; // as it holds
    private boolean reported; // as the log has it
    private boolean wasOver;
    private int changes; // since the last report
    private long steadyNs;
    private long offNs;
    private long overNs;
    private int atOnce = AT_ONCE_MAX; // reports that need not wait; one more after each minute
    private long regainedNs;

    /// What the door gets.
    interface Sink {
        /// The state has changed, or changes wait for the log.
        ///
        /// @param changes how many the log has to report; 0: none, only the state is another
        void moved(boolean alarm, int changes);
    }

    /// The PD has told its state.
    void told(boolean now, long nowNs, Sink sink) {
        if (now != on) {
            changes++;
            if (!now) offNs = nowNs;
        }
        on = now;
        boolean raised = on && !alarm;
        if (raised) {
            boolean relapse = wasOver && nowNs - overNs < QUIET_NS;
            steadyNs = relapse ? Math.clamp(2 * steadyNs, ReaderPresence.STEADY_NS, ReaderPresence.STEADY_NS_MAX) : 0;
            alarm = true;
        }
        step(raised, nowNs, sink);
    }

    /// Ends an alarm that is over for its steady time, and reports what was kept back.
    void expire(long nowNs, Sink sink) {
        step(false, nowNs, sink);
    }

    private void step(boolean raised, long nowNs, Sink sink) {
        boolean ended = alarm && !on && nowNs - offNs >= steadyNs;
        if (ended) {
            alarm = false;
            wasOver = true;
            overNs = nowNs;
        }
        regain(nowNs);
        if (isPending() && atOnce > 0) {
            sink.moved(alarm, Math.max(changes, 1));
            changes = 0;
            reported = alarm;
            atOnce--;
        } else if (raised || ended) {
            sink.moved(alarm, 0);
        }
    }

    private void regain(long nowNs) {
        long gained = Math.clamp((nowNs - regainedNs) / QUIET_NS, 0, AT_ONCE_MAX);
        atOnce = (int) Math.min(atOnce + gained, AT_ONCE_MAX);
        regainedNs = atOnce == AT_ONCE_MAX ? nowNs : regainedNs + gained * QUIET_NS;
    }

    private boolean isPending() {
        return changes > 0 || reported != alarm;
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        long reportNs = isPending() ? regainedNs + QUIET_NS : Long.MAX_VALUE;
        return alarm && !on ? Math.min(reportNs, offNs + steadyNs) : reportNs;
    }
}
