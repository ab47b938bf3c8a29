package dev.lintel.sync;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.Narrowing;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.StateHash;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A box in memory. It outlives a Follower, as a database does.
final class FakeTarget implements SyncTarget {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition logged = lock.newCondition();
    private final Map<Long, PersonLine> people = new HashMap<>();
    private final List<EventRow> log = new ArrayList<>();
    final FakeStaging staging = new FakeStaging();
    final List<Progress> told = new CopyOnWriteArrayList<>();
    /// Sizes of the batches that were applied.
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    /// What must never happen.
    final List<String> wrongs = new CopyOnWriteArrayList<>();
    volatile List<LinkMessage.DoorRow> doors = List.of();
    volatile RevocationReport reported = RevocationReport.NOTHING;
    volatile Function<LinkMessage.Order, LinkMessage.Answer> obeying =
            order -> new LinkMessage.Answer(order.id(), "done", null);
    /// Thrown by the next apply; null: none.
    volatile @Nullable RuntimeException fault;
    volatile @Nullable String hold;
    volatile boolean full;
    /// Writing anything waits for it, as for a slow disk.
    volatile CountDownLatch disk = new CountDownLatch(0);
    /// The next policy is taken after one that was not: all of it is wanted anew.
    volatile boolean anew;
    private boolean letGo;
    final AtomicInteger applies = new AtomicInteger();
    private @Nullable Cursor cursor;
    private @Nullable String policy;

    Map<Long, PersonLine> people() {
        return locked(() -> Map.copyOf(people));
    }

    @Nullable
    String policy() {
        return policy;
    }

    boolean agrees(FakeHub hub) {
        return people().equals(hub.standing()) && hub.head().equals(cursor);
    }

    /// As a box that followed before.
    void stand(Cursor at) {
        cursor = at;
    }

    void plant(PersonLine line) {
        locked(() -> people.put(line.row().id(), line));
    }

