package dev.lintel.controller.hub;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.SyncDesk;
import dev.lintel.controller.time.ClockWords;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// When boxes were last heard of and what they told of themselves: in memory, and on disk now and then. Tells
/// the log of each of a box's channels when the box falls silent and when it is back, once each, whatever
/// restarts there are. `this` guards the states; nothing waits for a disk while it is held. Any thread that may
/// block.
final class Contacts {
    static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(Wire.SILENCE_S);
    /// What a box tells each 20 s is not worth a write each time.
    static final long KEEP_NS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = System.getLogger(Contacts.class.getName());

    private final Database database;
    private final Time time;
    private final Map<Long, State> states = new HashMap<>();

    Contacts(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    private static final class State {
        final String name;
        Told told;
        long heardNs;
        boolean lost;
        boolean unkept;
        long keptNs;

        State(Box box, long nowNs) {
            this.name = box.name();
            this.told = box.told();
            this.heardNs = nowNs;
            this.lost = box.lostAtMs() != null;
            this.keptNs = nowNs;
        }
    }

    /// A box is out of contact from now on, or back.
    private record Turn(long boxId, String name, boolean lost) {}

    /// Takes those that follow; silence counts from now on.
    void begin(List<Box> boxes) {
        for (Box box : boxes) joined(box);
    }

    synchronized void joined(Box box) {
        states.putIfAbsent(box.id(), new State(box, time.nowNs()));
    }

    /// It follows no more: its doors are out of contact, and the log is told of that where it has not been.
    void ended(long boxId) {
        boolean known;
        synchronized (this) {
            known = states.remove(boxId) != null;
        }
        if (!known) return;
        database.write(sql -> {
            tellEnded(sql, boxId);
            return true;
        });
    }

    /// The same, within the transaction that ends it. Of doors that another box of its name has by now nothing.
    void tellEnded(Sql sql, long boxId) {
        Box box = BoxStore.get(sql, boxId);
        if (box == null || box.lostAtMs() != null || BoxStore.named(sql, box.name()) != null) return;
        tell(sql, new Turn(boxId, box.name(), true));
    }

    /// Another one has taken its place, and what the log has of its doors.
    synchronized void replaced(long boxId) {
        states.remove(boxId);
    }

    /// It has said something.
    void heard(Box box) {
        tell(box.id(), UnaryOperator.identity());
    }

    /// It has told something of itself.
    void tell(long boxId, UnaryOperator<Told> change) {
        Turn back = null;
        synchronized (this) {
            State state = states.get(boxId);
            if (state == null) return;
            state.told = change.apply(state.told).at(time.nowMs());
            state.heardNs = time.nowNs();
            state.unkept = true;
            if (state.lost) back = new Turn(boxId, state.name, false);
            state.lost = false;
        }
        if (back != null) turn(back);
    }

    /// What it has last told; null where it does not follow.
    synchronized @Nullable Told told(long boxId) {
        State state = states.get(boxId);
        return state == null ? null : state.told;
    }

    /// For /health: boxes that are here and whose clocks are far off this hub's; null: none.
    synchronized @Nullable String skewed() {
        var words = new TreeMap<String, String>();
        for (State state : states.values()) {
            Long skewMs = state.told.skewMs();
            if (state.lost || skewMs == null || Math.abs(skewMs) <= SyncDesk.SKEW_MS_MAX) continue;
            words.put(state.name, state.name + " is " + ClockWords.off(skewMs) + " this hub's");
        }
        if (words.isEmpty()) return null;
        return "clocks of boxes: " + String.join("; ", words.values()) + ": look at the clocks of both";
    }

    /// Whether it is known to be out of contact.
    synchronized boolean lost(long boxId) {
        State state = states.get(boxId);
        return state != null && state.lost;
    }

    /// Tells of who has fallen silent, and keeps what was told. Called every second or so by one thread.
    void look() {
        var silent = new ArrayList<Turn>();
        var keep = new HashMap<Long, Told>();
        synchronized (this) {
            long nowNs = time.nowNs();
            states.forEach((id, state) -> {
                if (!state.lost && nowNs - state.heardNs >= SILENCE_NS) {
                    state.lost = true;
                    silent.add(new Turn(id, state.name, true));
                }
                if (state.unkept && nowNs - state.keptNs >= KEEP_NS) {
                    state.unkept = false;
                    state.keptNs = nowNs;
                    keep.put(id, state.told);
                }
            });
        }
        RuntimeException refused = null;
        for (Turn turn : silent) refused = first(refused, () -> turn(turn));
        if (!keep.isEmpty()) refused = first(refused, () -> keep(keep));
        if (refused != null) throw refused;
    }

    /// All that is to be done is tried, whatever of it fails. The first fault of them.
    private static @Nullable RuntimeException first(@Nullable RuntimeException before, Runnable work) {
        try {
            work.run();
            return before;
        } catch (RuntimeException e) { // the caller tells of it
            return before == null ? e : before;
        }
    }

    /// What was told and is not on disk yet: before the end.
    void keepNow() {
        var keep = new HashMap<Long, Told>();
        synchronized (this) {
            states.forEach((id, state) -> {
                if (state.unkept) keep.put(id, state.told);
                state.unkept = false;
            });
        }
        try {
            if (!keep.isEmpty()) keep(keep);
        } catch (StoreException e) { // the disk takes nothing: what it has is some seconds old
            LOG.log(Level.WARNING, "what boxes told last is not kept: " + e.getMessage());
        }
    }

    /// All, or none: then they are tried again.
    private void keep(Map<Long, Told> keep) {
        try {
            database.write(sql -> {
                keep.forEach((id, told) -> BoxStore.tell(sql, id, told));
                return true;
            });
        } catch (RuntimeException e) {
            synchronized (this) {
                for (long id : keep.keySet()) {
                    State state = states.get(id);
                    if (state != null) state.unkept = true;
                }
            }
            throw e;
        }
    }

    /// With the events that tell of it, or not at all: then it is tried again.
    private void turn(Turn turn) {
        try {
            database.write(sql -> {
                Box box = BoxStore.get(sql, turn.boxId);
                // It may have spoken, or ended, since: then somebody else tells of it, or has.
                if (box != null && box.isJoined() && (box.lostAtMs() != null) != turn.lost && stands(turn)) {
                    tell(sql, turn);
                }
                return true;
            });
        } catch (RuntimeException e) { // the disk's refusal: the next look finds it as it was
            synchronized (this) {
                State state = states.get(turn.boxId);
                if (state != null && state.lost == turn.lost) state.lost = !turn.lost;
            }
            throw e;
        }
    }

    private synchronized boolean stands(Turn turn) {
        State state = states.get(turn.boxId);
        return state != null && state.lost == turn.lost;
    }

    private void tell(Sql sql, Turn turn) {
        EventKind kind = turn.lost ? EventKind.CHANNEL_CONTACT_LOST : EventKind.CHANNEL_STARTED;
        long nowMs = time.nowMs();
        BoxStore.lost(sql, turn.boxId, turn.lost ? (Long) nowMs : null);
        for (long channel : BoxStore.channels(sql, turn.name)) {
            Map<String, Object> additional = Map.of("box", turn.name);
            database.events().append(new EventDraft(kind, nowMs, time.nowNs(), Subject.channel(channel), additional));
        }
    }
}
