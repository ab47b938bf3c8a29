package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All doors of the box: hands each input to its door, and does what concerns several of them. Never touches a file
/// and never waits. Everything here runs on one thread: the door lane, or a test's.
public final class Doors {
    /// A decision that takes longer is none: the person is turned away with a reason, not left standing.
    public static final long DECISION_MAX_NS = TimeUnit.SECONDS.toNanos(3);

    /// A read of a card sooner after the last one repeats it: the card has stayed at the reader. Readers repeat such a
    /// card after 0.1 to 0.5 s; to take a card away and to hold it there again takes longer.
    public static final long APART_NS = TimeUnit.MILLISECONDS.toNanos(700);

    private final Time time;
    private final Doorway.Around around;
    private final DoorBoard board;
    private final Map<Long, Doorway> doorways = new TreeMap<>();
    private final Answers answers;
    private final Airlocks airlocks;
    private volatile List<Unattended> unattended = List.of();
    private final Set<Doorway> broken = new LinkedHashSet<>(); // at which something was thrown, until they begin anew

    /// Doors without hours that begin anew at each start.
    public Doors(Time time, EventLog log, DoorBoard board) {
        this(time, log, board, Shifts.NONE, DoorMemory.NONE);
    }

    /// `board` is where others look at the doors.
    public Doors(Time time, EventLog log, DoorBoard board, Shifts shifts, DoorMemory memory) {
        this(time, new Records(log, memory), board, shifts);
    }

    public Doors(Time time, Records records, DoorBoard board, Shifts shifts) {
        this.time = time;
        this.board = board;
        this.airlocks = new Airlocks(time, doorways, this::act);
        var noting = new Records(records.log(), records.memory(), airlocks.noting(records.passages()));
        this.around = new Doorway.Around(time, noting, shifts);
        this.answers = new Answers(around, doorways, airlocks, this::act);
    }

    /// Takes a door into service that nothing is kept of.
    public void start(DoorSettings settings, DoorParts parts) {
        start(settings, parts, null);
    }

    /// Takes a door into service; `kept` is what it was when the last process ended.
    public void start(DoorSettings settings, DoorParts parts, @Nullable Kept kept) {
        var doorway = new Doorway(settings, parts, around, kept);
        doorways.put(settings.channelId(), doorway);
        var locks = new ArrayList<>(unattended);
        locks.add(new Unattended(parts.strike(), parts::exitHolds, parts.readers()));
        unattended = List.copyOf(locks); // before anything is driven
        act(doorway, doorway::start);
        airlocks.relink();
    }

    /// Takes all doors out of service: an orderly stop. Outputs go where they are to be without a controller unless
    /// an exit runs, and who still waits for a decision is told that none comes.
    public void stop() {
        try {
            each(doorways.values(), Doorway::rest); // all, before anything else
        } finally {
            each(doorways.values(), doorway -> act(doorway, doorway::stop));
        }
    }

    /// Lets every strike rest; after [#stop], once exits have had their time.
    void rest() {
        each(doorways.values(), doorway -> doorway.parts().strike().rest());
    }

