package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights.SecondPin;
import dev.lintel.controller.store.RightsMemory.Asked;
import dev.lintel.controller.store.RightsMemory.Known;
import dev.lintel.controller.store.RightsMemory.Numbered;
import dev.lintel.controller.store.RightsMemory.Query;
import dev.lintel.controller.store.RightsMemory.Whole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// How much of the heap the rights in memory take.
class RightsMemoryTest {
    private static final long BOARD_BYTES = 64 << 20;
    private static final long BOARD_BYTES_MAX = BOARD_BYTES / 20;
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");

    /// Several, so that what else the process does counts for little.
    private static final int MEMORIES = 6;

    private static final int MEASURED_MAX = 6;

    private static final long SETTLED_BYTES = 100_000;
    private static final long MEASURED_BYTES_MAX = BOARD_BYTES_MAX + 2 * SETTLED_BYTES / MEMORIES;

    private final RightsMemory memory = new RightsMemory(BOARD_BYTES);

    private static Asked card(long number) {
        return new Asked(Query.CARD, number, 0);
    }

    /// Each part is an object of its own, as it is when read from a database.
    private static Holder holder(long person, @Nullable Long credential, String type, int code) {
        return new Holder(
                credential, true, type, code, "", person, "Ada Lovelace " + person, true, null, null, false, false);
    }

    private static Known cardOf(long person) {
        return new Known(holder(person, person, "Card", 200), 1);
    }

    private static List<Right> reserved(int reservations) {
        var right = new Right(1L, null, 2L, new Right.Reservation(3, true, START, START.plusSeconds(60)));
        return Collections.nCopies(reservations, right);
    }

    private static void reserve(RightsMemory memory, long person, int reservations) {
        memory.keep(new Asked(Query.RIGHTS, person, 1), new Known(reserved(reservations), 1));
    }

    private static long kept(RightsMemory memory, Query query, long asked) {
        return LongStream.range(0, asked)
                .filter(number -> memory.recall(new Asked(query, number, query == Query.RIGHTS ? 1 : 0)) != null)
                .count();
    }

    /// All that decisions ask of a person with one card and one PIN, who has one role at two doors.
    private static void remember(RightsMemory memory, long person) {
        List<Right> rights = List.of(Right.byRole(1, 1L, 1L));
        memory.keep(
                new Whole(
                        holder(person, null, "", 0),
                        List.of(
                                new Numbered(holder(person, 2 * person, "Card", 200), 100_000 + person, null),
                                new Numbered(holder(person, 2 * person + 1, "PIN", 10), null, 200_000 + person)),
                        new SecondPin(200_000 + person),
                        Map.of(1L, rights, 2L, rights)),
                100_000);
    }

    private static long people(RightsMemory memory) {
        long people = 0;
        while (memory.hasRoom()) remember(memory, ++people);
        return people;
    }

