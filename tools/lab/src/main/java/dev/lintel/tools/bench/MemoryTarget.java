package dev.lintel.tools.bench;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.PersonRow;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A box without a disk: it notes when somebody's job title came, and has a log of as many events as it is told.
/// Each of those is made when it is asked for. `lock` guards the log.
final class MemoryTarget implements SyncTarget {
    private static final String BOOT = "bench";
    private static final int FIRST_SIZE = 64;

    private final long box;
    private final PrivateKey key;
    private final Cursor from;
    private final Time time;
    private final Hearing hearing;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition appended = lock.newCondition();
    private long[] appendedNs = new long[FIRST_SIZE];
    private int count;
    private long delivered;
    private volatile @Nullable Cursor cursor;

    /// Is told of what came and went. On the library's threads; short.
    interface Hearing {
        /// A change is applied here.
        void applied(String title, long atNs);

        /// The hub has an event of this box on its disk.
        void delivered(long tookNs);

        /// Something of following failed.
        void failed(String reason);
    }

    /// `from`: up to there it has followed already.
    MemoryTarget(long box, PrivateKey key, Cursor from, Time time, Hearing hearing) {
        this.box = box;
        this.key = key;
        this.from = from;
        this.time = time;
        this.hearing = hearing;
    }

    /// So many events happen now.
    void append(int events) {
        long nowNs = time.nowNs();
        lock.lock();
        try {
            while (appendedNs.length < count + events) appendedNs = Arrays.copyOf(appendedNs, appendedNs.length * 2);
            Arrays.fill(appendedNs, count, count + events, nowNs);
            count += events;
            appended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Cursor lastCursor(String hub) {
        return cursor(hub);
    }

    @Override
    public Cursor cursor(String hub) {
        Cursor now = cursor;
        return now == null ? from : now;
    }

    @Override
    public void apply(String hub, List<DownLine> lines, @Nullable Cursor to) {
        long nowNs = time.nowNs();
        if (to != null) cursor = to;
        for (DownLine line : lines) {
            if (!(line instanceof PersonLine person)) continue;
            String title = person.row().texts().get("job_title");
            if (title != null) hearing.applied(title, nowNs);
        }
    }

    @Override
    public void narrow(String hub, List<DownLine> lines) {
        throw NoStaging.none();
    }

    @Override
    public Check check() {
        throw new TargetException("it is not compared");
    }

    @Override
    public @Nullable Long revision(long personId) {
        throw new TargetException("it is not compared");
    }

    @Override
    public @Nullable PersonRow person(long personId) {
        throw new TargetException("nobody is kept");
    }

    @Override
    public Staging staging() {
        return new NoStaging();
    }

    /// Where it begins the hub has been: there is never a snapshot.
    private record NoStaging() implements Staging {
        private static TargetException none() {
            return new TargetException("it takes no snapshot");
        }

        @Override
        public @Nullable Staged standing(String hub) {
            return null;
        }

        @Override
        public void begin(String hub, Cursor from, boolean restored) {
            throw none();
        }

        @Override
        public void keep(List<PersonLine> people, long upTo, @Nullable PolicyLine policy, boolean last) {
            throw none();
        }

        @Override
        public void change(List<DownLine> lines, Cursor to) {
            throw none();
        }

        @Override
        public Check check() {
            throw none();
        }

        @Override
        public @Nullable Long revision(long personId) {
            throw none();
        }

        @Override
        public void stays(long personId) {
            throw none();
        }

        @Override
        public String swap(@Nullable String approved, BooleanSupplier stopping) {
            throw none();
        }

        @Override
        public void drop() {}
    }

    @Override
    public List<EventRow> eventsAfter(long id, int max) {
        long last = Math.min(head().id(), id + max);
        var rows = new ArrayList<EventRow>();
        for (long one = id + 1; one <= last; one++) rows.add(event(one));
        return rows;
    }

    private EventRow event(long id) {
        long nowMs = time.nowMs();
        Map<String, Object> trace = Map.of("reader", "entry", "format", "raw", "role_id", 1L, "group_id", 1L);
        return new EventRow(
                id,
                EventKind.ADMITTED_CARD.number(),
                nowMs,
                nowMs,
                BOOT,
                id,
                1L,
                17L,
                "Ada Demo",
                23L,
                "1001",
                false,
                trace,
                hash(id));
    }

    private String hash(long id) {
        try {
            byte[] text = (box + " " + id).getBytes(StandardCharsets.US_ASCII);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public LogMark head() {
        lock.lock();
        try {
            return mark(count);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public LogMark mark(long id) {
        return id == 0 ? LogMark.NONE : new LogMark(id, hash(id));
    }

    @Override
    public void awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            while (count <= id && left > 0) left = appended.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public byte[] sign(String text) {
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has ECDSA", e);
        }
    }

    @Override
    public State state() {
        return new State("trusted", List.of());
    }

    @Override
    public LinkMessage.Answer obey(LinkMessage.Order order) {
        return new LinkMessage.Answer(order.id(), "refused", "there are no doors");
    }

    @Override
    public void progress(Progress progress) {
        switch (progress) {
            case Progress.Delivered(long id) -> deliver(id);
            case Progress.Failed(String reason) -> hearing.failed(reason);
            case Progress.Lost(String reason) -> hearing.failed(reason);
            case Progress.Dismissed(String why) -> hearing.failed(why);
            default -> {}
        }
    }

    private void deliver(long id) {
        long nowNs = time.nowNs();
        lock.lock();
        try {
            for (; delivered < id; delivered++) hearing.delivered(nowNs - appendedNs[(int) delivered]);
        } finally {
            lock.unlock();
        }
    }
}
