package dev.lintel.controller.door;

/// Which of a door's exits a lockdown has switched off. Set by the door lane, read by the exits' own threads: two
/// flags, so that an exit waits for nobody. Fire does not ask, and
/// an evacuation overrides it.
public final class ExitLocks {
    private volatile boolean rex;
    private volatile boolean aux;
    private volatile Runnable rexLifted = () -> {};
    private volatile Runnable auxLifted = () -> {};

    public boolean rex() {
        return rex;
    }

    public boolean aux() {
        return aux;
    }

    /// `lifted` runs whenever a lockdown of REX has ended; short, on the door lane.
    public void onRexLifted(Runnable lifted) {
        rexLifted = lifted;
    }

    /// As [#onRexLifted], for the auxiliary input.
    public void onAuxLifted(Runnable lifted) {
        auxLifted = lifted;
    }

    void set(Lockdown lockdown) {
        boolean rexEnds = rex && !lockdown.rex();
        boolean auxEnds = aux && !lockdown.aux();
        rex = lockdown.rex();
        aux = lockdown.aux();
        if (rexEnds) rexLifted.run();
        if (auxEnds) auxLifted.run();
    }
}
