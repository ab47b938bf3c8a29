package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.CardNumber;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A person who waits at the entry reader of door 1, and whom another reader admits, waits there no more. At exit
/// readers nobody is needed, so they admit at once.
class AdmittedElsewhereTest {
    private static final Shown ADA = FlowRig.bits(1001);
    private static final Shown BEN = FlowRig.bits(2002);
    private static final Shown PHONE = new Shown.Phone(7, "asked");

    private final FlowRig rig = new FlowRig();

    AdmittedElsewhereTest() {
        rig.policy.accept(Means.CARD, Means.MOBILE);
        rig.rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
    }

    private void twoPersons() {
        rig.policy.twoPerson = true;
    }

    private void operator() {
        rig.policy.approval = new ChannelAccess.Approval(null);
    }

    private List<Approvals.Asked> asked() {
        return rig.flow.asked(rig.time.nowNs());
    }

    private void approves(long id) {
        rig.flow.onApproval(new ApprovalFlow.Approval(id, true, "operator"), rig.time.nowNs());
    }

    /// The events that the lane has got: answers, and the beginnings of waits. Each as door, person and kind.
    private List<String> lane() {
        return rig.lane.stream()
                .flatMap(input -> switch (input) {
                    case LaneInput.Answered answer -> List.of(answer.event()).stream();
                    case LaneInput.SecondAwaited wait -> List.of(wait.started()).stream();
                    case LaneInput.Together group ->
                        group.parts().stream().map(part -> part.answer().event());
                    default -> throw new AssertionError(input);
                })
                .map(AdmittedElsewhereTest::words)
                .toList();
    }

    private static String words(EventDraft event) {
        String who = Long.valueOf(FlowRig.ADA).equals(event.subject().personId()) ? "Ada" : "Ben";
        return event.subject().channelId() + " " + who + " " + event.kind();
    }

    @Test
    void personWhoWaitsForAnother_waitsNoMore() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.pass(Duration.ofSeconds(3));
        rig.show(2, "exit", ADA);
        rig.show(1, "entry", BEN);
        assertThat(lane())
                .containsExactly(
                        "1 Ada MFA_STARTED", "2 Ada ADMITTED_CARD", "1 Ada REJECTED_ALONE", "1 Ben MFA_STARTED");
        var ended = (LaneInput.Answered) rig.lane.get(2);
        assertThat(ended.passage().first()).as("the wait ends").isEqualTo(ended.presentation());
        assertThat(ended.side()).isEqualTo("entry");
    }

    @Test
    void exitReaderOfTheSameDoor_isAnotherReader() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.show(1, "exit", ADA);
        assertThat(lane()).containsExactly("1 Ada MFA_STARTED", "1 Ada ADMITTED_CARD", "1 Ada REJECTED_ALONE");
    }

    @Test
    void phone_endsTheWait() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.show(2, "exit", PHONE);
        assertThat(lane()).containsExactly("1 Ada MFA_STARTED", "2 Ada ADMITTED_MOBILE", "1 Ada REJECTED_ALONE");
    }

    @Test
    void cardThatTheBoxShows_endsTheWait() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.flow.onRead(
                new Presentation(100, 2, "exit", ADA, rig.time.nowNs(), FlowRig.ADA),
                bits -> new CardNumber("raw", null, 1001, 1001),
                false);
        assertThat(lane()).containsExactly("1 Ada MFA_STARTED", "2 Ada ADMITTED_CARD", "1 Ada REJECTED_ALONE");
    }

    @Test
    void admissionOfAnother_endsNoWait() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.show(2, "exit", BEN);
        rig.show(1, "entry", BEN);
        assertThat(lane())
                .containsExactly(
                        "1 Ada MFA_STARTED", "2 Ben ADMITTED_CARD", "1 Ada ADMITTED_CARD", "1 Ben ADMITTED_CARD");
    }

    @Test
    void refusalAndAnotherWait_endNoWait() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.show(2, "entry", ADA);
        rig.rights.rights.remove(2L);
        rig.show(2, "exit", ADA);
        rig.show(1, "entry", BEN);
        assertThat(lane())
                .containsExactly(
                        "1 Ada MFA_STARTED",
                        "2 Ada MFA_STARTED",
                        "2 Ada REJECTED_NO_PERMISSION",
                        "1 Ada ADMITTED_CARD",
                        "1 Ben ADMITTED_CARD",
                        "2 Ada REJECTED_ALONE");
    }

    @Test
    void eachOfAGroup_waitsNoMoreElsewhere() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.show(2, "entry", BEN);
        rig.show(2, "entry", ADA);
        assertThat(lane())
                .containsExactly(
                        "1 Ada MFA_STARTED",
                        "2 Ben MFA_STARTED",
                        "2 Ben ADMITTED_CARD",
                        "2 Ada ADMITTED_CARD",
                        "1 Ada REJECTED_ALONE");
    }

    @Test
    void waitThatIsOver_hasItsAnswerFromTheLane() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.pass(Duration.ofNanos(SecondFactors.WINDOW_NS + 1));
        rig.show(2, "exit", ADA);
        assertThat(lane()).containsExactly("1 Ada MFA_STARTED", "2 Ada ADMITTED_CARD");
    }

    @Test
    void requestForAnApproval_ends() {
        operator();
        rig.show(1, "entry", ADA);
        long id = asked().getFirst().id();
        rig.show(2, "exit", ADA);
        assertThat(asked()).isEmpty();
        approves(id);
        assertThat(lane())
                .containsExactly("1 Ada APPROVAL_REQUESTED", "2 Ada ADMITTED_CARD", "1 Ada REJECTED_NOT_APPROVED");
    }

    @Test
    void phone_endsTheRequest() {
        operator();
        rig.show(1, "entry", ADA);
        rig.show(2, "exit", PHONE);
        assertThat(asked()).isEmpty();
    }

    @Test
    void approvalAtOneDoor_endsTheRequestAtTheOther() {
        operator();
        rig.show(1, "entry", ADA);
        rig.show(1, "entry", BEN);
        rig.show(2, "entry", ADA);
        approves(asked().getLast().id());
        assertThat(asked()).extracting(Approvals.Asked::personId).containsExactly(FlowRig.BEN);
        assertThat(lane()).endsWith("2 Ada APPROVAL_REQUESTED", "2 Ada ADMITTED_CARD", "1 Ada REJECTED_NOT_APPROVED");
    }

    @Test
    void approvalAfterWhichTheDoorRefuses_endsNoOtherRequest() {
        operator();
        rig.show(1, "entry", ADA);
        rig.show(2, "entry", ADA);
        rig.rights.rights.remove(2L);
        approves(asked().getLast().id());
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
        assertThat(asked()).extracting(Approvals.Asked::channelId).containsExactly(1L);
    }

    /// The policy has changed: persons who wait for another one, and those who wait for an operator.
    @Test
    void approval_endsAWaitForAnotherPerson() {
        twoPersons();
        rig.show(1, "entry", ADA);
        rig.policy.twoPerson = false;
        operator();
        rig.show(2, "entry", ADA);
        approves(asked().getFirst().id());
        assertThat(lane())
                .containsExactly(
                        "1 Ada MFA_STARTED", "2 Ada APPROVAL_REQUESTED", "2 Ada ADMITTED_CARD", "1 Ada REJECTED_ALONE");
    }
}
