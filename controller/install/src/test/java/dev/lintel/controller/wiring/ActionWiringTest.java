package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import org.junit.jupiter.api.Test;

/// Faults and warnings of actions that do not fit the wiring.
class ActionWiringTest {
    private static final String CONTROLLER = """
            channels:
              - {unit: 1, strike: {line: 17}, egress: mechanical}
            outputs:
              - {name: siren, line: 40}
            inputs:
              - {name: siren_on, line: 41MORE}
            """;

    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            channels: [{id: 1, unit: 1, name: Door, site: 1}, {id: 2, unit: 1, box: Lab, name: Away, site: 1}]
            actions:
            """;
    private static final String LOOP = """
              - {id: 3, name: Siren, when: {channel: 1, state: unlocked}, output: siren}
              - {id: 7, name: Key, when: {input: siren_on, is: inactive}, do: {command: unlock, channels: 1}}
            """;

    private static WiringGuard guard(String more) {
        return switch (ConfigFile.parse("controller.yaml", CONTROLLER.replace("MORE", more))) {
            case Checked.Valid<ControllerConfig>(var config) -> new WiringGuard(config);
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    private static Policy policy(String actions) {
        return switch (SiteFile.parse("site.yaml", SITE + actions)) {
            case Checked.Valid<Policy>(var policy) -> policy;
            case Checked.Faulty<Policy> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    @Test
    void aLoopThroughAWireThatTheFileNamesIsRefused() {
        PolicySnapshot loop = PolicySnapshot.of(policy(LOOP));
        assertThat(guard(", wired_to: siren").faults(loop))
                .containsExactly(
                        "action 3: is part of a loop of actions: 3 Siren → 7 Key → 3, and each triggers the next"
                                + " one, by a wire that controller.yaml names (wired_to)");
        assertThat(guard("").faults(loop)).isEmpty();
    }

    @Test
    void anOutputOrInputThatIsNotWiredIsWarnedOf_atThisBoxAlone() {
        Policy policy = policy("""
                  - {id: 1, name: A, when: {channel: 1, state: open}, output: light}
                  - {id: 2, name: B, when: {input: bell}, output: siren}
                  - {id: 3, name: C, when: {input: power}, output: siren}
                  - {id: 4, name: D, when: {channel: 2, state: open}, output: there}
                """);
        assertThat(guard("").warnings(policy))
                .filteredOn(sentence -> sentence.startsWith("action"))
                .containsExactly(
                        "action 1: no output 'light' is wired (controller.yaml)",
                        "action 2: no input 'bell' is wired (controller.yaml)");
    }
}
