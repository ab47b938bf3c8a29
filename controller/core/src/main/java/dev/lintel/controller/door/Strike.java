package dev.lintel.controller.door;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// The output that holds a door shut. The door lane releases and secures it; REX, the auxiliary input and fire release
/// it from their own threads at once. REX and the auxiliary input promise how long, fire holds it until it clears.
/// Nothing secures it before such a promise ends, nor while fire holds it. Where people can leave without the box, a
/// promise also ends when they have passed ([#endPromises]). While the lane hangs the [Watchdog] looks after it.
///
/// Lock-free, so that a stuck lane cannot hold up an exit. Each of the threads says first what it wants and drives
/// the output then; whoever may secure it looks again afterwards, and drives it anew when another has spoken since:
/// ```
///   releaseForExit (input's thread):  promised = max(promised, until)  then  output released
///   fire (input's thread):            fire in a zone                   then  output released
///   release, secure (lane):           wished = …                       then  settle
///   leave (watchdog):                 unattended = true                then  settle, again and again
///   settle:  fire, or promised -> released;  unattended -> as without current;  else as the lane wished
/// ```
/// It remembers when it let go, whoever drove it: a leaf may be heard of late, when it has long been shut again.
public final class Strike {
    private static final long NOTHING_PROMISED = Long.MIN_VALUE;
    /// Moves that are remembered: more than a strike makes in the seconds a lane may hang before the process ends.
    private static final int MOVES_MAX = 32;

    private final OutputPoint output;
    private final boolean failSafe;
    private final AtomicLong promisedUntilNs = new AtomicLong(NOTHING_PROMISED);
    private final AtomicLong pressedNs = new AtomicLong(NOTHING_PROMISED); // the latest press of an exit
    private final FireHold fire = new FireHold();
    private volatile boolean rested;
    private volatile boolean wished; // the lane's thread alone writes it
    private volatile boolean unattended;
    private final AtomicInteger claims = new AtomicInteger();
    private final Time time;
    private final AtomicReference<List<Move>> moves; // oldest first

    /// Released or secured from then on, monotonic.
    private record Move(boolean released, long atNs) {}

    /// A lock that stays locked without current.
    public Strike(OutputPoint output, Time time) {
        this(output, false, time);
    }

    /// Secures at once. The output is active when the lock lets go, whatever current does in it: a maglock's line is
    /// turned round in its wiring. `failSafe`: without current it lets go.
    public Strike(OutputPoint output, boolean failSafe, Time time) {
        this.output = output;
        this.failSafe = failSafe;
        this.time = time;
        output.set(false);
        this.moves = new AtomicReference<>(List.of(new Move(false, time.nowNs())));
    }

    /// Lets go for somebody who leaves, until `untilNs` (monotonic) at least. Any thread; waits on nothing.
    public void releaseForExit(long untilNs) {
        releaseForExit(time.nowNs(), untilNs);
    }

    /// As above, for who pressed at `pressedNs`: from then on they force nothing, however late this thread comes
    /// to it.
    public void releaseForExit(long pressedNs, long untilNs) {
        this.pressedNs.accumulateAndGet(pressedNs, Math::max); // first: see endPromises
        promise(pressedNs, untilNs);
    }

    /// Goes on for an exit that stays active, until `untilNs` at least: this is no other press. Any thread; waits on
    /// nothing.
    void holdForExit(long untilNs) {
        promise(time.nowNs(), untilNs);
    }

    private void promise(long fromNs, long untilNs) {
        promisedUntilNs.accumulateAndGet(untilNs, Math::max);
        if (rested) return;
        driveOpen(fromNs);
        if (rested) rest(); // it was put at rest in between, and nobody would secure it
    }

    /// Ends what people were promised who had pressed an exit by then: they have passed. A later press, also one at
    /// this very moment, keeps its promise. Drives nothing. The door lane only.
    void endPromises(long atNs) {
        long known = promisedUntilNs.get();
        if (pressedNs.get() <= atNs) promisedUntilNs.compareAndSet(known, NOTHING_PROMISED);
    }

    /// Fire in the first zone, at a door that has no other: see the other [#fire].
    public void fire(boolean on) {
        fire(0, on);
    }

    /// Fire in that zone of the box holds it released, or does so no more: once no zone does, the door lane says what
    /// it does. Any thread; waits on nothing.
    public void fire(int zone, boolean on) {
        burns(zone, on);
        if (on) drive(true);
    }

    /// As [#burns] with the first zone.
    public void burns(boolean on) {
        burns(0, on);
    }

