package dev.lintel.controller.door;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/// The reasons that keep a door's exits from releasing it: a lockdown, or another door of an airlock. Set by the door
/// lane and read by the exits' own threads, so that an exit never waits. Fire and an evacuation override them.
public final class ExitLocks {
    private volatile boolean rex;
    private volatile boolean aux;
    private volatile boolean released;
    private volatile List<Partner> partners = List.of();
    private boolean rexEnds; // a lockdown of REX has ended, and [#lift] is due; the door lane's
    private boolean auxEnds;
    private volatile Runnable rexLifted = () -> {};
    private volatile Runnable auxLifted = () -> {};
    private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

    /// A door that has to be closed and locked before this one is released, unless fire or an evacuation has released
    /// it.
    ///
    /// @param leafOpen whether its contact reports an open leaf; any thread
    record Partner(Strike strike, BooleanSupplier leafOpen, ExitLocks locks) {
        private boolean passable() {
            return !strike.fire() && !locks.released && (strike.released() || leafOpen.getAsBoolean());
        }
    }

    public boolean rex() {
        return rex;
    }

    public boolean aux() {
        return aux;
    }

    /// Whether a partner is open or released. Any thread.
    public boolean barred() {
        for (Partner partner : partners) if (partner.passable()) return true;
        return false;
    }

    /// Whether a partner is open or released, or may be released in a moment: see [Strike#claim]. Any thread.
    public boolean barredFrom() {
        for (Partner partner : partners) if (partner.strike.claimed() || partner.passable()) return true;
        return false;
    }

    /// `lifted` runs whenever a lockdown of REX has ended; short, on the door lane.
    public void onRexLifted(Runnable lifted) {
        rexLifted = lifted;
    }

    /// As [#onRexLifted], for the auxiliary input.
    public void onAuxLifted(Runnable lifted) {
        auxLifted = lifted;
    }

    /// `free` runs on the door lane whenever the lane looks and no partner bars the exits; short. An exit that waits
    /// for a partner, and is still held, counts as pressed then.
    public void onFree(Runnable free) {
        waiting.add(free);
    }

    /// Sets what the exits ask from now on. Call [#lift] afterwards, when the strike is in its new state.
    void set(Standing standing) {
        released = standing.isReleased();
        Lockdown lockdown = standing.atExits();
        rexEnds |= rex && !lockdown.rex();
        auxEnds |= aux && !lockdown.aux();
        rex = lockdown.rex();
        aux = lockdown.aux();
    }

    /// Runs what waits for the end of a lockdown: an exit that is still held counts as pressed now. The door lane only.
    void lift() {
        boolean ofRex = rexEnds;
        boolean ofAux = auxEnds;
        rexEnds = false;
        auxEnds = false;
        try {
            if (ofRex) rexLifted.run();
        } finally {
            if (ofAux) auxLifted.run(); // whatever the line of REX does
        }
    }

    void partners(List<Partner> doors) {
        partners = List.copyOf(doors);
    }

    /// Presses the held exits that wait for a partner, unless a partner still bars them. The door lane only.
    void look() {
        if (!barred()) waiting.forEach(Runnable::run);
    }
}
