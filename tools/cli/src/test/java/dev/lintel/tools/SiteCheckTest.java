package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel site check --config`: what the wiring forbids of a policy is a fault before it is applied.
class SiteCheckTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 5, d1: 6}}
                strike: {line: 17, fail: safe}
                rex: {line: 22}
                egress: controller
              - {unit: 2, strike: {line: 18}, egress: mechanical}
            outputs: [{name: siren, line: 40}]
            inputs: [{name: loop, line: 44, wired_to: siren}]
            """;

    private static String site(String rule) {
        return """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels:
                  - {id: 1, unit: 1, name: Front, site: 1%s}
                  - {id: 2, unit: 2, name: Back, site: 1}
                """.formatted(rule);
    }

    @TempDir
    Path folder;

    private CommandRun check(String rule, String more) throws IOException {
        Path config = Files.writeString(folder.resolve("controller.yaml"), CONTROLLER);
        Path site = Files.writeString(folder.resolve("site.yaml"), site(rule) + more);
        return CommandRun.of("site", "check", site.toString(), "--config", config.toString());
    }

    @Test
    void loopOfAnActionThroughAWire() throws Exception {
        String loop = "actions: [{id: 2, name: B, when: {input: loop}, output: siren, pulse: 1s}]\n";
        CommandRun run = check("", loop);
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("site.yaml: action 2").doesNotContain("has no faults");
    }

    @Test
    void interlockOfADoorWhereThePeopleDependOnTheController() throws Exception {
        CommandRun run = check(", interlock: [2]", "");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("site.yaml: ", "egress").doesNotContain("has no faults");
    }

    @Test
    void hardPassbackAtADoorWithoutAContact() throws Exception {
        CommandRun run = check(", passback: {from: street, to: hall, mode: hard}", "");
        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .contains(
                        "channel 1: passback: this door has no contact",
                        "their next attempt: wire a contact, or use mode soft");
    }

    @Test
    void policyThatFitsTheWiring() throws Exception {
        CommandRun run = check("", "");
        assertThat(run.exit()).as(run.out()).isZero();
        assertThat(run.out()).contains("has no faults");
    }
}
