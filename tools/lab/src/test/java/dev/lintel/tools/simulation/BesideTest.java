package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// What must never become of PINs and cards that are tried, and of PINs under duress: each is seen.
class BesideTest {
    private static final Map<String, Object> REST =
            Map.of("of", "door", "wrong", 5L, "rest_seconds", 60L, "in_row", 1L, "reader", "entry");

    private static Stage at(String accept) {
        Predicate<Door> wanted = door -> door.accept().equals(List.of(accept))
                && door.passback().equals("off")
                && door.duress()
                && !door.byBox();
        return Stage.at(wanted);
    }

    private static void wrong(Stage stage) {
        stage.refused("entry", new What(null, "9876"), EventKind.REJECTED_UNKNOWN_PIN, "unknown_pin");
    }

    private static Stage afterFourWrongPins() {
        Stage stage = at("pin");
        for (int i = 0; i < 4; i++) {
            wrong(stage);
            stage.judge.decided();
        }
        return stage;
    }

    private static void rest(Stage stage, Map<String, Object> facts) {
        stage.pass(1);
        long atNs = stage.shown("entry", new What(null, "9876"));
        stage.decides(EventKind.REJECTED_UNKNOWN_PIN, atNs, null, Map.of("reason", "unknown_pin"));
        stage.told(EventKind.PIN_GUESSING, atNs, null, facts);
    }

    @Test
    void fiveWrongPinsBeginARestOfItsLength() {
        Stage silent = afterFourWrongPins();
        wrong(silent);
        assertThatThrownBy(silent.judge::decided)
                .hasMessageContaining("should say [door 1: 5 wrong, 60 s, 1 in a row]");
        Stage shorter = afterFourWrongPins();
        rest(shorter, Map.of("of", "door", "wrong", 5L, "rest_seconds", 59L, "in_row", 1L));
        assertThatThrownBy(shorter.judge::decided).hasMessageContaining("59 s");
        Stage early = at("pin");
        rest(early, REST);
        assertThatThrownBy(early.judge::decided).hasMessageContaining("should say []");
    }

    @Test
    void noPinIsLookedAtWhilePinsRest_overARestartToo() {
        Stage stage = afterFourWrongPins();
        rest(stage, REST);
        stage.judge.decided();
        for (boolean restart : new boolean[] {false, true}) {
            if (restart) stage.restarts();
            long atNs = stage.shown("entry", new What(null, stage.who.pin));
            assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_PIN, atNs, stage.who.id))
                    .hasMessageContaining("pin_locked");
            stage.judge.decided();
        }
        stage.pass(Duration.ofMinutes(1).toMillis());
        long atNs = stage.shown("entry", new What(null, stage.who.pin));
        assertThatCode(() -> stage.told(EventKind.ADMITTED_PIN, atNs, stage.who.id))
                .doesNotThrowAnyException();
    }

    @Test
    void fortyPinsInAnHourAreTheMost() {
        for (boolean free : new boolean[] {false, true}) {
            var guesses = new Guesses();
            int most = free ? Guesses.LOOKED_AT_FREE_MAX : Guesses.LOOKED_AT_MAX;
            assertThatThrownBy(() -> {
                        for (int i = 0; i <= most; i++) {
                            var nobody = new EventDraft.Subject(1L, null, null, null, "****", true);
                            var event = new EventDraft(EventKind.REJECTED_UNKNOWN_PIN, 0, i, nobody, Map.of());
                            guesses.decided(event, free, true, i);
                        }
                    })
                    .hasMessageContaining((free ? "161" : "41") + " PINs were tried");
        }
    }

    @Test
    void freeExit_takesOnePin30SecondsAfterAWrongOne() {
        var guesses = new Guesses();
        var nobody = new EventDraft.Subject(1L, null, null, null, "****", true);
        var wrong = new EventDraft(EventKind.REJECTED_UNKNOWN_PIN, 0, 0, nobody, Map.of());
        for (int i = 0; i < 4; i++)
            assertThat(guesses.decided(wrong, true, true, 0)).isEmpty();
        assertThat(guesses.decided(wrong, true, true, 0)).hasSize(1);
        long soonNs = Duration.ofSeconds(30).toNanos();
        assertThat(guesses.rest(1, null, true, soonNs - 1)).isTrue();
        assertThat(guesses.rest(1, null, true, soonNs)).isFalse();
        assertThat(guesses.rest(1, null, false, soonNs)).isTrue();
        guesses.decided(wrong, true, true, soonNs);
        assertThat(guesses.rest(1, null, true, soonNs + 1)).isTrue();
        var locked = new EventDraft(EventKind.REJECTED_LOCKDOWN, 0, 0, nobody, Map.of());
        for (int i = 0; i < 5; i++)
            assertThat(guesses.decided(locked, false, true, soonNs + 2)).isEmpty();
    }

    @Test
    void duressIsToldOnceAndAfterARefusedCardToo() {
        Stage stage = at("card+pin");
        stage.who.enabled = false;
        String forced = Verdicts.underDuress(String.valueOf(stage.who.factor()));
        var card = new What(stage.who, null);
        stage.refused("entry", card, EventKind.REJECTED_PERSON_DISABLED, "person_disabled");
        stage.judge.decided();
        long atNs = stage.refused("entry", new What(null, forced), EventKind.REJECTED_UNKNOWN_PIN, "unknown_pin");
        assertThatThrownBy(stage.judge::decided)
                .hasMessageContaining("duress of " + stage.who.id + ", refused: person_disabled");
        stage.refused("entry", card, EventKind.REJECTED_PERSON_DISABLED, "person_disabled");
        assertThatThrownBy(() -> stage.told(EventKind.DURESS, atNs, stage.who.id))
                .hasMessageContaining("in no decision");
    }

    @Test
    void theSameCardAgainHasNoAnswer() {
        Stage stage = at("card+pin");
        stage.told(EventKind.MFA_STARTED, stage.shown(), stage.who.id);
        stage.judge.decided();
        stage.shown();
        assertThatThrownBy(stage.judge::decided).hasMessageContaining("no answer is false");
        stage.shown();
        stage.judge.folds();
        assertThatCode(stage.judge::decided).doesNotThrowAnyException();
    }

    @Test
    void unknownCardsAreAnsweredUntilThereAreTooMany() {
        Stage stage = at("card+pin");
        var unknown = new What(null, null);
        for (int i = 0; i < 9; i++) {
            stage.refused("entry", unknown, EventKind.REJECTED_UNKNOWN_CARD, "unknown_card");
            stage.judge.decided();
        }
        stage.shown("entry", unknown);
        stage.judge.folds();
        assertThatThrownBy(stage.judge::decided).hasMessageContaining("should say [many at 1entry]");
        stage.refused("entry", unknown, EventKind.REJECTED_UNKNOWN_CARD, "unknown_card");
        assertThatThrownBy(stage.judge::decided).hasMessageContaining("no answer is false");
    }
}
