package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.EventQueries.Filter;
import dev.lintel.controller.store.EventQueries.People;
import dev.lintel.controller.store.EventQueries.Window;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/// Random events, whose clock runs, jumps ahead and is set back, and random filters: what the blocks of ids and the
/// merged walks find is what looking at each event finds.
class EventTallyTest {
    private static final int EVENTS = 3_000;
    private static final long FIRST_MS = 1_700_000_000_000L;
    /// Some that the listings tell apart by PIN and by reservation, and some that nobody asks for.
    private static final List<EventKind> KINDS = List.of(
            EventKind.ADMITTED_CARD,
            EventKind.ADMITTED_PIN,
            EventKind.ADMITTED_UNLOCKED,
            EventKind.REJECTED_NO_PERMISSION,
            EventKind.REJECTED_UNKNOWN_PIN,
            EventKind.FORCED_OPEN,
            EventKind.REX_PRESSED);

    private static @Nullable Log log;

    /// One log of events on a real disk, for all tries.
    private record Log(Path folder, DataFolder data, Database database, List<Event> events) {}

    @BeforeContainer
    static void write() throws Exception {
        Path folder = Files.createTempDirectory("tally");
        var data = DataFolder.open(folder);
        var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"));
        var random = new Random(7);
        long atMs = FIRST_MS;
        var ids = new ArrayBlockingQueue<Long>(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            if (random.nextInt(200) == 0) atMs += random.nextLong(-400_000, 400_000); // the clock is set
            atMs += random.nextInt(2_000);
            database.events().append(draft(random, atMs), ids::add);
        }
        for (int i = 0; i < EVENTS; i++)
            assertThat(ids.poll(10, TimeUnit.SECONDS)).isNotNull();
        var store = new EventStore(database);
        var events = new ArrayList<Event>();
        while (events.size() < EVENTS) events.addAll(store.after(events.size(), EventStore.BATCH_MAX));
        log = new Log(folder, data, database, events);
    }

