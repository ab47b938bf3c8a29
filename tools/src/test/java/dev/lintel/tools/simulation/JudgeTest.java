package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.tools.simulation.Presentations.What;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What must never happen, made to happen: each is seen.
class JudgeTest {
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");
    private static final DoorView VIEW = new DoorView(1, 1, "secure", "normal", false, false, Map.of());

    /// A place whose first door is a plain one.
    private final Premises premises = plain();

    private final VirtualTime time = new VirtualTime(START);
    private final Judge judge = new Judge(premises, time);
    private final Somebody who = premises.people().stream()
            .filter(person -> person.roles.contains(1) && !person.responder)
            .findFirst()
            .orElseThrow();

    private static Premises plain() {
        for (long seed = 1; ; seed++) {
            Premises made = new PremisesMaker(new Random(seed), START).make();
            Premises.Door door = made.doors().getFirst();
            boolean plain = door.accept().equals(List.of("card"))
                    && door.passback().equals("off")
                    && !door.byBox()
                    && made.doors().stream().allMatch(other -> other.partners().isEmpty());
            if (plain) return made;
        }
    }

    private JudgeTest() {
        who.enabled = true;
        who.cardActive = true;
        who.validFrom = null;
        who.validTo = null;
        judge.begins();
    }

    /// By such a clock no hours begin.
    private ClockReading unsure() {
        return new ClockReading(time.now(), ClockTrust.WRONG, time.now());
    }

    private void pass(long ms) {
        time.moveTo(time.nowNs() + Duration.ofMillis(ms).toNanos());
    }

    private long shown() {
        pass(1);
        judge.shown(1, "entry", time.nowNs(), new What(who, true));
        long atNs = time.nowNs();
        pass(1);
        judge.deciding(ClockReading.trusted(time.now()), _ -> VIEW);
        return atNs;
    }

    private void told(EventKind kind, long atNs, @Nullable Long person) {
        var subject = new Subject(1L, person, null, null, null, false);
        judge.event(new EventDraft(kind, time.nowMs(), atNs, subject, Map.of()));
    }

    private void told(EventKind kind) {
        told(kind, time.nowNs(), null);
    }

    @Test
    void anAdmissionThatIsRightIsNoViolation() {
        assertThatCode(() -> told(EventKind.ADMITTED_CARD, shown(), who.id)).doesNotThrowAnyException();
    }

    @Test
    void whoMayNotPassIsNotAdmitted() {
        who.validTo = LocalDate.parse("2026-02-27");
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown(), who.id)).hasMessageContaining("expired");
        who.validTo = null;
        who.enabled = false;
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown(), who.id)).hasMessageContaining("disabled");
        who.enabled = true;
        who.cardActive = false;
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown(), who.id)).hasMessageContaining("revoked");
        who.cardActive = true;
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown(), who.id + 1))
                .hasMessageContaining("wrong person");
    }

    @Test
    void whoMayPassIsNotTurnedAway() {
        assertThatThrownBy(() -> told(EventKind.REJECTED_NO_PERMISSION, shown(), who.id))
                .hasMessageContaining("nothing keeps them out");
    }

    @Test
    void lockdownKeepsPeopleOut() {
        long atNs = shown();
        var facts = Map.<String, Object>of("card_lockdown", true, "rex_lockdown", false, "aux_lockdown", false);
        judge.event(new EventDraft(EventKind.LOCKDOWN_ON, time.nowMs(), time.nowNs(), Subject.channel(1), facts));
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, atNs, who.id)).hasMessageContaining("in lockdown");
    }

    @Test
    void eachPresentationHasOneAnswer() {
        long atNs = shown();
        told(EventKind.ADMITTED_CARD, atNs, who.id);
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, atNs, who.id)).hasMessageContaining("second one");
        shown();
        pass(3_001);
        assertThatThrownBy(() -> judge.presentations().mustBeAnsweredInTime(time.nowNs(), 3_000_000_000L))
                .hasMessageContaining("no answer");
    }

    @Test
    void aStrikeNeedsACauseAndDoesNotOutlastIt() {
        DoorWatch door = judge.door(1);
        door.strike(true, time.nowNs());
        assertThatThrownBy(() -> door.settled(time.nowNs(), unsure())).hasMessageContaining("does not say why");
        told(EventKind.ADMITTED_CARD, shown(), who.id);
        assertThatCode(() -> door.settled(time.nowNs(), unsure())).doesNotThrowAnyException();
        pass(60_000);
        assertThatThrownBy(() -> door.settled(time.nowNs(), unsure())).hasMessageContaining("still released");
    }

    @Test
    void aDoorThatTheLogCallsUnlockedIsUnlocked() {
        told(EventKind.MODE_UNLOCK);
        assertThatThrownBy(() -> judge.door(1).settled(time.nowNs(), unsure()))
                .hasMessageContaining("its strike holds");
    }

    @Test
    void anExitOpensAndStaysOpenForItsTime() {
        DoorWatch door = judge.door(1);
        assertThatThrownBy(() -> door.exitPressed(false, time.nowNs())).hasMessageContaining("the strike holds");
        door.strike(true, time.nowNs());
        door.exitPressed(false, time.nowNs());
        pass(500);
        assertThatThrownBy(() -> door.strike(false, time.nowNs())).hasMessageContaining("exit's time");
    }

    @Test
    void whatEndsHasBegun() {
        assertThatThrownBy(() -> told(EventKind.DOOR_NORMAL)).hasMessageContaining("not raised");
        assertThatThrownBy(() -> told(EventKind.LOCKDOWN_OFF)).hasMessageContaining("none");
        assertThatThrownBy(() -> told(EventKind.FIRE_RELEASE_OFF)).hasMessageContaining("twice");
        assertThatThrownBy(() -> told(EventKind.TAMPER_CLEARED)).hasMessageContaining("twice");
        assertThatThrownBy(() -> told(EventKind.AUTO_UNLOCK_ENDED)).hasMessageContaining("twice");
        told(EventKind.FORCED_OPEN);
        assertThatThrownBy(() -> told(EventKind.EXTENDED_OPEN)).hasMessageContaining("while");
    }

    @Test
    void aLeafThatIsLetOpenIsNoBreakIn() {
        DoorWatch door = judge.door(1);
        door.strike(true, time.nowNs());
        door.leaf(true, false, time.nowNs());
        assertThatThrownBy(() -> told(EventKind.FORCED_OPEN)).hasMessageContaining("let go");
    }
}
