package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WitnessSectionTest {
    private static ControllerConfig valid(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Checked.Faulty<ControllerConfig> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    private static List<Fault> faults(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig> _ -> List.of();
            case Checked.Faulty<ControllerConfig> faulty -> faulty.faults();
        };
    }

    @Test
    void aWitnessHasAFileASyslogServerOrAWebhook() {
        assertThat(valid("name: Lobby").witness()).isNull();
        assertThat(valid("witness: {file: /mnt/heads, syslog: '10.0.0.9', webhook: 'https://a.example/h',"
                                + " trust: [house.pem, /etc/other.pem], every: 5m}")
                        .witness())
                .isEqualTo(new WitnessConfig(
                        Path.of("/mnt/heads"),
                        new WitnessConfig.Server("10.0.0.9", 514),
                        URI.create("https://a.example/h"),
                        List.of(Path.of("house.pem"), Path.of("/etc/other.pem")),
                        Duration.ofMinutes(5)));
        assertThat(valid("witness: {syslog: 'logs.example:6514'}").witness())
                .isEqualTo(new WitnessConfig(
                        null, new WitnessConfig.Server("logs.example", 6514), null, List.of(), Duration.ofHours(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "'witness: {every: 1h}', witness.file",
        "'witness: {syslog: a b}', witness.syslog",
        "'witness: {syslog: \"a:70000\"}', witness.syslog",
        "'witness: {webhook: \"http://a.example\"}', witness.webhook",
        "'witness: {file: /mnt/heads, every: 1s}', witness.every",
        "'witness: {file: /mnt/heads, trust: [a.pem]}', witness.trust"
    })
    void aWitnessAtFaultIsNamed(String text, String key) {
        assertThat(faults(text)).extracting(fault -> fault.key()).containsExactly(key);
    }
}
