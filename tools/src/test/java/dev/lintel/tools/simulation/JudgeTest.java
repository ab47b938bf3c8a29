package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What must never happen, made to happen: each is seen.
class JudgeTest {
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");

    /// A door that asks for nothing but a card.
    private static boolean plain(Door door) {
        return door.accept().equals(List.of("card")) && door.passback().equals("off") && !door.byBox();
    }

    private final VirtualTime time = new VirtualTime(START);
    private final DoorView view = new DoorView(1, 1, "secure", "normal", false, false, Map.of());
    private Premises premises = place(JudgeTest::plain);
    private Judge judge = new Judge(premises, time);
    private Somebody who = somebody(premises);

    JudgeTest() {
        judge.begins(_ -> view, this::clock);
    }

    /// At a place whose first door is such a one, with forced alarms, and without hours.
    private static JudgeTest at(Predicate<Door> wanted) {
        var test = new JudgeTest();
        test.premises = place(wanted);
        test.judge = new Judge(test.premises, test.time);
        test.who = somebody(test.premises);
        test.judge.begins(_ -> test.view, test::clock);
        return test;
    }

    /// Who may pass at any time.
    private static Somebody somebody(Premises premises) {
        Somebody who = premises.people().stream()
                .filter(person -> person.roles.contains(1)
                        && !person.responder
                        && !person.extended
                        && person.pin != null
                        && person.secondPin != null)
                .findFirst()
                .orElseThrow();
        who.enabled = true;
        who.cardActive = true;
        who.validFrom = null;
        who.validTo = null;
        return who;
    }

    private static Premises place(Predicate<Door> wanted) {
        for (long seed = 1; ; seed++) {
            Premises made = new PremisesMaker(new Random(seed), START).make();
            Door door = made.doors().getFirst();
            boolean fits = wanted.test(door)
                    && door.times().forced()
                    && door.rexReleases()
                    && door.autoShift() == null
                    && made.doors().stream().allMatch(other -> other.partners().isEmpty());
            boolean somebody = made.people().stream()
                    .anyMatch(person -> person.roles.contains(1)
                            && !person.responder
                            && !person.extended
                            && person.pin != null
                            && person.secondPin != null);
            if (fits && somebody) return made;
        }
    }

    private ClockReading clock() {
        return ClockReading.trusted(time.now());
    }

    private DoorWatch door() {
        return judge.door(1);
    }

    private void pass(long ms) {
        time.moveTo(time.nowNs() + Duration.ofMillis(ms).toNanos());
    }

    private long shown() {
        return shown("entry", new What(who, null));
    }

    private long shown(String side, What what) {
        pass(1);
        judge.shown(1, side, time.nowNs(), what);
        long atNs = time.nowNs();
        pass(1);
        judge.deciding(clock(), false);
        return atNs;
    }

    private void told(EventKind kind, long atNs, @Nullable Long person, Map<String, Object> more) {
        var subject = new Subject(1L, person, null, null, null, false);
        judge.event(new EventDraft(kind, time.nowMs(), atNs, subject, more));
    }

    private void told(EventKind kind, long atNs, @Nullable Long person) {
        told(kind, atNs, person, Map.of());
    }

    private void told(EventKind kind) {
        told(kind, time.nowNs(), null);
    }

    private void rejected(EventKind kind, long atNs, String reason) {
        told(kind, atNs, who.id, Map.of("reason", reason));
    }

    private void lockdown(boolean card, boolean rex) {
        judge.asked(1, new DoorCommand.LockDown(new Lockdown(card, rex, false)));
        var facts = new HashMap<String, Object>();
        facts.put("card_lockdown", card);
        facts.put("rex_lockdown", rex);
        facts.put("aux_lockdown", false);
        told(EventKind.LOCKDOWN_ON, time.nowNs(), null, facts);
    }

    private void settle() {
        door().settled(time.nowNs(), clock());
    }

