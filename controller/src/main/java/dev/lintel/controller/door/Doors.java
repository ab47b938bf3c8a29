package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// All doors of the box and what is done for each input: step the door, drive the strike and the readers, then
/// tell the log. Never touches a file and never waits. Everything here runs on one thread: the door lane, or a
/// test's.
public final class Doors {
    /// A decision that takes longer is none: the person is turned away with a reason, not left standing.
    public static final long DECISION_MAX_NS = TimeUnit.SECONDS.toNanos(3);
    /// A held exit is looked at again after this time.
    private static final long EXIT_HELD_NS = TimeUnit.SECONDS.toNanos(1);
    /// How long a reader shows a rejection.
    private static final int REJECTED_MS = 1_500;

    private final Time time;
    private final EventLog log;
    private final DoorBoard board;
    private final Map<Long, Doorway> doorways = new TreeMap<>();

    /// `board` is where others look at the doors.
    public Doors(Time time, EventLog log, DoorBoard board) {
        this.time = time;
        this.log = log;
        this.board = board;
    }

    /// One door with its parts, its state, and the presentations that wait for a decision.
    private static final class Doorway {
        private final DoorSettings settings;
        private final DoorParts parts;
        private final Map<Long, LaneInput.Presented> undecided = new HashMap<>();
        private final Map<String, Boolean> online = new TreeMap<>();
        private DoorTimes times;
        private DoorState state;

        private Doorway(DoorSettings settings, DoorParts parts, long nowNs) {
            this.settings = settings;
            this.parts = parts;
            this.times = settings.times();
            this.state = Door.atStart(parts.leafOpen().getAsBoolean(), nowNs, times);
            parts.readers().forEach((side, reader) -> online.put(side, reader.online()));
        }
    }

    /// Takes a door into service.
    public void start(DoorSettings settings, DoorParts parts) {
        var doorway = new Doorway(settings, parts, time.nowNs());
        doorways.put(settings.channelId(), doorway);
        for (Reader reader : parts.readers().values()) reader.show(ReaderSignal.IDLE, 0);
        log.append(draft(doorway, EventKind.CHANNEL_STARTED, time.nowNs()));
        publish(doorway);
    }

    /// Takes all doors out of service: an orderly stop. Outputs go to their secured state unless an exit runs,
    /// and who still waits for a decision is told that none comes.
    public void stop() {
        secure(); // all, before anything else
        for (Doorway doorway : doorways.values()) {
            turnAway(doorway, Long.MAX_VALUE);
            log.append(draft(doorway, EventKind.CHANNEL_STOPPED, time.nowNs()));
        }
    }

    /// Secures every strike whose exit is over.
    private void secure() {
        for (Doorway doorway : doorways.values()) doorway.parts.strike().secure(time.nowNs());
    }

    /// Secures every strike; after [#stop], once exits have had their time.
    void secureForGood() {
        for (Doorway doorway : doorways.values()) doorway.parts.strike().secureForGood();
    }

