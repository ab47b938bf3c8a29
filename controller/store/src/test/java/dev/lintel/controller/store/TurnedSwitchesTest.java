package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The level that several threat switches of a site come to.
class TurnedSwitchesTest {
    private static final ThreatSwitch KEY3 = new ThreatSwitch("key 3", 3, false, true, null);
    private static final ThreatSwitch KEY4 = new ThreatSwitch("key 4", 4, false, true, null);
    private static final ThreatSwitch BACK = new ThreatSwitch("key back", 5, false, true, 1);
    private static final ThreatSwitch LOWER = new ThreatSwitch("key lower", 1, true, true, null);
    private static final ThreatSwitch BUTTON2 = new ThreatSwitch("button 2", 2, false, false, null);
    private static final ThreatSwitch BUTTON5 = new ThreatSwitch("button 5", 5, false, false, null);
    private static final ThreatSwitch CLEAR = new ThreatSwitch("clear", 0, true, false, null);

    private int level;
    private TurnedSwitches switches = TurnedSwitches.NONE;

    private int on(ThreatSwitch each) {
        return take(switches.turned(level, each));
    }

    private int off(ThreatSwitch each) {
        return take(switches.released(level, each.name()));
    }

    private int take(TurnedSwitches.Result result) {
        level = result.level();
        switches = TurnedSwitches.of(result.switches().text()); // as after a restart
        assertThat(switches).isEqualTo(result.switches());
        return level;
    }

    @Test
    void key_setsBackTheLevelBefore() {
        level = 2;
        assertThat(on(KEY3)).isEqualTo(3);
        assertThat(off(KEY3)).isEqualTo(2);
        assertThat(switches.all()).isEmpty();
    }

    @Test
    void key_setsBackTheLevelOfTheFile() {
        level = 2;
        assertThat(on(BACK)).isEqualTo(5);
        assertThat(off(BACK)).isEqualTo(1);
    }

    @Test
    void keyThatSetNothing_setsNothingBack() {
        level = 3;
        assertThat(on(KEY3)).isEqualTo(3);
        assertThat(off(KEY3)).isEqualTo(3);
        level = 5;
        assertThat(on(BACK)).isEqualTo(5);
        assertThat(off(BACK)).isEqualTo(5);
    }

    @Test
    void keys_setBackWhatTheOthersSet_inAnyOrder() {
        on(KEY3);
        assertThat(on(KEY4)).isEqualTo(4);
        assertThat(off(KEY3)).isEqualTo(4);
        assertThat(off(KEY4)).isZero();
        on(KEY4);
        assertThat(on(KEY3)).as("lower, and it lasts as long as it is on").isEqualTo(4);
        assertThat(off(KEY4)).isEqualTo(3);
        assertThat(off(KEY3)).isZero();
    }

    @Test
    void keyThatLowers_setsBackTheHigherLevel() {
        level = 3;
        assertThat(on(LOWER)).isEqualTo(1);
        assertThat(on(KEY4)).isEqualTo(4);
        assertThat(off(KEY4)).isEqualTo(1);
        assertThat(off(LOWER)).isEqualTo(3);
    }

    @Test
    void operatorWhoSetsALevel_keepsItWhenTheKeyIsReleased() {
        on(KEY3);
        switches = switches.freed();
        level = 1;
        assertThat(off(KEY3)).isEqualTo(1);
    }

    @Test
    void button_lastsLongerThanAKey() {
        on(KEY4);
        assertThat(on(BUTTON5)).isEqualTo(5);
        assertThat(off(BUTTON5)).isEqualTo(5);
        assertThat(off(KEY4)).isEqualTo(5);
        level = 0;
        on(KEY4);
        assertThat(on(BUTTON2)).as("lower than the key").isEqualTo(4);
        off(BUTTON2);
        assertThat(off(KEY4)).isEqualTo(2);
    }

    @Test
    void buttonThatLowers_endsWhatKeysSet() {
        on(KEY3);
        on(KEY4);
        assertThat(on(CLEAR)).isZero();
        off(CLEAR);
        assertThat(off(KEY4)).as("the release raises nothing").isZero();
        assertThat(off(KEY3)).isZero();
    }

    @Test
    void switchThatIsOnAlready_setsNothingAgain() {
        on(BUTTON5);
        level = 0;
        assertThat(on(BUTTON5)).isZero();
        off(BUTTON5);
        assertThat(on(BUTTON5)).isEqualTo(5);
    }
}
