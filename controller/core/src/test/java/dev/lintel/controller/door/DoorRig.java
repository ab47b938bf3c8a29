package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Doors on a lane that the test walks by hand, with everything they are wired to. Ids of presentations count up.
final class DoorRig {
    static final DoorTimes TIMES = new DoorTimes(
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Relock.OPEN,
            true);

    final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    final MemoryLog log = new MemoryLog();
    final DoorBoard board = new DoorBoard();
    final Map<Long, Kept> kept = new HashMap<>();
    final List<Piece> pieces = new ArrayList<>();
    boolean covered;
    boolean coveredSince;
    boolean overSince;
    /// Whether the clock is believed that does not cover.
    boolean believed = true;
    /// Who has passed.
    final List<EventDraft> passed = new ArrayList<>();
    /// What let people pass unseen, and the newest event at that time.
    final List<String> stood = new ArrayList<>();
    /// Of the doors that are started from now on.
    DoorTimes times = TIMES;
    boolean contact = true;
    boolean exitSwitch;
    boolean sounder = true;
    /// It is later than this, whatever the wall clock shows.
    long surelyMs;
    private final Map<Long, Wired> doors = new TreeMap<>();
    private Doors lane = doors();
    private long presentations;

    /// From now on doors have these delays, and relock so.
    void delays(Relock relock, Duration ofAlarm, Duration ofRelocking) {
        times = new DoorTimes(
                TIMES.unlock(),
                TIMES.extendedUnlock(),
                TIMES.warning(),
                TIMES.extendedOpen(),
                relock,
                true,
                DoorTimes.Longer.USUAL,
                new DoorTimes.Delays(ofAlarm, ofRelocking));
    }

    /// One door's wiring.
    final class Wired {
        final FakeOutput output = new FakeOutput();
        final FakeOutput sounder = new FakeOutput();
        final List<ReaderSignal> shown = new ArrayList<>();
        final ExitLocks locks = new ExitLocks();
        Strike strike = new Strike(output, time);
        boolean leafOpen;
        boolean exitHeld;
        boolean leaving;
        boolean tamper;
        boolean readerOnline = true;
    }

    static final class FakeOutput implements OutputPoint {
        boolean broken;
        boolean throwing;
        int writes;
        int falls;
        private boolean active;

        @Override
        public void set(boolean wanted) {
            writes++;
            if (throwing) throw new GpioException("line 17 cannot be driven");
            if (active && !wanted && !broken) falls++;
            if (!broken) active = wanted;
        }

        @Override
        public boolean active() {
            return active;
        }
    }

    /// What reaches the disk in one piece.
    record Piece(List<EventKind> told, List<Kept> kept) {}

    private final class Memory implements DoorMemory {
        private final List<Kept> keeping = new ArrayList<>();
        private boolean within;

        @Override
        public void keep(long channelId, Kept now) {
            kept.put(channelId, now);
            keeping.add(now);
        }

        @Override
        public void together(Runnable acts) {
            if (within) {
                acts.run();
                return;
            }
            int before = log.kinds().size();
            keeping.clear();
            within = true;
            try {
                acts.run();
            } finally {
                within = false;
                List<EventKind> all = log.kinds();
                pieces.add(new Piece(all.subList(before, all.size()), List.copyOf(keeping)));
            }
        }
    }

    private final class Hours implements Shifts {
        @Override
        public boolean coverNow(long shiftId, long channelId) {
            return covered;
        }

        @Override
        public long surelyMs(long nowMs) {
            return Math.max(nowMs, surelyMs);
        }

        @Override
        public boolean coveredSince(long shiftId, long channelId, long sinceMs) {
            return coveredSince;
        }

        @Override
        public boolean isOverNow(long shiftId, long channelId) {
            return believed && !covered;
        }

        @Override
        public boolean overSince(long shiftId, long channelId, long sinceMs) {
            return overSince;
        }
    }

    private final class Passed implements Passages {
        @Override
        public void passed(EventDraft admitted) {
            passed.add(admitted);
        }

        @Override
        public void stands(long channelId, Standing standing) {
            String said = log.kinds().getLast() + " " + standing.unlockedBy();
            if (stood.isEmpty() || !stood.getLast().equals(said)) stood.add(said);
        }
    }

    private Doors doors() {
        return new Doors(time, new Records(log, new Memory(), new Passed()), board, new Hours());
    }

    Wired door(long channel) {
        return door(channel, DoorRules.PLAIN, false);
    }

    Wired door(long channel, DoorRules rules, boolean egressByBox) {
        Wired wired = doors.computeIfAbsent(channel, _ -> new Wired());
        wired.strike = new Strike(wired.output, time);
        return start(channel, wired, rules, egressByBox);
    }

    /// A door that fire releases before it is taken into service.
    Wired doorInFire(long channel) {
        Wired wired = doors.computeIfAbsent(channel, _ -> new Wired());
        wired.strike = new Strike(wired.output, time);
        wired.strike.fire(true);
        return start(channel, wired, DoorRules.PLAIN, false);
    }