    /// As [#fire], and drives nothing: whoever drives it next goes by it. For several locks, that one whose line
    /// hangs keeps no other shut: all know of the fire first. Returns whether fire begins to hold it, or ends.
    public boolean burns(int zone, boolean on) {
        return fire.set(zone, on);
    }

    /// Whether fire holds it released. Any thread.
    public boolean fire() {
        return fire.any();
    }

    /// Which zones hold it released, and what they are called.
    public FireHold fireHold() {
        return fire;
    }

    /// Lets go until [#secure], unless nobody attends to it. The door lane only.
    public void release(long nowNs) {
        wished = true;
        settle(nowNs);
    }

    /// Holds again, unless an exit's promise still runs or fire holds it released. Returns whether it holds now. The
    /// door lane only.
    public boolean secure(long nowNs) {
        wished = false;
        return !settle(nowNs);
    }

    /// Takes the current away: what the lock would do without power. The last act of a process that nobody could ask
    /// to secure or release it later: from now on an exit does not release it. Fire does all the same.
    void rest() {
        rested = true;
        if (failSafe || fire.any()) {
            drive(true);
            return;
        }
        drive(false);
        if (fire.any()) drive(true);
    }

    /// From now on the lane's wishes do not count: [#settle] puts it where it has to be without a controller, but
    /// leaves released what fire or an exit's promise holds. Drives nothing itself. The watchdog only.
    void leave() {
        unattended = true;
    }

    /// The lane looks after it again; [#release] or [#secure] is to follow. The door lane only.
    void attend() {
        wished = false; // whoever was admitted before is gone
        unattended = false;
    }

    /// Drives the output to what holds now and returns whether it is released. Any thread.
    boolean settle(long nowNs) {
        boolean released;
        do {
            released = releasedBy(nowNs);
            drive(released);
        } while (released != releasedBy(nowNs)); // again only when another thread has spoken in between
        return released;
    }

    private boolean releasedBy(long nowNs) {
        if (rested) return fire.any() || failSafe;
        if (held(nowNs)) return true;
        return unattended ? failSafe : wished;
    }

    /// Whether the lock lets go without current.
    boolean failSafe() {
        return failSafe;
    }

    /// Whether the leaf can be opened now. Any thread.
    public boolean released() {
        return output.active();
    }

    /// Announces that it may be released for a person in a moment. A thread that releases a door of an interlock
    /// claims its strike first and then checks the other doors: of two threads at the same moment at least one sees
    /// the other. Any thread; never waits. To be followed by [#unclaim].
    public void claim() {
        claims.incrementAndGet();
    }

    /// It is released by now, or will not be. Any thread.
    public void unclaim() {
        claims.decrementAndGet();
    }

    /// Whether it may be released in a moment. A lane that hangs releases nothing. Any thread.
    public boolean claimed() {
        return !unattended && claims.get() > 0;
    }

    /// The end of the latest promise, monotonic; `Long.MIN_VALUE` when none was ever given.
    public long promisedUntilNs() {
        return promisedUntilNs.get();
    }

    /// Whether the leaf could be opened at that moment, as far as it is remembered: further back nobody can say that
    /// it could not. Any thread.
    boolean letGo(long atNs) {
        for (Move move : moves.get().reversed()) {
            if (move.atNs < atNs || (move.released && move.atNs == atNs)) return move.released;
        }
        return true;
    }

    /// Whether fire or an exit's promise holds it released. Any thread.
    boolean held(long nowNs) {
        return fire.any() || nowNs < promisedUntilNs.get();
    }

    private void drive(boolean released) {
        if (released) {
            driveOpen(time.nowNs());
        } else {
            output.set(false);
            moved(false, time.nowNs()); // afterwards: who opens it meanwhile was let open it
        }
    }

    /// Remembered first, for who opens it by this is heard of afterwards; driven whatever becomes of that, for
    /// it needs memory.
    private void driveOpen(long atNs) {
        try {
            moved(true, atNs);
        } finally {
            output.set(true);
        }
    }

    private void moved(boolean released, long atNs) {
        moves.updateAndGet(known -> known.getLast().released == released ? known : with(known, released, atNs));
    }

    private static List<Move> with(List<Move> known, boolean released, long atNs) {
        var longer = new ArrayList<>(known.subList(known.size() == MOVES_MAX ? 1 : 0, known.size()));
        longer.add(new Move(released, Math.max(atNs, known.getLast().atNs)));
        return List.copyOf(longer);
    }
}
