package dev.lintel.reader.serialcard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Frames on virtual time: who is told of, and when.
class PresentationsTest {
    private static final long MS = 1_000_000;
    /// How often an RDM6300 repeats.
    private static final long REPEAT_NS = 65 * MS;

    private static final CardFrame A = card(0x0DEADBEEF1L);
    private static final CardFrame B = card(0x0DEADBEEF2L);

    private final List<CardFrame> told = new ArrayList<>();
    private final Presentations twice = new Presentations(true);
    private final Presentations once = new Presentations(false);
    private long nowNs = -3 * MS; // monotonic time may be negative

    @Test
    void aCardThatLiesThereIsOneRead() {
        hold(twice, 10_000 * MS, A);
        assertThat(told).containsExactly(A);
        assertThat(twice.presented()).isEqualTo(1);
        assertThat(twice.repeats()).isEqualTo(10_000 / 65 - 1);
        assertThat(twice.ghosts()).isZero();
    }

    @Test
    void aCardAwayAndBackIsANewRead() {
        hold(twice, 300 * MS, A);
        nowNs += Presentations.HELD_NS;
        hold(twice, 300 * MS, A);
        assertThat(told).containsExactly(A, A);
    }

    @Test
    void aFewMissedFramesAreNoNewRead() {
        hold(twice, 300 * MS, A);
        nowNs += Presentations.HELD_NS - REPEAT_NS - 1;
        hold(twice, 300 * MS, A);
        assertThat(told).containsExactly(A);
    }

    @Test
    void twoCardsAlternatingAreReadOnceEachAndAgainWhenTheyComeBack() {
        hold(twice, 3_000 * MS, A, B);
        assertThat(told).containsExactly(A, B);
        nowNs += Presentations.HELD_NS;
        hold(twice, 300 * MS, B, A);
        assertThat(told).containsExactly(A, B, B, A);
    }

    @Test
    void twoPeopleWithTwoCardsByTurnsAreReadEachTime() {
        for (int turn = 0; turn < 6; turn++) {
            hold(twice, 400 * MS, turn % 2 == 0 ? A : B);
            nowNs += 700 * MS;
        }
        assertThat(told).containsExactly(A, B, A, B, A, B);
    }

    @Test
    void aFrameThatComesOnlyOnceIsAGhost() {
        var random = new SplittableRandom(411);
        for (int i = 0; i < 1_000; i++) {
            feed(twice, card(random.nextLong(1, 1L << 40)));
            nowNs += random.nextLong(200 * MS);
        }
        twice.expire(nowNs + Presentations.CONFIRM_NS + 1);
        assertThat(told).isEmpty();
        assertThat(twice.ghosts()).isEqualTo(1_000);
    }

    @Test
    void ghostsBetweenItsFramesDoNotHideACard() {
        for (int i = 0; i < 4; i++) {
            feed(twice, A);
            nowNs += REPEAT_NS;
            feed(twice, card(1_000 + i));
            nowNs += REPEAT_NS;
        }
        assertThat(told).containsExactly(A);
    }

    @Test
    void theSameGhostMuchLaterConfirmsNothing() {
        feed(twice, A);
        nowNs += Presentations.CONFIRM_NS + 1;
        feed(twice, A);
        assertThat(told).isEmpty();
        nowNs += Presentations.CONFIRM_NS;
        feed(twice, A);
        assertThat(told).containsExactly(A);
    }

    @Test
    void aReaderThatSendsOnceIsBelievedAtOnce() {
        feed(once, A);
        nowNs += 200 * MS;
        feed(once, A);
        feed(once, new CardFrame.Text("A"));
        assertThat(told).containsExactly(A, new CardFrame.Text("A"));
        nowNs += Presentations.HELD_NS;
        feed(once, A);
        assertThat(told).hasSize(3);
    }

    @Test
    void zerosAreNoCardHoweverOftenTheyCome() {
        hold(twice, 1_000 * MS, card(0));
        hold(once, 1_000 * MS, card(0));
        assertThat(told).isEmpty();
    }

    @Test
    void aFloodOfCardsDoesNotMakeAHeldOneNew() {
        for (int i = 1; i <= 1_000; i++) {
            feed(once, A);
            feed(once, card(i));
            nowNs += MS;
        }
        assertThat(told.stream().filter(A::equals)).hasSize(1);
        assertThat(told).hasSize(1_001);
    }

    private void hold(Presentations presentations, long durationNs, CardFrame... cards) {
        long endNs = nowNs + durationNs;
        for (int i = 0; nowNs < endNs; i++) {
            feed(presentations, cards[i % cards.length]);
            nowNs += REPEAT_NS;
        }
    }

    private void feed(Presentations presentations, CardFrame frame) {
        if (presentations.isNew(frame, nowNs)) told.add(frame);
    }

    private static CardFrame card(long number) {
        return new CardFrame.Card(CardBits.ofNumber(BigInteger.valueOf(number), 40));
    }
}
