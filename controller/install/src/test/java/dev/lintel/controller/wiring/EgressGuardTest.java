package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.yaml.Checked;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EgressGuardTest {
    private static final AlarmRules LATCHED = new AlarmRules(true, null, true);
    private static final DoorRules INTERLOCKED = new DoorRules(Kind.DOOR, null, List.of(2L), List.of(), LATCHED);

    /// Each channel's unit has its number.
    private static @Nullable Integer unit(long channel) {
        return (int) channel;
    }

    private static ControllerConfig config(String egress) {
        String text = """
                channels:
                  - unit: 1
                    strike: {line: 17, fail: safe}
                    rex: {line: 22}
                    egress: %s
                """.formatted(egress);
        if (ConfigFile.parse("controller.yaml", text) instanceof Checked.Valid<ControllerConfig> valid) {
            return valid.value();
        }
        throw new AssertionError(text);
    }

    /// The policy has moved the channel to unit 9; until the next start its door is the one at unit 1.
    @Test
    void theUnitThatADoorWorksWithCounts() {
        var moved = new DoorSettings(1, 9, DoorBench.TIMES, INTERLOCKED);
        DoorSettings guarded = EgressGuard.guarded(moved, EgressGuardTest::unit, config("controller"));
        assertThat(guarded.rules().interlock()).isEmpty();
        assertThat(guarded.rules().alarm()).isEqualTo(LATCHED);
        assertThat(guarded.egressByBox()).isTrue();
    }

    @Test
    void aPartnerIsNoWayAroundThat() {
        var leaving = new DoorSettings(1, 1, DoorBench.TIMES);
        var partner = new DoorSettings(2, 2, DoorBench.TIMES, new DoorRules(Kind.DOOR, null, List.of(1L), List.of()));
        assertThat(EgressGuard.faults(List.of(leaving, partner), config("controller")))
                .singleElement()
                .asString()
                .startsWith("channel 2: interlock: channel 1: ");
        assertThat(EgressGuard.guarded(partner, EgressGuardTest::unit, config("controller"))
                        .rules()
                        .interlock())
                .as("one that stands in the database all the same")
                .isEmpty();
        assertThat(EgressGuard.guarded(partner, EgressGuardTest::unit, config("mechanical")))
                .isEqualTo(wired(partner));
        assertThat(EgressGuard.faults(List.of(leaving, partner), config("mechanical")))
                .isEmpty();
    }

    @Test
    void anInterlockWhereLeavingDependsOnTheBoxIsRefusedAndNeverWorks() {
        var door = new DoorSettings(1, 1, DoorBench.TIMES, INTERLOCKED);
        assertThat(EgressGuard.faults(List.of(door), config("controller")))
                .singleElement()
                .asString()
                .contains("could lock people in");
        DoorSettings guarded = EgressGuard.guarded(door, EgressGuardTest::unit, config("controller"));
        assertThat(guarded.rules().interlock()).isEmpty();
        assertThat(guarded.egressByBox()).isTrue();
    }

    @Test
    void behindAHandleItIsTheSitesOwnMatter() {
        var door = new DoorSettings(1, 1, DoorBench.TIMES, INTERLOCKED);
        assertThat(EgressGuard.faults(List.of(door), config("mechanical"))).isEmpty();
        assertThat(EgressGuard.guarded(door, EgressGuardTest::unit, config("mechanical")))
                .isEqualTo(wired(door));
    }

    @Test
    void anOpeningWaitsForAnExitWhereItsSwitchIsWired() {
        var door = new DoorSettings(1, 1, DoorBench.TIMES, DoorRules.PLAIN);
        assertThat(fixture(door, "").exitSwitch()).isFalse();
        assertThat(fixture(door, ", rex: {line: 22}").exitSwitch()).isTrue();
        assertThat(fixture(door, ", rex: {line: 22, release: off}").exitSwitch())
                .isTrue();
        assertThat(fixture(door, ", aux: {line: 23}").exitSwitch()).isFalse();
    }

    private static DoorSettings.Fixture fixture(DoorSettings door, String lines) {
        String file = "channels: [{unit: 1, strike: {line: 17}%s, egress: mechanical}]".formatted(lines);
        return switch (ConfigFile.parse("controller.yaml", file)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig config) ->
                EgressGuard.guarded(door, EgressGuardTest::unit, config).fixture();
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    /// As [#config] wires it: with a handle, without a contact; unit 1 has an exit switch.
    private static DoorSettings wired(DoorSettings door) {
        var fixture = new DoorSettings.Fixture(false, false, door.unit() == 1);
        return new DoorSettings(door.channelId(), door.unit(), door.times(), door.rules(), fixture);
    }
}
