package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.controller.yaml.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WalletSectionTest {
    @Test
    void walletsAreAsTheFileSays() {
        WalletConfig read = valid("""
                wallet:
                  callbacks: https://doors.example.com/
                  apple: {certificate: pass.pem, key: /etc/lintel/pass.key}
                  google: {issuer: "3388000000012345678", service_account: google.json}""").mobile().wallet();
        assertThat(read.callbacks()).isEqualTo("https://doors.example.com");
        assertThat(Objects.requireNonNull(read.apple()).key()).isEqualTo(Path.of("/etc/lintel/pass.key"));
        assertThat(read.apple().certificate()).hasFileName("pass.pem");
        assertThat(Objects.requireNonNull(read.google()).issuer()).isEqualTo("3388000000012345678");
        assertThat(valid("wallet: {}").mobile().wallet()).isEqualTo(WalletConfig.NONE);
        for (String wrong : List.of(
                "callbacks: doors.example.com",
                "callbacks: http://doors.example.com",
                "callbacks: https://doors.example.com/pass",
                "apple: {certificate: pass.pem}",
                "apple: {key: pass.key}",
                "google: {issuer: 'my issuer', service_account: google.json}",
                "google: {issuer: '1'}",
                "samsung: {}")) {
            assertThat(faults("wallet: {" + wrong + "}"))
                    .as(wrong)
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.line()).isEqualTo(1));
        }
    }

    private static ControllerConfig valid(String text) {
        return ConfigFile.parse("controller.yaml", text) instanceof Valid<ControllerConfig>(ControllerConfig config)
                ? config
                : fail(text);
    }

    private static ControllerConfig fail(String text) {
        throw new AssertionError(faults(text).toString());
    }

    private static List<Fault> faults(String text) {
        return ConfigFile.parse("controller.yaml", text) instanceof Faulty<ControllerConfig>(List<Fault> faults)
                ? faults
                : List.of();
    }
}
