package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.MailConfig.Login;
import dev.lintel.controller.config.MailConfig.Security;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `mail` of `controller.yaml`, as people write it.
class MailSectionTest {
    private static MailConfig valid(String keys) {
        return Objects.requireNonNull(config(keys).mail());
    }

    private static ControllerConfig config(String keys) {
        if (ConfigFile.parse("c", "mail: {" + keys + "}") instanceof Checked.Valid(ControllerConfig config)) {
            return config;
        }
        throw new AssertionError(keys + ": " + ConfigFile.parse("c", "mail: {" + keys + "}"));
    }

    @Test
    void aServerNeedsNoMoreThanANameAndASender() {
        assertThat(valid("host: smtp.example.com, from: door@example.com"))
                .isEqualTo(new MailConfig(
                        "smtp.example.com", 587, Security.STARTTLS, "door@example.com", "", null, List.of()));
        assertThat(ConfigFile.parse("c", "name: Lobby"))
                .isInstanceOfSatisfying(
                        Checked.Valid.class,
                        one -> assertThat(((ControllerConfig) one.value()).mail())
                                .isNull());
    }

    @Test
    void everythingElseCanBeSaid() {
        assertThat(valid("host: '2001:db8::25', security: tls, from: 'Lintel North <door@example.com>', user: door,"
                        + " password_file: smtp, trust: [ca.pem]"))
                .isEqualTo(new MailConfig(
                        "2001:db8::25",
                        465,
                        Security.TLS,
                        "door@example.com",
                        "Lintel North",
                        new Login("door", Path.of("smtp")),
                        List.of(Path.of("ca.pem"))));
        assertThat(valid("host: relay, security: none, port: 2525, from: box@localhost")
                        .port())
                .isEqualTo(2525);
    }

    @Test
    void inTheClearIsWarnedOfButOnThisMachine() {
        assertThat(config("host: relay, security: none, from: a@b.example").warnings())
                .singleElement()
                .satisfies(one -> assertThat(one.sentence()).contains("for all to read"));
        assertThat(config("host: 127.0.0.1, security: none, from: a@b.example").warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    from: a@b.example | mail.host | missing
                    host: relay | mail.from | missing
                    host: 'a b', from: a@b.example | mail.host | server's name
                    host: 'https://a.example', from: a@b.example | mail.host | server's name
                    host: relay, from: Lobby | mail.from | door@example.com
                    host: relay, from: 'a@b.example, c@d.example' | mail.from | door@example.com
                    host: relay, from: 'A <a@b.example> B' | mail.from | door@example.com
                    host: relay, from: a@b.example, port: 0 | mail.port | 1
                    host: relay, from: a@b.example, security: ssl | mail.security | starttls
                    host: relay, from: a@b.example, user: x | mail.password_file | missing
                    host: relay, from: a@b.example, password_file: x | mail.user | missing
                    host: relay, from: a@b.example, password: x | mail.password | not a known key
                    host: r, from: a@b.example, security: none, user: x, password_file: y | mail.security | to read
                    """)
    void whatIsWrongIsNamed(String keys, String key, String words) {
        var checked = ConfigFile.parse("c", "mail: {" + keys + "}");
        assertThat(checked).isInstanceOf(Checked.Faulty.class);
        List<Fault> faults = ((Checked.Faulty<ControllerConfig>) checked).faults();
        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.key()).isEqualTo(key);
            assertThat(fault.sentence()).contains(words);
        });
    }
}
