package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Alarms;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What must never happen with an alarm, or at a door that is secured, made to happen: each is seen.
class AlarmWatchTest {
    private final Stage stage = new Stage();

    private void forced(Alarms rules) {
        stage.door().retimed(stage.door().times().with(rules));
        stage.settle();
        stage.pass(1_000);
        stage.door().leaf(true, false, stage.time.nowNs());
        stage.told(EventKind.FORCED_OPEN);
        sounds(true);
        stage.settle();
    }

    private void sounds(boolean now) {
        stage.door().alarms.sounds(now, stage.time.nowNs());
    }

    private void closes() {
        stage.pass(1_000);
        stage.door().leaf(false, false, stage.time.nowNs());
    }

    private void reminded(int number) {
        stage.told(EventKind.ALARM_REMINDER, stage.time.nowNs(), null, Map.of("alarm", "forced", "reminder", number));
    }

    private void acknowledged(String note) {
        stage.told(
                EventKind.ALARM_ACKNOWLEDGED,
                stage.time.nowNs(),
                null,
                Map.of("alarm", "forced", "note", note, "by", Deeds.OPERATOR));
    }

    @Test
    void aLatchedAlarmEndsOnlyOnceItIsAcknowledged() {
        forced(new Alarms(true, 0, true));
        closes();
        assertThatCode(stage::settle).doesNotThrowAnyException();
        assertThatThrownBy(() -> stage.told(EventKind.DOOR_NORMAL)).hasMessageContaining("ends unacknowledged");
        assertThatThrownBy(() -> acknowledged("seen")).hasMessageContaining("nothing asks for it");
        stage.judge.asked(1, new DoorCommand.Acknowledge("seen"));
        assertThatThrownBy(() -> acknowledged("other")).hasMessageContaining("nothing asks for it");
        acknowledged("seen");
        assertThatThrownBy(() -> acknowledged("seen")).hasMessageContaining("no alarm sounds");
        assertThatThrownBy(stage::settle).hasMessageContaining("the leaf is closed");
        stage.told(EventKind.DOOR_NORMAL);
        assertThatThrownBy(stage::settle).hasMessageContaining("the sounder is on");
        sounds(false);
        assertThatCode(stage::settle).doesNotThrowAnyException();
    }

    @Test
    void withoutALatchTheLeafEndsTheAlarm() {
        forced(new Alarms(true, 0, false));
        closes();
        assertThatThrownBy(stage::settle).hasMessageContaining("the leaf is closed");
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN)).hasMessageContaining("while FORCED_OPEN stands");
    }

    @Test
    void remindersComeInTimeAndAreCounted() {
        forced(new Alarms(true, 2, false));
        stage.pass(119_000);
        assertThatThrownBy(() -> reminded(1)).hasMessageContaining("before its time");
        stage.pass(1_000);
        assertThatThrownBy(() -> reminded(2)).hasMessageContaining("not the 1th");
        reminded(1);
        stage.settle();
        stage.pass(185_000);
        stage.settle();
        stage.pass(1_200);
        assertThatThrownBy(stage::settle).hasMessageContaining("a reminder that does not come");
    }

    @Test
    void withoutTheSettingNothingIsRemindedOf() {
        forced(new Alarms(true, 0, false));
        stage.pass(3_600_000);
        assertThatThrownBy(() -> reminded(1)).hasMessageContaining("before its time");
        assertThatCode(stage::settle).doesNotThrowAnyException();
    }

    @Test
    void beepsAreShortAndAfterAWarningOnly() {
        stage.pass(1_000);
        sounds(true);
        assertThatThrownBy(stage::settle).hasMessageContaining("the sounder is on");
    }

    @Test
    void aSecuredDoorHasNoHoursAndAnEnd() {
        assertThatThrownBy(() -> stage.told(EventKind.MODE_SECURE)).hasMessageContaining("nothing asks for it");
        stage.judge.asked(1, new DoorCommand.Secure(null));
        stage.told(EventKind.MODE_SECURE);
        stage.judge.commanded(1, new DoorCommand.Secure(null), null);
        assertThatThrownBy(() -> stage.told(EventKind.MODE_NORMAL)).hasMessageContaining("nothing asks for it");
        stage.settle();
        long untilMs = stage.time.nowMs() + 60_000;
        stage.judge.asked(1, new DoorCommand.Secure(untilMs));
        stage.told(
                EventKind.MODE_SECURE,
                stage.time.nowNs(),
                null,
                Map.of("until", java.time.Instant.ofEpochMilli(untilMs).toString()));
        stage.judge.commanded(1, new DoorCommand.Secure(untilMs), null);
        stage.pass(59_000);
        assertThatThrownBy(() -> stage.told(EventKind.MODE_NORMAL)).hasMessageContaining("nothing asks for it");
        stage.pass(1_000);
        stage.settle();
        stage.pass(1_200);
        assertThatThrownBy(stage::settle).hasMessageContaining("a door that stays secured");
        stage.told(EventKind.MODE_NORMAL);
        assertThatCode(stage::settle).doesNotThrowAnyException();
    }
}