    void log(int count, String text) {
        lock.lock();
        try {
            for (int i = 0; i < count; i++) log.add(Rows.event(head().id() + 1, head().hash(), text));
            logged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// As after a restore of an older backup.
    void forget(long above) {
        locked(() -> log.removeIf(row -> row.id() > above));
    }

    List<EventRow> log() {
        return locked(() -> List.copyOf(log));
    }

    long count(Class<? extends Progress> kind) {
        return told.stream().filter(kind::isInstance).count();
    }

    @Override
    public @Nullable Cursor lastCursor(String hub) {
        return cursor(hub);
    }

    @Override
    public @Nullable Cursor cursor(String hub) {
        return cursor;
    }

    @Override
    public void apply(String hub, List<DownLine> lines, @Nullable Cursor to) {
        applies.incrementAndGet();
        try {
            disk.await();
        } catch (InterruptedException e) {
            throw new TargetException("stopped", e);
        }
        if (full) throw new TargetException("the disk is full");
        RuntimeException thrown = fault;
        fault = null;
        if (thrown != null) throw thrown;
        lock.lock();
        try {
            batches.add(lines.size());
            for (DownLine line : lines) apply(line);
            if (to != null && letGo) wrongs.add("the cursor came back");
            if (to != null) cursor = to;
            letGo = letGo || (anew && lines.stream().anyMatch(DownLine.PolicyLine.class::isInstance));
            if (letGo) cursor = null;
            if (letGo) anew = false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void narrow(String hub, List<DownLine> lines) {
        locked(() -> {
            for (DownLine line : lines) {
                if (line instanceof DownLine.Gone gone) people.remove(gone.id());
                if (!(line instanceof PersonLine told)) continue;
                people.computeIfPresent(told.row().id(), (_, here) -> {
                    PersonRow less = Narrowing.of(here.row(), told.row());
                    return less.equals(here.row()) ? here : new PersonLine(less, 0);
                });
            }
            return true;
        });
    }

    private void apply(DownLine line) {
        switch (line) {
            case DownLine.PolicyLine(String text, long _, long _) -> policy = text;
            case PersonLine person -> {
                PersonLine before = people.put(person.row().id(), person);
                if (before != null && before.revision() > person.revision()) wrongs.add("went back: " + person.row());
            }
            case DownLine.Gone gone -> people.remove(gone.id());
            default -> wrongs.add("applied " + line);
        }
    }

    @Override
    public DownLine.Check check() {
        return check(people());
    }

    @Override
    public @Nullable Long revision(long personId) {
        return revision(people(), personId);
    }

    @Override
    public @Nullable PersonRow person(long personId) {
        throw new AssertionError("a hub tells of people whole");
    }

    private static @Nullable Long revision(Map<Long, PersonLine> people, long id) {
        PersonLine line = people.get(id);
        return line == null ? null : line.revision();
    }

    private static DownLine.Check check(Map<Long, PersonLine> people) {
        var hash = new StateHash();
        people.forEach((id, line) -> hash.add(id, line.revision()));
        return hash.check();
    }

    @Override
    public Staging staging() {
        return staging;
    }

    final class FakeStaging implements Staging {
        private final Map<Long, PersonLine> staged = new HashMap<>();
        private @Nullable Staged standing;
        private @Nullable String stagedPolicy;
        int begun;
        int dropped;
        volatile boolean full;
        /// A process before this one was stopped in the middle of a swap.
        volatile boolean swapping;

        @Override
        public @Nullable Staged standing(String hub) {
            Staged now = standing;
            return now == null ? null : new Staged(now.from(), now.upTo(), now.complete(), swapping);
        }

        @Override
        public void begin(String hub, Cursor from, boolean restored) {
            begun++;
            staged.clear();
            standing = new Staged(from, 0, false, false);
        }

        @Override
        public void keep(List<PersonLine> people, long upTo, DownLine.@Nullable PolicyLine policy, boolean last) {
            Staged now = Objects.requireNonNull(standing);
            for (PersonLine line : people) staged.put(line.row().id(), line);
            if (policy != null) stagedPolicy = policy.siteYaml();
            standing = new Staged(now.from(), upTo, last, false);
        }

        @Override
        public void change(List<DownLine> lines, Cursor to) {
            if (full) throw new TargetException("no room for the staging");
            Staged now = Objects.requireNonNull(standing);
            for (DownLine line : lines) {
                if (line instanceof PersonLine person) staged.put(person.row().id(), person);
                if (line instanceof DownLine.Gone gone) staged.remove(gone.id());
                if (line instanceof DownLine.PolicyLine(String text, long _, long _)) stagedPolicy = text;
            }
            standing = new Staged(to, now.upTo(), now.complete(), false);
        }

        @Override
        public DownLine.Check check() {
            return FakeTarget.check(staged);
        }

        @Override
        public @Nullable Long revision(long personId) {
            return FakeTarget.revision(staged, personId);
        }

        @Override
        public void stays(long personId) {
            PersonLine now = people().get(personId);
            if (now == null) staged.remove(personId);
            else staged.put(personId, now);
        }

        @Override
        public @Nullable String swap(@Nullable String approved, BooleanSupplier stopping) {
            String name = hold;
            if (!swapping && name != null && !name.equals(approved)) return name;
            swapping = false;
            locked(() -> {
                people.clear();
                people.putAll(staged);
                cursor = Objects.requireNonNull(standing).from();
                letGo = false;
                policy = stagedPolicy;
                return true;
            });
            drop();
            dropped--;
            return null;
        }

        @Override
        public void drop() {
            dropped++;
            standing = null;
            staged.clear();
        }
    }

    @Override
    public List<EventRow> eventsAfter(long id, int max) {
        return locked(() -> log.stream().filter(row -> row.id() > id).limit(max).toList());
    }

    @Override
    public LogMark head() {
        return locked(() -> log.isEmpty()
                ? LogMark.NONE
                : new LogMark(log.getLast().id(), log.getLast().hash()));
    }

    @Override
    public @Nullable LogMark mark(long id) {
        return locked(() -> id < 1 || id > log.size()
                ? null
                : new LogMark(id, log.get((int) id - 1).hash()));
    }

    @Override
    public void awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(Math.min(timeoutMs, 50));
            while (head().id() <= id && left > 0) left = logged.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public byte[] sign(String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(Certificates.key("box"));
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return signature.sign();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public State state() {
        return new State("trusted", doors, null, reported);
    }

    @Override
    public LinkMessage.Answer obey(LinkMessage.Order order) {
        return obeying.apply(order);
    }

    @Override
    public void progress(Progress progress) {
        told.add(progress);
    }

    private interface Work<T extends @Nullable Object> {
        T run();
    }

    private <T extends @Nullable Object> T locked(Work<T> work) {
        lock.lock();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }
}