    /// When the last exit that runs now is over, monotonic; `Long.MIN_VALUE` when none was ever promised.
    long exitsUntilNs() {
        return doorways.values().stream()
                .mapToLong(doorway -> doorway.parts().strike().promisedUntilNs())
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /// Looks at every input again: what moved while nobody listened is noticed.
    public void lookAgain() {
        each(
                doorways.values(),
                doorway -> act(doorway, () -> {
                    doorway.lookAgain();
                    doorway.tick(Long.MAX_VALUE);
                }));
    }

    /// Begins anew with every door from what its inputs say, after a fault: strikes are secured unless an exit runs
    /// or the door stands unlocked.
    public void rebuild() {
        rebuild(doorways.values());
    }

    /// As [#rebuild] with those doors alone at which something was thrown; with all where it can be laid at none.
    void recover() {
        rebuild(broken.isEmpty() ? doorways.values() : List.copyOf(broken));
    }

    private void rebuild(Collection<Doorway> faulty) {
        try {
            each(faulty, doorway -> act(doorway, doorway::rebuild));
        } finally {
            broken.clear();
        }
    }

    /// Lets one door act. What it tells and what then stands reach the disk in one piece, whatever its lines throw;
    /// a fault is laid at it.
    private void act(Doorway doorway, Runnable acts) {
        int known = broken.size();
        try {
            around.records().memory().together(() -> {
                try {
                    acts.run();
                } finally {
                    doorway.keep();
                }
            });
            board.put(doorway.view());
        } catch (RuntimeException e) {
            if (broken.size() == known) broken.add(doorway); // else another's, which acted for this one
            throw e;
        }
    }

    /// Each has its turn, whatever another throws; the first fault is thrown in the end.
    static void each(Collection<Doorway> which, Consumer<Doorway> acts) {
        RuntimeException fault = null;
        for (Doorway doorway : which) {
            try {
                acts.accept(doorway);
            } catch (RuntimeException e) {
                if (fault == null) fault = e;
                else if (!fault.equals(e)) fault.addSuppressed(e);
            }
        }
        if (fault != null) throw fault;
    }

    /// The lane hangs: strikes go where they are to be without a controller as [#unattended] settles them. The
    /// watchdog's thread, or a simulation's.
    public void leave() {
        for (Doorway doorway : doorways.values()) doorway.parts().strike().leave();
    }

    /// Any thread, once all are started.
    Set<Long> channelIds() {
        return Set.copyOf(doorways.keySet());
    }

    /// The locks of the doors that are started, for the threads that look after them while the lane cannot. Any thread;
    /// allocates nothing.
    List<Unattended> unattended() {
        return unattended;
    }

    /// As the watchdog's threads do, one for each lock, while the lane hangs. For a simulation, which has but one.
    public void settleUnattended() {
        for (Unattended lock : unattended()) lock.settle(time.nowNs());
    }

    /// Attends to every strike again, and begins anew: whoever was admitted before is gone.
    public void attend() {
        for (Doorway doorway : doorways.values()) doorway.parts().strike().attend();
        rebuild();
    }

    /// Does what an input asks for. An input for a channel without a door here is a fault of the wiring; a command
    /// for one is refused, and an operator who lets somebody in there is told so.
    public void on(LaneInput input) {
        Doorway doorway = doorways.get(input.channelId());
        if (doorway == null && input instanceof LaneInput.Commanded asked) {
            asked.answer().accept("there is no door at this channel");
            return;
        }
        if (doorway == null && input instanceof LaneInput.Tested asked) {
            asked.answer().accept("there is no door at this channel");
            return;
        }
        if (doorway == null && input instanceof LaneInput.ByHand asked) {
            answers.noDoor(asked, "no_door");
            return;
        }
        if (doorway == null) throw new IllegalStateException("no door for channel " + input.channelId());
        act(doorway, () -> take(doorway, input));
        airlocks.look();
    }

    private void take(Doorway doorway, LaneInput input) {
        switch (input) {
            case LaneInput.Presented p -> {
                doorway.unanswered().presented(p);
                airlocks.presented(doorway, p);
            }
            case LaneInput.Answered a -> answers.answer(doorway, a);
            case LaneInput.ByHand h -> answers.byHand(doorway, h);
            case LaneInput.Together t -> answers.together(doorway, t);
            case LaneInput.SecondAwaited s -> answers.await(doorway, s);
            case LaneInput.Prolonged p -> doorway.unanswered().prolong(p);
            case LaneInput.Folded f -> answers.fold(doorway, f);
            case LaneInput.RexPressed r -> {
                exit(doorway, r, () -> doorway.exits().rex(r));
                if (r.releases()) airlocks.left(doorway, r.atNs());
            }
            case LaneInput.AuxClosed a -> exit(doorway, a, () -> doorway.exits().aux(a));
            case LaneInput.ExitRefused r -> doorway.exits().refused(r);
            case LaneInput.LeafMoved m -> doorway.leafMoved(m.open(), m.atNs());
            case LaneInput.FireMoved f -> doorway.fireMoved(f);
            case LaneInput.TamperMoved t -> doorway.lines().tamper(t);
            case LaneInput.ReaderPower p -> doorway.lines().power(p);
            case LaneInput.ReaderLine r -> doorway.lines().online(r);
            case LaneInput.ReaderInsecure i -> doorway.lines().insecure(i);
            case LaneInput.NewRules n -> {
                doorway.newRules(n);
                airlocks.relink();
            }
            case LaneInput.Removed r -> {
                doorway.removed(r);
                airlocks.relink();
            }
            case LaneInput.Tested asked -> asked.answer().accept(doorway.test(asked));
            case LaneInput.Commanded asked -> {
                String refusal = doorway.command(asked);
                doorway.tick(asked.atNs());
                board.put(doorway.view()); // whoever asked may look at once
                asked.answer().accept(refusal);
            }
        }
        doorway.tick(input.atNs()); // what the leaf did since may wait behind it
    }

    private static void exit(Doorway doorway, LaneInput input, Runnable leaves) {
        try {
            leaves.run();
        } finally {
            doorway.raise(input.atNs());
        }
    }

    /// Only tells of an exit that was pressed as the doors were taken out of service, and who was to be let in that
    /// nobody is: nothing is driven, and no door does what is due. After [#stop].
    void tellLate(LaneInput input) {
        if (input instanceof LaneInput.ByHand asked) answers.noDoor(asked, "stopping");
        Doorway doorway = doorways.get(input.channelId());
        if (doorway != null)
            around.records().memory().together(() -> doorway.exits().tellLate(input));
    }

    /// Does what is due, with nothing waiting to be heard. Returns as [#tick(long)].
    public long tick() {
        return tick(Long.MAX_VALUE);
    }

    /// Does what is due. `heardNs` is when the oldest input that waits happened, or `Long.MAX_VALUE`: nobody is
    /// warned of a leaf that may have closed in time. Returns the monotonic time of what is due next, or
    /// `Long.MAX_VALUE`.
    public long tick(long heardNs) {
        each(doorways.values(), doorway -> {
            if (doorway.deadlineNs() <= time.nowNs()) act(doorway, () -> doorway.tick(heardNs));
        });
        airlocks.look(heardNs);
        long next = airlocks.deadlineNs();
        for (Doorway doorway : doorways.values()) next = Math.min(next, doorway.deadlineNs());
        return next;
    }
}
