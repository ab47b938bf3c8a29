package dev.lintel.sync.cloud;

import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.StateHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A box that follows, in memory, with the guard of the real one.
final class FakeTarget implements SyncTarget {
    final Map<Long, PersonLine> people = new TreeMap<>();
    final List<Progress> progress = new CopyOnWriteArrayList<>();
    volatile boolean full;
    int applied;
    int begun;
    int dropped;
    private @Nullable Cursor cursor;
    private final Stage stage = new Stage();

    PersonRow row(long id) {
        return Objects.requireNonNull(people.get(id), "person " + id).row();
    }

    @Override
    public @Nullable Cursor lastCursor(String hub) {
        return cursor(hub);
    }

    @Override
    public synchronized @Nullable Cursor cursor(String hub) {
        return cursor;
    }

    @Override
    public synchronized void apply(String hub, List<DownLine> lines, @Nullable Cursor to) {
        if (full) throw new TargetException("the disk is full");
        put(people, lines);
        applied += lines.size();
        if (to != null) cursor = to;
    }

    private static void put(Map<Long, PersonLine> map, List<? extends DownLine> lines) {
        for (DownLine line : lines) {
            switch (line) {
                case PersonLine person -> map.put(person.row().id(), person);
                case DownLine.Gone gone -> map.remove(gone.id());
                default -> throw new AssertionError(line);
            }
        }
    }

    @Override
    public void narrow(String hub, List<DownLine> lines) {
        throw new AssertionError("a service's listing holds back nothing");
    }

    @Override
    public synchronized Check check() {
        return check(people);
    }

    @Override
    public synchronized @Nullable Long revision(long personId) {
        PersonLine line = people.get(personId);
        return line == null ? null : line.revision();
    }

    @Override
    public synchronized @Nullable PersonRow person(long personId) {
        PersonLine line = people.get(personId);
        return line == null ? null : line.row();
    }

    private static Check check(Map<Long, PersonLine> map) {
        var hash = new StateHash();
        map.forEach((id, line) -> hash.add(id, line.revision()));
        return hash.check();
    }

    @Override
    public Staging staging() {
        return stage;
    }

    /// A process before this one was stopped in the middle of a swap.
    boolean swapping;

    /// The snapshot beside what stands.
    private final class Stage implements Staging {
        private @Nullable Map<Long, PersonLine> people;
        private @Nullable Cursor to;

        @Override
        public @Nullable Staged standing(String hub) {
            return people == null ? null : new Staged(Objects.requireNonNull(to), 0, true, swapping);
        }

        @Override
        public void begin(String hub, Cursor from, boolean restored) {
            begun++;
            people = new TreeMap<>();
            to = from;
        }

        @Override
        public void keep(List<PersonLine> lines, long upTo, DownLine.@Nullable PolicyLine policy, boolean last) {
            put(Objects.requireNonNull(people), lines);
        }

        @Override
        public void change(List<DownLine> lines, Cursor to) {
            put(Objects.requireNonNull(people), lines);
            this.to = to;
        }

        @Override
        public @Nullable Long revision(long personId) {
            throw new AssertionError("a service's lines are as long as they are");
        }

        @Override
        public void stays(long personId) {
            throw new AssertionError("a service's lines are as long as they are");
        }

        @Override
        public Check check() {
            return FakeTarget.check(Objects.requireNonNull(people));
        }

        @Override
        public @Nullable String swap(@Nullable String approved, BooleanSupplier stopping) {
            Map<Long, PersonLine> now = Objects.requireNonNull(people);
            String name = check().hash();
            if (!swapping && takesTooMany(now) && !name.equals(approved)) return name;
            swapping = false;
            FakeTarget.this.people.clear();
            FakeTarget.this.people.putAll(now);
            cursor = to;
            people = null;
            return null;
        }

        @Override
        public void drop() {
            dropped++;
            people = null;
        }
    }

    private boolean takesTooMany(Map<Long, PersonLine> now) {
        List<PersonLine> enabled =
                people.values().stream().filter(one -> one.row().enabled()).toList();
        long taken = enabled.stream()
                .filter(one -> !now.containsKey(one.row().id())
                        || !now.get(one.row().id()).row().enabled())
                .count();
        return taken > Math.max(10, enabled.size() / 5);
    }

    @Override
    public void progress(Progress progress) {
        if (!(progress instanceof Progress.Contact)) this.progress.add(progress);
    }

    @Override
    public List<EventRow> eventsAfter(long id, int max) {
        return new ArrayList<>();
    }

    @Override
    public LogMark head() {
        return LogMark.NONE;
    }

    @Override
    public @Nullable LogMark mark(long id) {
        return null;
    }

    @Override
    public void awaitHeadAbove(long id, long timeoutMs) {
        throw new AssertionError("events do not go up to such a service");
    }

    @Override
    public byte[] sign(String text) {
        throw new AssertionError("nothing is signed for such a service");
    }

    @Override
    public State state() {
        return new State("trusted", List.of());
    }

    @Override
    public LinkMessage.Answer obey(LinkMessage.Order order) {
        throw new AssertionError("such a service gives no orders");
    }
}