    @Test
    void anAdmissionThatIsRightIsNoViolation() {
        assertThatCode(() -> told(EventKind.ADMITTED_CARD, shown(), who.id)).doesNotThrowAnyException();
        assertThatThrownBy(() -> told(EventKind.ADMITTED_PIN, shown(), who.id)).hasMessageContaining("ADMITTED_CARD");
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
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown(), who.id))
                .hasMessageContaining("credential_disabled");
        who.cardActive = true;
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown(), who.id + 1))
                .hasMessageContaining("wrong person");
        assertThatThrownBy(() -> told(EventKind.ADMITTED_PIN, shown("entry", new What(null, who.pin)), who.id))
                .hasMessageContaining("not_accepted_here");
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, shown("entry", new What(null, null)), who.id))
                .hasMessageContaining("unknown_card");
    }

    @Test
    void whoMayPassIsNotTurnedAway() {
        assertThatThrownBy(() -> rejected(EventKind.REJECTED_NO_PERMISSION, shown(), "no_permission"))
                .hasMessageContaining("turned away for no_permission, and should be: []");
        assertThatThrownBy(() -> rejected(EventKind.REJECTED_LOCKDOWN, shown(), "lockdown"))
                .hasMessageContaining("turned away for lockdown");
        assertThatThrownBy(() -> rejected(EventKind.REJECTED_INTERLOCK, shown(), "interlock"))
                .hasMessageContaining("turned away for interlock");
        assertThatThrownBy(() -> rejected(EventKind.REJECTED_NOT_READY, shown(), "not_ready"))
                .hasMessageContaining("time to decide");
    }

    @Test
    void whoIsTurnedAwayHearsTheTruth() {
        who.enabled = false;
        assertThatThrownBy(() -> rejected(EventKind.REJECTED_OUT_OF_HOURS, shown(), "out_of_hours"))
                .hasMessageContaining("[person_disabled]");
        assertThatCode(() -> rejected(EventKind.REJECTED_PERSON_DISABLED, shown(), "person_disabled"))
                .doesNotThrowAnyException();
    }

    @Test
    void lockdownKeepsPeopleOut() {
        long atNs = shown();
        lockdown(true, false);
        assertThatThrownBy(() -> told(EventKind.ADMITTED_CARD, atNs, who.id)).hasMessageContaining("in lockdown");
    }

    @Test
    void whoCanOnlyLeaveByTheBoxIsLetOut() {
        var test = at(door -> door.byBox() && door.accept().equals(List.of("card")));
        test.lockdown(true, false);
        assertThatThrownBy(() -> test.rejected(
                        EventKind.REJECTED_LOCKDOWN, test.shown("exit", new What(test.who, null)), "lockdown"))
                .hasMessageContaining("turned away for lockdown");
        assertThatThrownBy(() -> {
                    test.judge.asked(1, new DoorCommand.LockDown(new Lockdown(false, true, false)));
                    test.judge.commanded(1, new DoorCommand.LockDown(new Lockdown(false, true, false)), null);
                })
                .hasMessageContaining("nobody could leave");
    }

    @Test
    void twoFactorsAreTwo() {
        var test = at(door -> door.accept().equals(List.of("card+pin"))
                && door.passback().equals("off")
                && door.duress()
                && !door.byBox());
        String pin = String.valueOf(test.who.factor());
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_CARD, test.shown(), test.who.id))
                .hasMessageContaining("a second factor is wanted");
        test.shown(); // begins anew
        long wrongNs = test.shown("entry", new What(null, "9876"));
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_CARD, wrongNs, test.who.id))
                .hasMessageContaining("wrong_factor");
        test.shown();
        long rightNs = test.shown("entry", new What(null, pin));
        test.judge.decided();
        assertThatCode(() -> test.told(EventKind.ADMITTED_CARD, rightNs, test.who.id))
                .doesNotThrowAnyException();
        test.shown();
        test.shown("entry", new What(null, Verdicts.underDuress(pin)));
        assertThatThrownBy(test.judge::decided).hasMessageContaining("duress: true");
    }

    @Test
    void aKeypadRestsAfterWrongPins() {
        var test = at(door -> door.accept().contains("pin") && door.passback().equals("off") && !door.byBox());
        test.pass(Duration.ofMinutes(3).toMillis());
        for (int i = 0; i < 5; i++) test.shown("entry", new What(null, "4321"));
        String pin = String.valueOf(test.who.pin);
        long atNs = test.shown("entry", new What(null, pin));
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_PIN, atNs, test.who.id))
                .hasMessageContaining("pin_locked");
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
        door().strike(true, time.nowNs());
        assertThatThrownBy(this::settle).hasMessageContaining("does not say why");
        told(EventKind.ADMITTED_CARD, shown(), who.id);
        assertThatCode(this::settle).doesNotThrowAnyException();
        pass(door().times().unlock() * 1000L - 500);
        assertThatCode(this::settle).doesNotThrowAnyException();
        pass(600);
        assertThatThrownBy(this::settle).hasMessageContaining("still released");
    }

    @Test
    void lockdownEndsWhatWasGivenBefore() {
        told(EventKind.ADMITTED_CARD, shown(), who.id);
        door().strike(true, time.nowNs());
        settle();
        pass(1);
        lockdown(true, false);
        assertThatThrownBy(this::settle).hasMessageContaining("still released");
    }

    @Test
    void aDoorThatTheLogCallsUnlockedIsUnlocked() {
        assertThatThrownBy(() -> told(EventKind.MODE_UNLOCK)).hasMessageContaining("nothing asks for it");
        judge.asked(1, new DoorCommand.Unlock(null));
        told(EventKind.MODE_UNLOCK);
        assertThatThrownBy(this::settle).hasMessageContaining("its strike holds");
    }

    @Test
    void nothingChangesUnasked() {
        assertThatThrownBy(() -> lockdownUnasked()).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> told(EventKind.AUTO_UNLOCK_STARTED)).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> told(EventKind.FIRE_RELEASE_ON)).hasMessageContaining("nothing asks for it");
        judge.asked(1, new DoorCommand.Unlock(time.nowMs() + 60_000));
        told(
                EventKind.MODE_UNLOCK,
                time.nowNs(),
                null,
                Map.of("relock_at", START.plusSeconds(60).toString()));
        judge.commanded(1, new DoorCommand.Unlock(START.plusSeconds(60).toEpochMilli()), null);
        assertThatThrownBy(() -> told(EventKind.MODE_NORMAL)).hasMessageContaining("nothing asks for it");
        pass(60_000);
        assertThatCode(() -> told(EventKind.MODE_NORMAL)).doesNotThrowAnyException();
    }

    private void lockdownUnasked() {
        told(EventKind.LOCKDOWN_ON, time.nowNs(), null, Map.of("card_lockdown", true));
    }

    @Test
    void anExitOpensAndStaysOpenForItsTime() {
        assertThatThrownBy(() -> door().exits.pressed(true, time.nowNs())).hasMessageContaining("the strike holds");
        pass(1);
        door().strike(true, time.nowNs());
        door().exits.pressed(true, time.nowNs());
        pass(500);
        assertThatThrownBy(() -> door().strike(false, time.nowNs())).hasMessageContaining("exit's time");
    }

    @Test
    void theLogTellsOfEachExit() {
        door().strike(true, time.nowNs());
        door().exits.pressed(true, time.nowNs());
        assertThatThrownBy(this::settle).hasMessageContaining("does not tell of [REX at");
        told(EventKind.ADMITTED_REQUEST_EXIT);
        assertThatCode(this::settle).doesNotThrowAnyException();
        assertThatThrownBy(() -> told(EventKind.ADMITTED_REQUEST_EXIT)).hasMessageContaining("nobody pressed it");
    }

    @Test
    void anExitThatIsLockedDownOpensNothing() {
        lockdown(false, true);
        door().exits.pressed(true, time.nowNs());
        assertThatThrownBy(() -> told(EventKind.ADMITTED_REQUEST_EXIT))
                .hasMessageContaining("a lockdown says otherwise");
        pass(1);
        door().exits.pressed(true, time.nowNs());
        assertThatCode(() -> told(EventKind.REJECTED_LOCKDOWN, time.nowNs(), null, Map.of("input", "rex")))
                .doesNotThrowAnyException();
        pass(1);
        door().strike(true, time.nowNs());
        assertThatThrownBy(() -> told(EventKind.ADMITTED_REQUEST_EXIT)).hasMessageContaining("nobody pressed it");
    }

    @Test
    void whatEndsHasBegun() {
        assertThatThrownBy(() -> told(EventKind.DOOR_NORMAL)).hasMessageContaining("not raised");
        assertThatThrownBy(() -> told(EventKind.LOCKDOWN_OFF)).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> told(EventKind.FIRE_RELEASE_OFF)).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> told(EventKind.TAMPER_CLEARED)).hasMessageContaining("twice");
        assertThatThrownBy(() -> told(EventKind.AUTO_UNLOCK_ENDED)).hasMessageContaining("nothing asks for it");
        door().leaf(true, false, time.nowNs());
        told(EventKind.FORCED_OPEN);
        assertThatThrownBy(() -> told(EventKind.EXTENDED_OPEN)).hasMessageContaining("while");
    }

    @Test
    void aLeafThatIsLetOpenIsNoBreakIn() {
        door().strike(true, time.nowNs());
        door().leaf(true, false, time.nowNs());
        assertThatThrownBy(() -> told(EventKind.FORCED_OPEN)).hasMessageContaining("let go");
        pass(1);
        assertThatThrownBy(() -> told(EventKind.FORCED_OPEN)).hasMessageContaining("nobody opened it");
    }

    @Test
    void aBreakInIsTold() {
        door().leaf(true, false, time.nowNs());
        assertThatThrownBy(this::settle).hasMessageContaining("a break-in that the log does not tell of");
    }

    @Test
    void aLeafThatStandsOpenIsToldInTime() {
        judge.asked(1, new DoorCommand.Unlock(null));
        told(EventKind.MODE_UNLOCK);
        door().strike(true, time.nowNs());
        door().leaf(true, false, time.nowNs());
        settle();
        judge.asked(1, new DoorCommand.Normal());
        told(EventKind.MODE_NORMAL);
        door().strike(false, time.nowNs());
        assertThatThrownBy(() -> told(EventKind.DOOR_EXTENDED_WARNING)).hasMessageContaining("before its time");
        assertThatThrownBy(() -> told(EventKind.EXTENDED_OPEN)).hasMessageContaining("before its time");
        pass(door().times().warning() * 1000L + 10);
        settle();
        pass(1_200);
        assertThatThrownBy(this::settle).hasMessageContaining("without a warning");
        told(EventKind.DOOR_EXTENDED_WARNING);
        pass(door().times().extendedOpen() * 1000L);
        settle();
        pass(1_200);
        assertThatThrownBy(this::settle).hasMessageContaining("without an alarm");
    }

    @Test
    void aKillTakesBackWhatWasNotOnDisk() {
        judge.asked(1, new DoorCommand.Unlock(null));
        told(EventKind.MODE_UNLOCK);
        lockdown(true, false);
        judge.lost(1);
        assertThat(door().told().unlock()).isTrue();
        assertThat(door().told().lockdown()).isEqualTo(Lockdown.NONE);
        judge.lost(0);
        assertThat(door().told().unlock()).isFalse();
    }
}