    /// One whose lock lets go without current.
    Wired failSafe(long channel) {
        Wired wired = doors.computeIfAbsent(channel, _ -> new Wired());
        wired.strike = new Strike(wired.output, true, time);
        return start(channel, wired, DoorRules.PLAIN, false);
    }

    private Wired start(long channel, Wired wired, DoorRules rules, boolean egressByBox) {
        var inputs = new DoorParts.Inputs(
                () -> wired.leafOpen,
                new ReleasingExit(() -> wired.exitHeld),
                ReleasingExit.NONE,
                () -> wired.leaving,
                () -> wired.tamper,
                () -> wired.strike.fire());
        var fixture = new DoorSettings.Fixture(egressByBox, contact, exitSwitch);
        var readers = Map.of("entry", reader(wired), "exit", reader(new Wired()));
        lane.start(
                new DoorSettings(channel, (int) channel, times, rules, fixture),
                new DoorParts(wired.strike, readers, inputs, sounder ? wired.sounder : null, wired.locks),
                kept.get(channel));
        return wired;
    }

    private static Reader reader(Wired wired) {
        return new Reader() {
            @Override
            public void show(ReaderSignal signal, int holdMs) {
                wired.shown.add(signal);
            }

            @Override
            public boolean online() {
                return wired.readerOnline;
            }
        };
    }

    /// The process has ended and another begins: what was kept is all that is left. Doors are to be started again.
    void restart() {
        lane = doors();
    }

    Doors lane() {
        return lane;
    }

    void on(LaneInput input) {
        lane.on(input);
    }

    void advance(Duration by) {
        long endNs = time.nowNs() + by.toNanos();
        for (long dueNs = lane.tick(); dueNs <= endNs; dueNs = lane.tick()) {
            time.advance(Duration.ofNanos(Math.max(0, dueNs - time.nowNs())));
        }
        time.advance(Duration.ofNanos(endNs - time.nowNs()));
        lane.tick();
    }

    /// Null when it was done, else why not.
    @Nullable
    String command(long channel, DoorCommand command) {
        var answers = new ArrayList<@Nullable String>();
        on(new LaneInput.Commanded(channel, time.nowNs(), command, "ada@example.com", answers::add));
        return answers.getFirst();
    }

    /// REX is pressed for a moment and releases the strike, and the lane hears of it.
    void rex(long channel) {
        Objects.requireNonNull(doors.get(channel))
                .strike
                .releaseForExit(time.nowNs() + times.unlock().toNanos());
        on(new LaneInput.RexPressed(channel, time.nowNs()));
    }

    void lockdown(long channel) {
        command(channel, new DoorCommand.LockDown(new Lockdown(true, false, false)));
    }

    void leaf(long channel, boolean open) {
        Objects.requireNonNull(doors.get(channel)).leafOpen = open;
        on(new LaneInput.LeafMoved(channel, time.nowNs(), open));
    }

    void fire(long channel, boolean on) {
        Objects.requireNonNull(doors.get(channel)).strike.fire(on);
        on(new LaneInput.FireMoved(channel, time.nowNs(), on));
    }

    long present(long channel, String side) {
        long id = ++presentations;
        on(new LaneInput.Presented(channel, time.nowNs(), id, side, draft(channel, EventKind.REJECTED_NOT_READY)));
        return id;
    }

    void answer(long channel, String side, long id, EventKind kind, Passage passage) {
        on(new LaneInput.Answered(channel, time.nowNs(), id, side, draft(channel, kind), passage));
    }

    /// A card that is admitted.
    void card(long channel, Passage passage) {
        answer(channel, "entry", present(channel, "entry"), EventKind.ADMITTED_CARD, passage);
    }

    /// A phone that asks from wherever it is, and its answer comes `after` it.
    void phone(long channel, Duration after) {
        long id = ++presentations;
        on(new LaneInput.Presented(channel, time.nowNs(), id, "entry", phones(channel, EventKind.REJECTED_NOT_READY)));
        advance(after);
        EventDraft admitted = phones(channel, EventKind.ADMITTED_MOBILE);
        on(new LaneInput.Answered(channel, time.nowNs(), id, "entry", admitted, Passage.USUAL));
    }

    private EventDraft phones(long channel, EventKind kind) {
        var asked = Map.<String, Object>of(EventDraft.PHONE_REQUEST, "1");
        return new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.channel(channel), asked);
    }

    void card(long channel) {
        card(channel, Passage.USUAL);
    }

    EventDraft draft(long channel, EventKind kind) {
        return new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.channel(channel), Map.of("role_id", 1L));
    }

    EventDraft last() {
        return log.drafts().getLast();
    }

    DoorView view(long channel) {
        return Objects.requireNonNull(board.of(channel));
    }
}
