package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Presentations.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which reads the judge takes for one presentation.
class HeldReadsTest {
    private final List<String> shown = new ArrayList<>();
    private final HeldReads held = new HeldReads(shown::add);
    private long nowNs;

    private One one(long afterMs, long number) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(afterMs);
        return new One(1, "entry", nowNs, new What(null, null, number));
    }

    /// Returns the presentation that the read belongs to.
    private @Nullable One read(long afterMs, long number, boolean awaits) {
        return held.read(one(afterMs, number), awaits);
    }

    private @Nullable One read(long afterMs, long number) {
        return read(afterMs, number, false);
    }

    @Test
    void cardsInTurn_areOnePresentationEach() {
        One first = one(0, 7);
        assertThat(held.read(first, false)).isNull();
        assertThat(read(300, 8)).isNull();
        assertThat(read(300, 7)).isSameAs(first);
        assertThat(read(699, 7)).isSameAs(first);
        assertThat(read(700, 7)).isNull();
        assertThat(shown).containsExactly("held: another card was read in between");
    }

    private static void refused(One one) {
        one.answer = new EventDraft(
                EventKind.REJECTED_LOCKDOWN, 0, one.atNs, EventDraft.Subject.NOBODY, Map.of("reason", "lockdown"));
    }

    @Test
    void refusedPresentation_lastsFiveSeconds_unlessAnotherFactorIsAwaited() {
        One first = one(0, 7);
        held.read(first, false);
        refused(first);
        for (int i = 0; i < 9; i++) assertThat(read(500, 7)).isNotNull();
        assertThat(read(500, 7, true)).isNotNull();
        One again = one(1, 7);
        assertThat(held.read(again, false)).isNull();
        assertThat(again.stay.before).isTrue();
        assertThat(read(500, 7)).isSameAs(again);
        refused(again);
    }

    @Test
    void admittedCard_andOneThatWasLeftThere_areNotDecidedOnAgain() {
        read(0, 7);
        for (int i = 0; i < 60; i++) assertThat(read(500, 7)).isNotNull();
        One first = one(0, 8);
        held.read(first, false);
        refused(first);
        for (int i = 0; i < 60; i++) {
            One next = one(500, 8);
            if (held.read(next, false) == null) refused(next);
        }
        assertThat(shown.stream().filter(rule -> rule.contains("again after 5 s")))
                .hasSize(2);
    }

    @Test
    void cardWhoseWaitWasGivenUp_beginsAgainOnceNobodyIsAwaited() {
        One first = one(0, 7);
        held.read(first, false);
        read(100, 8);
        held.givenUp(first);
        assertThat(read(100, 7, true)).isSameAs(first);
        assertThat(read(100, 7)).isNull();
        assertThat(read(100, 7)).isNotNull();
    }

    @Test
    void ninthCard_isOneTooMany() {
        read(0, 7);
        for (int i = 1; i < 8; i++) read(10, 100 + i);
        assertThat(read(10, 7)).isNotNull();
        for (int i = 1; i <= 8; i++) read(10, 200 + i);
        assertThat(read(10, 7)).isNull();
    }
}