    /// Of the whole process: what earlier tests left is collected first.
    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (long before = 0; Math.abs(before - used) > SETTLED_BYTES; ) {
            before = used;
            System.gc();
            used = runtime.totalMemory() - runtime.freeMemory();
        }
        return used;
    }

    /// What one of several memories takes that `fill` fills. The process frees what earlier tests left at any time, so
    /// it is measured until two times agree.
    private static long usedBytes(Consumer<RightsMemory> fill) {
        long before = 0;
        for (int i = 0; i < MEASURED_MAX; i++) {
            long used = measure(fill);
            if (Math.abs(used - before) < used / 20) return used;
            before = used;
        }
        return before;
    }

    private static long measure(Consumer<RightsMemory> fill) {
        long before = usedBytes();
        var memories = new ArrayList<RightsMemory>();
        for (int i = 0; i < MEMORIES; i++) {
            memories.add(new RightsMemory(BOARD_BYTES));
            fill.accept(memories.getLast());
        }
        long used = (usedBytes() - before) / MEMORIES;
        assertThat(memories).allSatisfy(each -> assertThat(each.bytes()).isBetween(used * 9 / 10, BOARD_BYTES_MAX));
        return used;
    }

    /// `docs/operations.md` says how many.
    @Test
    void peopleWithACardAndAPinAtTwoDoors_soManyFit() {
        assertThat(people(memory)).isBetween(6_500L, 7_500L);
        assertThat(people(new RightsMemory(1L << 30))).isBetween(16_000L, 18_000L);
    }

    @Test
    void memoryThatIsFull_takesItsShareOfTheHeapAtMost() {
        assertThat(usedBytes(RightsMemoryTest::people)).isBetween(BOARD_BYTES_MAX / 2, MEASURED_BYTES_MAX);
        assertThat(usedBytes(each -> LongStream.range(0, 20_000).forEach(person -> remember(each, person))))
                .as("when more come")
                .isBetween(BOARD_BYTES_MAX / 2, MEASURED_BYTES_MAX);
        assertThat(usedBytes(each -> LongStream.range(0, 8_000).forEach(person -> reserve(each, person, 100))))
                .as("with many reservations")
                .isBetween(BOARD_BYTES_MAX / 2, MEASURED_BYTES_MAX);
    }

    @Test
    void personAskedOfLast_isDroppedLast() {
        long people = people(memory);
        memory.recall(card(100_001));
        memory.keep(new Asked(Query.PERSON, 2, 0), new Known(holder(2, null, "", 0), 100_000));
        for (long person = people + 1; person < 2 * people; person++) remember(memory, person);
        assertThat(memory.isWhole(1)).as("recalled").isTrue();
        assertThat(memory.isWhole(2)).as("kept again").isTrue();
        assertThat(memory.isWhole(3)).isFalse();
    }

    @Test
    void oneLongAnswerPushesNobodyOut() {
        for (int person = 0; person < 1_000; person++) memory.keep(card(person), cardOf(person));
        reserve(memory, 5_000, 20_000);
        assertThat(memory.recall(new Asked(Query.RIGHTS, 5_000, 1))).isNull();
        assertThat(kept(memory, Query.CARD, 1_000)).isEqualTo(1_000);
        reserve(memory, 7, 20_000);
        assertThat(memory.recall(new Asked(Query.RIGHTS, 7, 1))).isNull();
        assertThat(kept(memory, Query.CARD, 1_000)).as("that person alone").isEqualTo(999);
    }

    @Test
    void forgottenPeopleGiveTheirRoomBack() {
        for (int round = 0; round < 5; round++) {
            long people = people(memory);
            assertThat(people).as("round %d", round).isGreaterThan(5_000);
            memory.forget(LongStream.rangeClosed(1, people).boxed().toList());
            assertThat(kept(memory, Query.CARD, 200_000)).isZero();
        }
        assertThat(memory.hasRoom()).isTrue();
    }

    /// A decision reads a card, the card is deleted and the person is read again, and only then the answer is kept.
    @Test
    void answerThatIsKeptAfterItsCardWasDeleted_isVoid() {
        var memory = new RightsMemory(BOARD_BYTES);
        var card = new Asked(Query.CARD, 1234, 0);
        var person = new Holder(null, true, "Card", 1, "", 7, "Ada North", true, null, null, false, false);
        var holder = new Holder(5L, true, "Card", 1, "", 7, "Ada North", true, null, null, false, false);
        Map<Long, List<Right>> rights = Map.of(1L, List.of());
        memory.changes().concern(List.of(99L));
        long before = memory.changes().generation();
        memory.keep(new Whole(person, List.of(new Numbered(holder, 1234L, null)), null, rights), before);
        memory.filled(1, before);
        assertThat(memory.recall(card)).isNotNull();
        memory.changes().concern(List.of(7L));
        long deleted = memory.changes().generation();
        memory.keep(new Whole(person, List.of(), null, rights), deleted);
        memory.keep(card, new Known(holder, before)); // late
        memory.filled(1, deleted);
        Known known = memory.recall(card);
        assertThat(known == null ? null : known.value()).isNull();
        assertThat(memory.isWhole(7)).isTrue();
    }
}