    @AfterContainer
    static void close() {
        Log open = Objects.requireNonNull(log);
        open.database.close();
        open.data.close();
        try (var files = Files.walk(open.folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the test's folder stays", e);
        }
    }

    private static EventDraft draft(Random random, long atMs) {
        EventKind kind = KINDS.get(random.nextInt(KINDS.size()));
        Long channel = random.nextInt(10) == 0 ? null : (Long) (1L + random.nextInt(3));
        Long person = random.nextBoolean() ? null : (Long) (1L + random.nextInt(5));
        var subject = new Subject(channel, person, null, null, null, random.nextBoolean());
        Map<String, Object> trace = new HashMap<>(Map.of("bits", "1"));
        if (kind.mayBeReserved() && random.nextInt(4) == 0) trace.put("reservation_id", 5L);
        // At an admission by hand, too: that has one basis.
        if (random.nextInt(4) > 0)
            trace.put("unlocked_by", List.of("fire", "mode", "hours").get(random.nextInt(3)));
        return new EventDraft(kind, atMs, 0, subject, trace);
    }

    private static NavigableSet<EventKind> some(Random random, int oneOf) {
        var some = new TreeSet<EventKind>();
        for (EventKind kind : KINDS) if (random.nextInt(oneOf) == 0) some.add(kind);
        return some;
    }

    private static Filter filter(Random random) {
        var kinds = some(random, 2);
        kinds.add(EventKind.ADMITTED_CARD);
        var pinOnly = some(random, 5);
        var cardOnly = some(random, 5);
        cardOnly.removeAll(pinOnly);
        var bases = new EnumMap<EventKind, Set<Basis>>(EventKind.class);
        for (EventKind kind : some(random, 3)) {
            Set<Basis> wanted = EnumSet.noneOf(Basis.class);
            for (Basis basis : kind.bases()) if (random.nextBoolean()) wanted.add(basis);
            if (!wanted.isEmpty() && !wanted.equals(kind.bases())) bases.put(kind, wanted);
        }
        List<Long> channels = random.nextBoolean()
                ? List.of()
                : LongStream.rangeClosed(1, 4)
                        .filter(_ -> random.nextBoolean())
                        .boxed()
                        .toList();
        People people = random.nextInt(3) > 0 ? null : new People(1L + random.nextInt(6), List.of(), List.of(), null);
        long span = EVENTS * 1_100L;
        Long from = random.nextBoolean() ? null : (Long) (FIRST_MS + random.nextLong(-span / 8, span));
        Long to = random.nextBoolean() ? null : (Long) (FIRST_MS + random.nextLong(-span / 8, span));
        return new Filter(kinds, pinOnly, cardOnly, bases, List.copyOf(channels), people, from, to);
    }

    private static boolean wants(Filter filter, Event event) {
        EventDraft draft = event.draft();
        EventKind kind = draft.kind();
        Subject subject = event.subject();
        People people = filter.people();
        return filter.kinds().contains(kind)
                && (subject.pin() || !filter.pinOnly().contains(kind))
                && (!subject.pin() || !filter.cardOnly().contains(kind))
                && filter.bases().getOrDefault(kind, kind.bases()).contains(basis(draft))
                && (filter.channelIds().isEmpty() || isOneOf(filter.channelIds(), subject.channelId()))
                && (people == null || Objects.equals(people.id(), subject.personId()))
                && (filter.fromMs() == null || draft.occurredAtMs() >= filter.fromMs())
                && (filter.toMs() == null || draft.occurredAtMs() <= filter.toMs());
    }

    private static Basis basis(EventDraft draft) {
        boolean unlocked = draft.kind() == EventKind.ADMITTED_UNLOCKED;
        if ((unlocked || draft.kind().name().startsWith("ADMITTED"))
                && draft.additional().containsKey("reservation_id")) {
            return Basis.RESERVED;
        }
        Object by = draft.additional().get("unlocked_by");
        return unlocked && ("fire".equals(by) || "mode".equals(by)) ? Basis.UNSCHEDULED : Basis.USUAL;
    }

    private static boolean isOneOf(List<Long> channels, @Nullable Long channel) {
        return channel != null && channels.contains(channel);
    }

    /// The ids that a filter wants between two, oldest first.
    private static List<Long> wanted(Filter filter, long afterId, long beforeId) {
        return Objects.requireNonNull(log).events.stream()
                .filter(event -> event.id() > afterId && event.id() < beforeId && wants(filter, event))
                .map(Event::id)
                .toList();
    }

    @Property(tries = 150)
    void whatIsFoundIsWhatLookingAtEachEventFinds(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 700) int blockIds) {
        Database database = Objects.requireNonNull(log).database;
        var queries = new EventQueries(database, new EventTally(database, blockIds, 16));
        var random = new Random(seed);
        for (int look = 0; look < 5; look++) { // later looks find blocks that an earlier one counted
            Filter filter = filter(random);
            long after = random.nextBoolean() ? 0 : random.nextLong(EVENTS);
            long before = random.nextBoolean() ? EVENTS + 1 : random.nextLong(1, EVENTS + 2);
            List<Long> wanted = wanted(filter, after, before);
            assertThat(queries.count(filter, after, before - 1)).isEqualTo(wanted.size());
            boolean ascending = random.nextBoolean();
            int limit = 1 + random.nextInt(500);
            int offset = random.nextBoolean() ? 0 : random.nextInt(wanted.size() + 2);
            List<Event> page = queries.list(filter, new Window(after, before, ascending, limit, offset));
            var expected = new ArrayList<>(ascending ? wanted : wanted.reversed());
            assertThat(page.stream().map(Event::id).toList())
                    .isEqualTo(expected.stream().skip(offset).limit(limit).toList());
        }
    }

    @Property(tries = 5)
    void moreWalksThanOneStatementTakesAreMergedInOrder(@ForAll long seed) {
        Database database = Objects.requireNonNull(log).database;
        var queries = new EventQueries(database, new EventTally(database, 64, 16));
        var random = new Random(seed);
        List<Long> many = LongStream.rangeClosed(1, 150).boxed().toList();
        var none = new TreeSet<EventKind>();
        var filter = new Filter(new TreeSet<>(KINDS), none, none, Map.of(), many, null, null, null);
        List<Long> wanted = wanted(filter, 0, EVENTS + 1);
        int offset = random.nextInt(wanted.size());
        List<Event> page = queries.list(filter, new Window(0, EVENTS + 1, false, 100, offset));
        assertThat(page.stream().map(Event::id).toList())
                .isEqualTo(wanted.reversed().stream().skip(offset).limit(100).toList());
    }
}
