package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.store.RightsMemory.Asked;
import dev.lintel.controller.store.RightsMemory.Known;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How much of the heap the rights in memory take.
class RightsMemoryTest {
    private static final long BOARD_BYTES = 64 << 20;
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");

    private final RightsMemory memory = new RightsMemory(BOARD_BYTES);

    private static Asked card(long number) {
        return new Asked("card", number, 0);
    }

    private static Known person(String name) {
        return new Known(new Holder(1L, true, "Card", 200, "", 1, name, true, null, null, false, false), 1);
    }

    private static Known reserved(int reservations) {
        var right = new Right(1L, null, 2L, new Right.Reservation(3, true, START, START.plusSeconds(60)));
        return new Known(Collections.nCopies(reservations, right), 1);
    }

    private static long kept(RightsMemory memory, int asked) {
        long kept = 0;
        for (int number = 0; number < asked; number++) if (memory.has(card(number))) kept++;
        return kept;
    }

    /// All that decisions ask of a person with one card, who has one role at two doors.
    private static void remember(RightsMemory memory, long person) {
        Known holder = person("Ada Lovelace Byron");
        memory.keep(card(100_000 + person), holder, false);
        memory.keep(new Asked("credential", person, 0), holder, false);
        memory.keep(new Asked("person", person, 0), holder, false);
        memory.keep(new Asked("second PIN", person, 0), new Known(null, 1), false);
        for (long door = 1; door <= 2; door++)
            memory.keep(new Asked("rights", person, door), new Known(List.of(Right.byRole(1, 1L, 1L)), 1), false);
    }

    private static long people(long heapBytes) {
        var filled = new RightsMemory(heapBytes);
        long people = 0;
        while (filled.hasRoom()) remember(filled, ++people);
        return people;
    }

    /// `docs/operations.md` says how many.
    @Test
    void peopleWithOneCardAtTwoDoors_soManyFit() {
        assertThat(people(BOARD_BYTES)).isBetween(1_400L, 1_500L);
        assertThat(people(1L << 30)).isBetween(3_400L, 3_600L);
    }

    @Test
    void aBoardRemembersEightThousandHolders() {
        for (int number = 0; number < 20_000; number++) memory.keep(card(number), person("Ada Lovelace Byron"), false);
        assertThat(kept(memory, 20_000)).isBetween(8_000L, 10_000L);
        assertThat(memory.has(card(19_999))).as("the newest").isTrue();
        assertThat(memory.hasRoom()).isFalse();
    }

    /// A right takes 214 bytes of the heap.
    @Test
    void peopleWithManyReservationsTakeNoMoreOfTheHeap() {
        for (int number = 0; number < 8_000; number++) memory.keep(card(number), reserved(100), false);
        assertThat(kept(memory, 8_000) * 100 * 214).isBetween(2L << 20, BOARD_BYTES / 20);
    }

    @Test
    void oneLongAnswerPushesNobodyOut() {
        for (int number = 0; number < 1_000; number++) memory.keep(card(number), person("Ada"), false);
        memory.keep(card(5_000), reserved(4_000), false);
        assertThat(memory.has(card(5_000))).isFalse();
        assertThat(kept(memory, 1_000)).isEqualTo(1_000);
        memory.keep(card(7), new Known(reserved(4_000).value(), 2), false);
        assertThat(memory.has(card(7))).as("what is known of it is old").isFalse();
    }

    @Test
    void forgottenAnswersGiveTheirRoomBack() {
        for (int round = 0; round < 5; round++) {
            for (int number = 0; number < 8_000; number++) memory.keep(card(number), person("Ada"), false);
            assertThat(kept(memory, 8_000)).as("round %d", round).isEqualTo(8_000);
            memory.forget(List.of(1L));
            assertThat(kept(memory, 8_000)).isZero();
        }
        assertThat(memory.hasRoom()).isTrue();
    }

    @Test
    void aLargerHeapHasRoomForMore() {
        var large = new RightsMemory(1L << 30);
        for (int number = 0; number < 40_000; number++) large.keep(card(number), person("Ada Lovelace Byron"), false);
        assertThat(kept(large, 40_000)).isBetween(20_000L, 26_000L);
    }
}