    /// When the last exit that runs now is over, monotonic; `Long.MIN_VALUE` when none was ever promised.
    long exitsUntilNs() {
        return doorways.values().stream()
                .mapToLong(doorway -> doorway.parts.strike().promisedUntilNs())
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /// Looks at every contact again: a leaf that moved while nobody listened is noticed.
    public void lookAgain() {
        for (Doorway doorway : doorways.values()) {
            boolean open = doorway.parts.leafOpen().getAsBoolean();
            if (open != doorway.state.leafOpen()) {
                on(new LaneInput.LeafMoved(doorway.settings.channelId(), time.nowNs(), open));
            }
        }
    }

    /// Begins anew with every door from what its inputs say, after a fault: strikes are secured unless an exit
    /// runs.
    public void rebuild() {
        long nowNs = time.nowNs();
        for (Doorway doorway : doorways.values()) {
            doorway.state = Door.atStart(doorway.parts.leafOpen().getAsBoolean(), nowNs, doorway.times);
            doorway.parts.strike().secure(nowNs);
            turnAway(doorway, Long.MAX_VALUE);
            showAll(doorway, ReaderSignal.IDLE);
            publish(doorway);
        }
    }

    /// Does what an input asks for. An input for a channel without a door here is a fault of the wiring.
    public void on(LaneInput input) {
        Doorway doorway = doorways.get(input.channelId());
        if (doorway == null) throw new IllegalStateException("no door for channel " + input.channelId());
        switch (input) {
            case LaneInput.Presented p -> doorway.undecided.put(p.presentation(), p);
            case LaneInput.Answered a -> {
                // None there: it was turned away as not decided in time, and one presentation has one answer.
                if (doorway.undecided.remove(a.presentation()) != null) answer(doorway, a);
            }
            case LaneInput.SecondAwaited s -> {
                if (doorway.undecided.remove(s.presentation()) != null) log.append(s.started());
            }
            case LaneInput.RexPressed r -> {
                log.append(draft(doorway, EventKind.REX_PRESSED, r.atNs()));
                leave(doorway, EventKind.ADMITTED_REQUEST_EXIT, r.atNs());
            }
            case LaneInput.AuxClosed a -> leave(doorway, EventKind.ADMITTED_AUXILIARY, a.atNs());
            case LaneInput.LeafMoved m -> leafMoved(doorway, m);
            case LaneInput.ReaderLine r -> readerLine(doorway, r);
            case LaneInput.ReaderInsecure i -> readerInsecure(i);
            case LaneInput.NewTimes n -> doorway.times = n.times();
        }
        tick(doorway);
        publish(doorway);
    }

    /// Does what is due. Returns the monotonic time of what is due next, or `Long.MAX_VALUE`.
    public long tick() {
        long next = Long.MAX_VALUE;
        for (Doorway doorway : doorways.values()) {
            if (deadlineNs(doorway) <= time.nowNs()) {
                tick(doorway);
                publish(doorway);
            }
            next = Math.min(next, deadlineNs(doorway));
        }
        return next;
    }

    private void tick(Doorway doorway) {
        long nowNs = time.nowNs();
        if (doorway.state.strikeUntilNs() <= nowNs && doorway.parts.exitHeld().getAsBoolean()) holdExit(doorway, nowNs);
        while (doorway.state.deadlineNs() <= nowNs) step(doorway, new DoorInput.Tick(nowNs));
        boolean holds = doorway.state.strikeUntilNs() == DoorState.SECURED;
        // An exit's promise may outlast the door's own time: the strike is secured when the promise ends.
        if (holds && doorway.parts.strike().released() && doorway.parts.strike().secure(nowNs)) {
            showAll(doorway, ReaderSignal.IDLE);
        }
        turnAway(doorway, nowNs - DECISION_MAX_NS);
    }

    /// Turns away who was read at or before `readUntilNs` and still has no decision.
    private void turnAway(Doorway doorway, long readUntilNs) {
        for (LaneInput.Presented late : List.copyOf(doorway.undecided.values())) {
            if (late.atNs() > readUntilNs) continue;
            doorway.undecided.remove(late.presentation());
            show(doorway, late.side(), ReaderSignal.REJECTED, REJECTED_MS);
            log.append(late.notReady());
        }
    }

    /// The exit is still pressed (or sees somebody coming) as its time ends: it goes on, a second at a time.
    private void holdExit(Doorway doorway, long nowNs) {
        if (doorway.state.strikeUntilNs() == DoorState.SECURED) return;
        doorway.parts.strike().releaseForExit(nowNs + EXIT_HELD_NS);
        step(doorway, new DoorInput.Unlock(nowNs, EXIT_HELD_NS));
    }

    private void leafMoved(Doorway doorway, LaneInput.LeafMoved move) {
        long promised = doorway.parts.strike().promisedUntilNs();
        long exitUntilNs = promised > move.atNs() ? promised : DoorState.SECURED;
        step(
                doorway,
                move.open()
                        ? new DoorInput.LeafOpened(move.atNs(), exitUntilNs)
                        : new DoorInput.LeafClosed(move.atNs(), exitUntilNs));
    }

    private long deadlineNs(Doorway doorway) {
        long next = doorway.state.deadlineNs();
        boolean holds = doorway.state.strikeUntilNs() == DoorState.SECURED;
        if (holds && doorway.parts.strike().released()) {
            next = Math.min(next, doorway.parts.strike().promisedUntilNs());
        }
        for (LaneInput.Presented waiting : doorway.undecided.values()) {
            next = Math.min(next, waiting.atNs() + DECISION_MAX_NS);
        }
        return next;
    }

    /// Strike first, then the LED: a person is waiting. The log comes last and waits for nobody.
    private void answer(Doorway doorway, LaneInput.Answered answer) {
        if (answer.event().kind().isAdmitted()) {
            Duration hold = answer.passage().longer() ? doorway.times.extendedUnlock() : doorway.times.unlock();
            // From now, not from the card's time: the person has the whole time, however long the decision took.
            var actions = stepQuietly(doorway, new DoorInput.Unlock(time.nowNs(), hold.toNanos()));
            showAll(doorway, ReaderSignal.UNLOCKED);
            show(doorway, answer.side(), ReaderSignal.ADMITTED, Math.toIntExact(hold.toMillis()));
            log.append(answer.event());
            raise(doorway, actions, answer.atNs());
        } else {
            show(doorway, answer.side(), ReaderSignal.REJECTED, REJECTED_MS);
            log.append(answer.event());
        }
    }

    /// Somebody leaves: the strike was released by the input's own thread.
    private void leave(Doorway doorway, EventKind kind, long atNs) {
        var actions = stepQuietly(
                doorway, new DoorInput.Unlock(atNs, doorway.times.unlock().toNanos()));
        showAll(doorway, ReaderSignal.UNLOCKED);
        log.append(draft(doorway, kind, atNs));
        raise(doorway, actions, atNs);
    }

    private void readerLine(Doorway doorway, LaneInput.ReaderLine line) {
        Boolean before = doorway.online.put(line.side(), line.online());
        if (before != null && before == line.online()) return;
        EventKind kind = line.online() ? EventKind.READER_ONLINE : EventKind.READER_OFFLINE;
        log.append(new EventDraft(
                kind,
                wallMsAt(line.atNs()),
                line.atNs(),
                Subject.channel(line.channelId()),
                Map.of("reader", line.side())));
    }

    /// Nothing it says is believed until it has proven its key again; somebody must look at it.
    private void readerInsecure(LaneInput.ReaderInsecure insecure) {
        log.append(new EventDraft(
                EventKind.TAMPER,
                wallMsAt(insecure.atNs()),
                insecure.atNs(),
                Subject.channel(insecure.channelId()),
                Map.of(
                        "reader", insecure.side(),
                        "reason", "secure_channel",
                        "found", insecure.why(),
                        "attempts", insecure.attempts())));
    }

    private void step(Doorway doorway, DoorInput input) {
        raise(doorway, stepQuietly(doorway, input), input.atNs());
    }

    /// Steps the door and drives the strike; what the log should hear of is returned.
    private List<DoorAction> stepQuietly(Doorway doorway, DoorInput input) {
        Door.Step step = Door.step(doorway.state, input, doorway.times);
        doorway.state = step.state();
        var toRaise = new ArrayList<DoorAction>();
        for (DoorAction action : step.actions()) {
            switch (action) {
                case RELEASE_STRIKE -> doorway.parts.strike().release();
                case SECURE_STRIKE -> {
                    if (doorway.parts.strike().secure(time.nowNs())) showAll(doorway, ReaderSignal.IDLE);
                }
                case RAISE_FORCED_OPEN, RAISE_WARNING, RAISE_EXTENDED_OPEN, RAISE_NORMAL -> toRaise.add(action);
            }
        }
        return toRaise;
    }

    private void raise(Doorway doorway, List<DoorAction> actions, long atNs) {
        for (DoorAction action : actions) {
            switch (action) {
                case RAISE_FORCED_OPEN -> log.append(draft(doorway, EventKind.FORCED_OPEN, atNs));
                case RAISE_WARNING -> log.append(draft(doorway, EventKind.DOOR_EXTENDED_WARNING, atNs));
                case RAISE_EXTENDED_OPEN -> log.append(draft(doorway, EventKind.EXTENDED_OPEN, atNs));
                case RAISE_NORMAL -> log.append(draft(doorway, EventKind.DOOR_NORMAL, atNs));
                case RELEASE_STRIKE, SECURE_STRIKE -> throw new IllegalStateException(action + " is no event");
            }
        }
    }

    /// A steady signal: what the strike does.
    private static void showAll(Doorway doorway, ReaderSignal signal) {
        for (Reader reader : doorway.parts.readers().values()) reader.show(signal, 0);
    }

    private static void show(Doorway doorway, String side, ReaderSignal signal, int holdMs) {
        Reader reader = doorway.parts.readers().get(side);
        if (reader != null) reader.show(signal, holdMs);
    }

    private EventDraft draft(Doorway doorway, EventKind kind, long atNs) {
        return new EventDraft(
                kind,
                wallMsAt(atNs),
                atNs,
                Subject.channel(doorway.settings.channelId()),
                Map.of("door", doorway.state.word()));
    }

    /// The wall time of a monotonic time of a moment ago.
    private long wallMsAt(long atNs) {
        return time.nowMs() - TimeUnit.NANOSECONDS.toMillis(time.nowNs() - atNs);
    }

    private void publish(Doorway doorway) {
        board.put(new DoorView(
                doorway.settings.channelId(),
                doorway.settings.unit(),
                doorway.state.word(),
                "normal",
                doorway.parts.strike().released(),
                doorway.state.leafOpen(),
                doorway.online));
    }
}
