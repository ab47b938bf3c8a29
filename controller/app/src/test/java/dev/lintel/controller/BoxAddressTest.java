package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.yaml.Checked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Webhooks, mails and the report lead to the box by this.
class BoxAddressTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', nullValues = "-", textBlock = """
                    hardware: board, channels: [] | north-gate | https://north-gate.local:8443
                    hardware: board, channels: [], listen: {https: 443} | north-gate | https://north-gate.local
                    hardware: board, channels: [] | gate.lan.test | https://gate.lan.test:8443
                    hardware: board, channels: [], public_url: 'https://a.example' | north-gate | https://a.example
                    hardware: board, channels: [], listen: {https: 0} | north-gate | -
                    hardware: board, channels: [] | localhost | -
                    hardware: board, channels: [] | "" | -
                    hardware: simulated | laptop | -
                    """)
    void aBoardIsReachedByItsNameAndALaptopByLocalhost(String config, String host, String url) {
        if (ConfigFile.parse("c", "{" + config + "}") instanceof Checked.Valid(ControllerConfig valid)) {
            assertThat(BoxAddress.of(valid, host)).isEqualTo(url);
        } else {
            throw new AssertionError(ConfigFile.parse("c", "{" + config + "}"));
        }
    }
}
