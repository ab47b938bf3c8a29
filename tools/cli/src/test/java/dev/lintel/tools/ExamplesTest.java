package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The examples in the documentation are files that this version takes.
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("../../docs/examples");

    @Test
    void theWiringFileHasNoFault() {
        assertThat(ConfigFile.load(EXAMPLES.resolve("controller.yaml"))).isInstanceOf(Checked.Valid.class);
    }

    @Test
    void thePolicyFileHasNoFault() {
        assertThat(SiteFile.load(EXAMPLES.resolve("site.yaml"))).isInstanceOf(Checked.Valid.class);
    }
}
