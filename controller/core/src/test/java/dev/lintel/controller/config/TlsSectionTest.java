package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsSectionTest {
    private static final String ACME = "directory: 'https://ca.example/dir', email: a@b.example";

    @TempDir
    Path folder;

    private static List<Fault> faults(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig> _ -> List.of();
            case Checked.Faulty<ControllerConfig>(List<Fault> faults) -> faults;
        };
    }

    private TlsConfig valid(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("controller.yaml"), text);
        return switch (ConfigFile.load(file)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig config) -> config.tls();
            case Checked.Faulty<ControllerConfig>(List<Fault> faults) -> throw new AssertionError(faults.toString());
        };
    }

    @Test
    void filesAreFromTheConfigurationsFolder() throws IOException {
        assertThat(valid("tls: {certificate: tls/a.pem, key: /etc/b.pem}"))
                .isEqualTo(new TlsConfig.Given(folder.resolve("tls/a.pem"), Path.of("/etc/b.pem")));
        assertThat(valid("name: Lobby")).isEqualTo(new TlsConfig.Own());
    }

    @Test
    void namesAreThoseGivenOrThePublicOne() throws IOException {
        var named = (TlsConfig.Acme) valid("tls: {acme: {" + ACME + ", names: [A.Example.org], trust: ca.pem}}");
        assertThat(named.names()).containsExactly("a.example.org");
        assertThat(named.trust()).isEqualTo(folder.resolve("ca.pem"));
        assertThat(named.directory()).hasToString("https://ca.example/dir");
        var open = (TlsConfig.Acme) valid("public_url: https://lobby.example.com\ntls: {acme: {" + ACME + "}}");
        assertThat(open.names()).isEmpty();
        assertThat(open.trust()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    certificate: a                                        | tls.key                 | is missing
                    key: a                                                | tls.certificate         | is missing
                    certificate: a, key: b, pin: c                        | tls.pin                 | not a known key
                    certificate: a, acme: {ACME, names: [a.example.org]}  | tls.certificate         | one or the other
                    acme: {directory: 'http://a', email: a@b, names: [a.b.org]} | tls.acme.directory | https://
                    acme: {directory: 'https://a', names: [a.b.org]} | tls.acme.email | is missing
                    acme: {directory: 'https://a', email: me, names: [a.b.org]} | tls.acme.email | email address
                    acme: {directory: 'https://a', email: "a\u200B@b", names: [b.org]} | tls.acme.email | email address
                    acme: {ACME}                                          | tls.acme.names          | no public_url
                    acme: {ACME, names: []}                               | tls.acme.names          | at least one
                    acme: {ACME, names: [192.0.2.7]}                      | tls.acme.names          | address 192.0.2.7
                    acme: {ACME, names: ['2001:db8::1']} | tls.acme.names | address 2001:db8::1
                    acme: {ACME, names: [lobby.local]}                    | tls.acme.names          | this network only
                    acme: {ACME, names: [lobby]}                          | tls.acme.names          | whole name
                    acme: {ACME, names: ['*.example.org']}                | tls.acme.names          | wildcard
                    acme: {ACME, names: [a_b.example.org]}                | tls.acme.names          | whole name
                    acme: {ACME, names: [a.b.org], challenge: dns-01} | tls.acme.challenge | http-01
                    """)
    void whatIsWrongIsNamed(String tls, String key, String said) {
        assertThat(faults("tls: {" + tls.replace("ACME", ACME) + "}"))
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.key()).isEqualTo(key);
                    assertThat(fault.sentence()).contains(said);
                });
    }

    @Test
    void aPublicAddressThatIsNoNameIsNoneForAnAuthority() {
        assertThat(faults("public_url: https://192.0.2.7:8443\ntls: {acme: {" + ACME + "}}"))
                .singleElement()
                .satisfies(fault -> assertThat(fault.sentence()).contains("from public_url", "192.0.2.7"));
        assertThat(faults("listen: {http: 0}\ntls: {acme: {" + ACME + ", names: [a.example.org]}}"))
                .singleElement()
                .satisfies(fault -> assertThat(fault.toString()).contains("tls.acme", "listen.http"));
    }
}
