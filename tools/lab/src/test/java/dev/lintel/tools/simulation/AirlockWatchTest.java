package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Lock;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Presentations.What;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Second doors of airlocks that do not follow when they should, or follow when they should not: each is seen. Door 2
/// is the outer door, door 1 the inner one.
class AirlockWatchTest {
    private final Stage stage = Stage.at(AirlockWatchTest::isEntered, place -> {
        Lock lock = place.doors().get(1).lock();
        return lock != null
                && lock.entering()
                && place.doors().get(1).hasLeaf()
                && place.doors().getFirst().readers().contains("entry");
    });
    private final AirlockWatch airlocks = stage.judge.airlocks;

    private static boolean isEntered(Premises.Door door) {
        return door.accept().contains("card");
    }

    /// Somebody is admitted at the outer door, and passes it.
    private void passesTheOuterDoor() {
        stage.pass(1);
        stage.judge.verdicts.held.begins(); // a card was taken away before
        stage.judge.shown(2, "entry", stage.time.nowNs(), new What(stage.who, null));
        One one = Objects.requireNonNull(stage.judge.presentations.open(stage.time.nowNs()));
        stage.pass(1);
        stage.judge.deciding(stage.clock(), false);
        airlocks.admitted(one);
        outerLeaf(true);
        airlocks.opened(stage.judge.door(2), new Turns.Taken(Set.of(stage.who.id), false, true));
        outerLeaf(false);
        stage.pass(Objects.requireNonNull(stage.premises.doors().get(1).lock()).delay() * 1000L + 100);
    }

    private void outerLeaf(boolean open) {
        stage.pass(500);
        DoorWatch outer = stage.judge.door(2);
        outer.leaf.moves(open, MayPass.Opened.FREELY, stage.time.nowNs());
        airlocks.moved(outer);
    }

    private void leaf(DoorWatch door, boolean open) {
        door.leaf(open, false, stage.time.nowNs());
        airlocks.moved(door);
    }

    private One follows() {
        var notReady = stage.draft(EventKind.REJECTED_NOT_READY, stage.time.nowNs(), null, Map.of());
        return airlocks.shown(new LaneInput.Presented(1, stage.time.nowNs(), 9, "entry", notReady));
    }

    private void arrives(EventKind kind, Map<String, Object> more) {
        airlocks.event(stage.draft(kind, stage.time.nowNs(), stage.who.id, more), stage.door());
    }

    @Test
    void secondDoorFollowsOnce() {
        passesTheOuterDoor();
        One one = follows();
        assertThat(one.what.who()).isSameAs(stage.who);
        assertThat(one.passedBy).isEqualTo(stage.who.id);
        assertThatThrownBy(this::follows).hasMessageContaining("nobody has passed the first door");
    }

    @Test
    void secondDoorThatDoesNotFollow_isSeen() {
        passesTheOuterDoor();
        stage.pass(3_000);
        assertThatThrownBy(airlocks::settled).hasMessageContaining("this one does not follow");
    }

    @Test
    void secondDoorThatFollowsAPersonWhoWasAdmittedOrWaitsThere_isSeen() {
        for (var kind : new EventKind[] {
            EventKind.ADMITTED_CARD, EventKind.ADMITTED_MANUAL, EventKind.MFA_STARTED, EventKind.APPROVAL_REQUESTED
        }) {
            passesTheOuterDoor();
            arrives(kind, Map.of());
            assertThatThrownBy(this::follows).as(kind.name()).hasMessageContaining("nobody has passed the first door");
            stage.pass(3_000);
            assertThatCode(airlocks::settled).as(kind.name()).doesNotThrowAnyException();
        }
    }

    @Test
    void secondDoorStillFollowsAPersonWhoWasRefusedThere() {
        passesTheOuterDoor();
        arrives(EventKind.REJECTED_INTERLOCK, Map.of("reason", "interlock"));
        assertThat(follows().passedBy).isEqualTo(stage.who.id);
    }

    @Test
    void cardThatFollows_countsAsNoEntry() {
        stage.who.limits = new CardLimits(null, null, null, null, 1, 0, stage.time.nowMs());
        passesTheOuterDoor();
        stage.judge.uses.decided(stage.who, true, stage.time.nowNs());
        One second = follows();
        Verdict verdict = stage.judge.verdicts.of(
                second, new Truth.At(stage.premises.door(1), "entry", stage.clock()), stage.view, false);
        assertThat(verdict.reasons()).doesNotContain("credential_used_up");
        var own = new One(1, "entry", stage.time.nowNs(), new What(stage.who, null));
        assertThat(stage.judge
                        .verdicts
                        .of(own, new Truth.At(stage.premises.door(1), "entry", stage.clock()), stage.view, false)
                        .reasons())
                .contains("credential_used_up");
    }

    /// The lane hears of REX when the time of the press is over, and somebody forces the door afterwards: nobody has
    /// left, so that no door has to follow.
    @Test
    void doorThatIsForcedAfterALateExit_isNotFollowed() {
        DoorWatch inner = stage.judge.door(1);
        assertThat(inner.released()).isFalse();
        airlocks.left(inner, stage.time.nowNs(), Verdicts.Certainty.NO);
        stage.pass(1_400);
        leaf(inner, true);
        leaf(inner, false);
        stage.pass(30_000);
        assertThatCode(airlocks::settled).doesNotThrowAnyException();
    }

    @Test
    void secondDoorThatFollowsAfterAnotherOpening_isSeen() {
        for (var taken : List.of(
                Turns.Taken.NONE,
                new Turns.Taken(Set.of(), true, true),
                new Turns.Taken(Set.of(), false, true, false))) {
            passesTheOuterDoor();
            airlocks.opened(stage.judge.door(2), taken);
            assertThatThrownBy(this::follows).hasMessageContaining("nobody has passed the first door");
        }
        passesTheOuterDoor();
        airlocks.opened(stage.judge.door(2), new Turns.Taken(Set.of(4711L), false, true));
        assertThat(follows().passedBy).as("another person has entered").isEqualTo(stage.who.id);
    }
}
