package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Each violation of the rules for double taps is made to happen, and the judge reports it.
class TapsTest {
    private final Stage stage = Stage.entering(entry -> entry.tap() != null
            && entry.tap().unlocks(Stage.START, ZoneOffset.UTC)
            && !entry.twoPerson()
            && entry.approval() == null);

    TapsTest() {
        var channels = stage.premises.roles().getFirst().channels();
        stage.premises.roles().set(0, new Premises.Role(null, channels, null, "none", true));
    }

    private static void wrong(String words, ThrowingCallable what) {
        assertThatThrownBy(what).isInstanceOf(Violation.class).hasMessageContaining(words);
    }

    private @Nullable Long relockAtMs() {
        Premises.Door door = stage.premises.doors().getFirst();
        Entry.Tap tap = door.entry().tap();
        return tap == null ? null : tap.relockAtMs(stage.time.now(), door.zone());
    }

    private LaneInput.Answered admits(long atNs, DoorCommand.@Nullable Toggle tap) {
        LaneInput.Answered answer = stage.admits(atNs, stage.who, Map.of());
        return new LaneInput.Answered(
                1, atNs, 1, "entry", answer.event(), answer.passage().withTap(tap));
    }

    /// The box decides to admit the person.
    private long decides() {
        long atNs = stage.reads(stage.who);
        stage.hands(admits(atNs, new DoorCommand.Toggle(relockAtMs(), true)));
        return atNs;
    }

    private void tap() {
        tap(EventKind.ADMITTED_CARD, Map.of());
    }

    private void tapsAtTheUnlockedDoor() {
        tap(EventKind.ADMITTED_UNLOCKED, Map.of("unlocked_by", "mode"));
    }

    private void tap(EventKind kind, Map<String, Object> more) {
        long atNs = decides();
        var facts = new HashMap<>(more);
        facts.putAll(Stage.TRACE);
        stage.told(kind, atNs, stage.who.id, facts);
    }

    private void mode(EventKind kind) {
        Long relockAtMs = relockAtMs();
        String by = "card of Person " + stage.who.id + " Simulated";
        Map<String, Object> facts = kind == EventKind.MODE_NORMAL || relockAtMs == null
                ? Map.of("by", by)
                : Map.of("by", by, "relock_at", Instant.ofEpochMilli(relockAtMs).toString());
        stage.told(kind, stage.time.nowNs(), null, facts);
    }

    private void laneGoesOn() {
        stage.judge.entering.taken();
    }

    private void unlockdown() {
        stage.judge.asked(1, new DoorCommand.Unlockdown());
        stage.told(EventKind.LOCKDOWN_OFF, stage.time.nowNs(), null, Map.of("by", Deeds.OPERATOR));
    }

    @Test
    void tap_saysWhatTheSecondOneDoes() {
        long atNs = stage.reads(stage.who);
        wrong("taps until " + relockAtMs(), () -> stage.hands(admits(atNs, null)));
        long nextNs = stage.reads(stage.who);
        wrong("taps until", () -> stage.hands(admits(nextNs, new DoorCommand.Toggle(relockAtMs(), false))));
    }

    @Test
    void twoAdmissions_unlockTheDoor() {
        tap();
        laneGoesOn();
        stage.pass(2_000);
        tap();
        wrong("twice, and keeps its mode", this::laneGoesOn);
        var again = new TapsTest();
        again.tap();
        again.laneGoesOn();
        again.stage.pass(700);
        again.tap();
        again.mode(EventKind.MODE_UNLOCK);
        again.laneGoesOn();
        wrong("nothing asks for it", () -> again.mode(EventKind.MODE_NORMAL));
    }

    @Test
    void oneAdmission_doesNotUnlockTheDoor() {
        tap();
        wrong("MODE_UNLOCK, and nothing asks for it", () -> mode(EventKind.MODE_UNLOCK));
    }

    @Test
    void secondTapAfterThreeSeconds_isAFirstOne() {
        tap();
        laneGoesOn();
        stage.pass(3_001);
        tap();
        wrong("MODE_UNLOCK, and nothing asks for it", () -> mode(EventKind.MODE_UNLOCK));
        laneGoesOn();
        stage.pass(1_000);
        tap();
        mode(EventKind.MODE_UNLOCK);
    }

    @Test
    void cardThatIsReadAgainAtOnce_hasStayedAtTheReader() {
        tap();
        for (int i = 0; i < 3; i++) {
            laneGoesOn();
            stage.pass(690);
            tap();
            wrong("MODE_UNLOCK, and nothing asks for it", () -> mode(EventKind.MODE_UNLOCK));
        }
        laneGoesOn();
        stage.pass(800);
        tap();
        mode(EventKind.MODE_UNLOCK);
        assertThat(stage.judge.rules()).containsEntry("a card that stays at the reader", 3L);
    }

    @Test
    void tapsAfterADoubleTap_countAfterAPause() {
        tap();
        laneGoesOn();
        stage.pass(1_000);
        tap();
        mode(EventKind.MODE_UNLOCK);
        for (int i = 0; i < 3; i++) {
            laneGoesOn();
            stage.pass(1_000);
            tapsAtTheUnlockedDoor();
            wrong("MODE_NORMAL, and nothing asks for it", () -> mode(EventKind.MODE_NORMAL));
        }
        laneGoesOn();
        stage.pass(3_001);
        tapsAtTheUnlockedDoor();
        laneGoesOn();
        stage.pass(1_000);
        tapsAtTheUnlockedDoor();
        wrong("twice, and keeps its mode", this::laneGoesOn);
        assertThat(stage.judge.rules()).containsEntry("tap after a double tap", 3L);
    }

    /// The decision admits the person, and the door does not.
    @Test
    void tapThatTheDoorRefuses_doesNotUnlockIt() {
        long firstNs = decides();
        stage.lockdown(true, false);
        stage.rejected(EventKind.REJECTED_LOCKDOWN, firstNs, "lockdown");
        unlockdown();
        laneGoesOn();
        stage.pass(1_000);
        tap();
        wrong("MODE_UNLOCK, and nothing asks for it", () -> mode(EventKind.MODE_UNLOCK));
        laneGoesOn();
        stage.pass(1_000);
        long thirdNs = decides();
        stage.lockdown(true, false);
        stage.rejected(EventKind.REJECTED_LOCKDOWN, thirdNs, "lockdown");
        unlockdown();
        wrong("MODE_UNLOCK, and nothing asks for it", () -> mode(EventKind.MODE_UNLOCK));
        assertThat(stage.judge.rules()).containsEntry("second tap refused by the door", 1L);
    }

    @Test
    void tapFromItsTimeToMidnight_doesNotUnlock() {
        var evening = new Entry.Tap(LocalTime.of(18, 15), 0);
        assertThat(evening.unlocks(Stage.START, ZoneOffset.UTC)).isTrue();
        assertThat(evening.relockAtMs(Stage.START, ZoneOffset.UTC))
                .isEqualTo(Instant.parse("2026-03-02T18:15:00Z").toEpochMilli());
        var morning = new Entry.Tap(LocalTime.of(10, 0), 0);
        assertThat(morning.unlocks(Stage.START, ZoneOffset.UTC)).isFalse();
        var midnight = new Entry.Tap(LocalTime.MIDNIGHT, 0);
        assertThat(midnight.unlocks(Stage.START, ZoneOffset.UTC)).isTrue();
        assertThat(midnight.relockAtMs(Stage.START, ZoneOffset.UTC))
                .isEqualTo(Instant.parse("2026-03-03T00:00:00Z").toEpochMilli());
    }
}
