package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.system.MachineState;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.MachineState.Last;
import dev.lintel.controller.system.MachineState.Slot;
import dev.lintel.controller.system.NetworkPlan;
import dev.lintel.controller.time.ClockStep;
import dev.lintel.controller.update.Newest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said and refused before anything of the machine is touched.
class SystemCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            system network                                  | 1 | say one of --dhcp, --address, --keep and --back
            system network --dhcp --keep                    | 1 | say one of --dhcp, --address, --keep and --back
            system clock                                    | 2 | --set
            system clock --set noon                         | 1 | 'noon' is no time like 2026-11-24T09:30:00Z
            system clock --servers a_b                      | 1 | 'a_b' is no name or address of a time server
            system clock --servers a --set b                | 2 | mutually exclusive
            system clock --set 2026-11-24T09:30:00Z         | 1 | nobody is here to be asked: say --yes
            system restart                                  | 1 | nobody is here to be asked: say --yes
            system reboot                                   | 2 | unknown command or argument
            """)
    void aMistakeChangesNothing(String line, int exit, String said) {
        CommandRun run = CommandRun.of((line + " --data " + folder).split(" ", -1));
        assertThat(run.exit()).as(run.err()).isEqualTo(exit);
        assertThat(run.err()).contains(said).doesNotContain("Exception");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void whoSetsTheClockIsToldFromWhereToWhere() {
        Instant now = Instant.parse("2026-11-24T10:00:00Z");
        assertThat(SystemClockCommand.question(new ClockStep(now, Instant.parse("2027-11-24T10:00:00Z"))))
                .isEqualTo("Set the clock from 2026-11-24T10:00:00Z to 2027-11-24T10:00:00Z, 365 days ahead? Shifts and"
                        + " validity follow it at once. By a wrong time the wrong people are let in and locked out, and"
                        + " the box's certificates begin and end at the wrong time.");
        assertThat(SystemClockCommand.question(new ClockStep(now, now.minusSeconds(90))))
                .endsWith("1 minute back? Shifts and validity follow it at once.");
    }

    @Test
    void whatTheMachineRunsIsNobodysToType() {
        CommandRun help = CommandRun.of("system", "--help");
        assertThat(help.out()).contains("status", "network", "restart", "clock").doesNotContain("serve");
    }

    @Test
    void theStatusIsReadAtAGlance() {
        var image = new Image(
                "virt-arm64",
                "0.2",
                2,
                Instant.parse("2026-11-01T00:00:00Z"),
                Instant.parse("2027-11-01T00:00:00Z"),
                "",
                "b",
                false,
                List.of(new Slot("b", "Lintel 0.2 (b)", "good"), new Slot("a", "Lintel 0.1 (a)", "good")),
                new Last("0.2", "kept", "", Instant.parse("2026-11-02T00:00:00Z")),
                new Newest("0.2", 2),
                "",
                "north",
                new NetworkPlan("north", "192.168.7.20/24", "", List.of()),
                null);
        var state = new MachineState("/var/lib/lintel", image, true, true, List.of("pool.ntp.org"));
        assertThat(SystemStatusCommand.text(state)).isEqualTo("""
                Lintel 0.2 of 2026-11-01T00:00:00Z on virt-arm64 runs from slot b
                  slot b  Lintel 0.2 (b)  good
                  slot a  Lintel 0.1 (a)  good
                last update: 0.2 at 2026-11-02T00:00:00Z, kept
                network: north.local, 192.168.7.20/24
                clock: set by the time service, servers pool.ntp.org""");
        var plain = new MachineState("/var/lib/lintel", null, false, false, List.of());
        assertThat(SystemStatusCommand.text(plain))
                .contains("was not made by a Lintel image", "no time service of ours");
    }
}
