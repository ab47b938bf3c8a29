package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Warnings of airlocks that only the wiring shows.
class AirlockWiringTest {
    private static final String WIRED = "strike: {line: 1%d, fail: safe}, rex: {line: 2%d}, egress: %s";

    private static List<String> warnings(String airlock, String outer, String inner) {
        String wiring = "channels:\n  - {unit: 1, " + WIRED.formatted(1, 1, outer) + "}\n  - {unit: 2, "
                + WIRED.formatted(2, 2, inner) + "}\n";
        String site = """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels:
                  - {id: 1, unit: 1, name: Outside, site: 1, airlock: {inner: 2%s}}
                  - {id: 2, unit: 2, name: Inside, site: 1}
                """.formatted(airlock);
        if (!(SiteFile.parse("site.yaml", site) instanceof Checked.Valid<Policy>(Policy policy)))
            throw new AssertionError(airlock);
        var config = ConfigFile.parse("controller.yaml", wiring);
        if (!(config instanceof Checked.Valid<ControllerConfig>(ControllerConfig read)))
            throw new AssertionError(config.toString());
        return new WiringGuard(read).warnings(policy);
    }

    private static final String WITH_CONTACT = "mechanical, contact: {line: 3, closed: low}";

    @Test
    void aDoorWithoutAContactIsNamed() {
        assertThat(warnings("", WITH_CONTACT, "mechanical"))
                .singleElement()
                .asString()
                .startsWith("channel 2: airlock: the door has no contact");
        assertThat(warnings("", "mechanical", "mechanical, contact: {line: 3, closed: low}"))
                .singleElement()
                .asString()
                .startsWith("channel 1: airlock: the door has no contact");
    }

    @Test
    void exitsThatPeopleDependOnAreNamed() {
        String controller = "controller, contact: {line: 3, closed: low}";
        String other = "mechanical, contact: {line: 4, closed: low}";
        assertThat(warnings("", controller, other))
                .singleElement()
                .asString()
                .startsWith("channel 1: airlock: its exits do not wait for the other door");
        assertThat(warnings(", exits: ignore", controller, other)).isEmpty();
        assertThat(warnings("", WITH_CONTACT, other)).isEmpty();
    }
}
