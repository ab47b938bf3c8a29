package dev.lintel.controller.door;

/// Which of a door's exits a lockdown has switched off. Set by the door lane, read by the exits' own threads: two
/// flags, so that an exit waits for nobody. Fire does not ask.
public final class ExitLocks {
    private volatile boolean rex;
    private volatile boolean aux;

    public boolean rex() {
        return rex;
    }

    public boolean aux() {
        return aux;
    }

    void set(Lockdown lockdown) {
        rex = lockdown.rex();
        aux = lockdown.aux();
    }
}
