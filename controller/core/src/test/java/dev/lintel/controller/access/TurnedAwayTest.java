package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Persons whom the door lane has turned away, because it was late, wait for nothing: what they present next is
/// decided on, and not taken for a repetition.
class TurnedAwayTest {
    private final FlowRig rig = new FlowRig();
    private Decisions decisions = new Decisions(rig.time, rig.flow, rig.lane::add, rig.log, _ -> {});
    private final Shown ada = FlowRig.bits(1001);

    private static CardNumber raw(CardBits bits) {
        long value = bits.number().longValueExact();
        return new CardNumber("raw", null, value, value);
    }

    private LaneInput read() {
        decisions.submit(1, "entry", ada, rig.time.nowNs(), TurnedAwayTest::raw);
        decisions.decideNext();
        return rig.lane.getLast();
    }

    /// The lane turns away the person whose presentation it has heard of last.
    private void turnsAway() {
        List<LaneInput> all = List.copyOf(rig.lane);
        for (LaneInput input : all.reversed()) {
            if (!(input instanceof LaneInput.Presented presented)) continue;
            presented.byLane().turnedAway(presented.presentation(), null);
            return;
        }
    }

    @Test
    void personWhosePinWasAwaited_beginsAgain() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        assertThat(read()).isInstanceOf(LaneInput.SecondAwaited.class);
        rig.time.advance(Duration.ofSeconds(4));
        assertThat(read()).as("without that").isInstanceOf(LaneInput.Folded.class);
        rig.time.advance(Duration.ofSeconds(7));
        assertThat(read()).isInstanceOf(LaneInput.SecondAwaited.class);
        turnsAway();
        rig.time.advance(Duration.ofSeconds(1));
        assertThat(read()).isInstanceOf(LaneInput.SecondAwaited.class);
    }

    @Test
    void cardThatStaysAtTheReader_isDecidedOnAgain() {
        rig.policy.accept(Means.CARD);
        assertThat(read()).isInstanceOf(LaneInput.Answered.class);
        rig.time.advance(Duration.ofMillis(300));
        assertThat(read()).isInstanceOf(LaneInput.Folded.class);
        turnsAway();
        rig.time.advance(Duration.ofMillis(300));
        assertThat(read()).isInstanceOf(LaneInput.Answered.class);
    }

    @Test
    void personWhoIsTurnedAwayBeforeTheDecision_doesNotWaitAfterIt() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        decisions.submit(1, "entry", ada, rig.time.nowNs(), TurnedAwayTest::raw);
        turnsAway();
        decisions.decideNext();
        rig.time.advance(Duration.ofSeconds(1));
        var wait = (LaneInput.SecondAwaited) read();
        assertThat(wait.started().kind()).isEqualTo(EventKind.MFA_STARTED);
    }

    /// The decision thread was stuck: two presentations are turned away before the first one is decided on.
    @Test
    void personWhoIsTurnedAwayBeforeSeveralDecisions_doesNotWaitAfterThem() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        decisions.submit(1, "exit", FlowRig.bits(2002), rig.time.nowNs(), TurnedAwayTest::raw);
        turnsAway();
        decisions.submit(1, "entry", ada, rig.time.nowNs(), TurnedAwayTest::raw);
        turnsAway();
        decisions.decideNext();
        decisions.decideNext();
        rig.time.advance(Duration.ofSeconds(1));
        assertThat(read()).isInstanceOf(LaneInput.SecondAwaited.class);
    }

    /// Two readers' threads: the later number is queued first.
    @Test
    void personsWhoAreTurnedAwayOutOfOrder_doNotWait() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        var other = new ArrayList<Shown>(List.of(FlowRig.bits(2002)));
        decisions = new Decisions(rig.time, rig.flow, input -> offer(input, other), rig.log, _ -> {});
        decisions.submit(1, "entry", ada, rig.time.nowNs(), TurnedAwayTest::raw);
        rig.time.advance(Duration.ofSeconds(4));
        turnAllAway();
        decisions.decideNext();
        decisions.decideNext();
        rig.time.advance(Duration.ofSeconds(1));
        assertThat(read()).isInstanceOf(LaneInput.SecondAwaited.class);
    }

    /// Another reader's thread comes between the number and the queue.
    private boolean offer(LaneInput input, List<Shown> other) {
        rig.lane.add(input);
        if (!other.isEmpty()) {
            decisions.submit(2, "entry", other.removeFirst(), rig.time.nowNs(), TurnedAwayTest::raw);
        }
        return true;
    }

    private void turnAllAway() {
        for (LaneInput input : List.copyOf(rig.lane)) {
            if (input instanceof LaneInput.Presented presented)
                presented.byLane().turnedAway(presented.presentation(), null);
        }
    }

    /// The database is slow: the lane's 3 s are over before the decision.
    @Test
    void personWhoIsTurnedAwayDuringTheDecision_asksNoOperator() {
        rig.policy.accept(Means.CARD);
        rig.policy.approval = new ChannelAccess.Approval(null);
        rig.gates = (_, _) -> {
            rig.time.advance(Duration.ofSeconds(4));
            turnAllAway();
            return Gate.PLAIN;
        };
        decisions = new Decisions(rig.time, rig.process(), rig.lane::add, rig.log, _ -> {});
        decisions.submit(1, "entry", ada, rig.time.nowNs(), TurnedAwayTest::raw);
        decisions.decideNext();
        assertThat(decisions.asked()).isEmpty();
    }
}
