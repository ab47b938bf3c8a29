package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.mail.MailServer;
import dev.lintel.controller.time.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole box and a mail server.
class MailTest {
    @TempDir
    Path folder;

    private WholeLintel configured(MailServer server) throws Exception {
        var box = new WholeLintel(folder);
        Path password = folder.resolve("smtp");
        Files.writeString(password, MailServer.PASSWORD + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        server.authority(folder.resolve("ca.pem"));
        box.config =
                Files.writeString(folder.resolve("controller.yaml"), """
                name: North gate
                mail:
                  host: localhost
                  port: %d
                  from: Lintel North <door@example.com>
                  user: %s
                  password_file: smtp
                  trust: [ca.pem]
                """.formatted(server.port(), MailServer.USER));
        return box;
    }

    @Test
    void aTestLetterArrivesAndSurvivesAServerThatIsAwayAndABoxThatStarts() throws Exception {
        MailServer server = MailServer.withStartTls();
        WholeLintel box = configured(server);
        int port = server.port();
        try (box) {
            box.start();
            box.asked(Map.of("command", "mail test", "address", "ada@example.com"));
            assertThat(server.next()).contains("To: ada@example.com", "North gate");
            Await.until("it is sent", () -> list(box).contains("waiting=0"));
            server.close();
            box.asked(Map.of("command", "mail test", "address", "ben@example.com"));
            Await.until("the box says so", () -> list(box).contains("localhost:" + port + " cannot be connected to"));
            box.close();
            try (MailServer other = MailServer.withStartTls()) {
                configured(other);
                box.start();
                assertThat(other.next()).contains("To: ben@example.com");
                Await.until("it is sent", () -> list(box).contains("waiting=0"));
                assertThat(list(box)).contains("fault=null");
                assertThat(Agreement.told(
                                box.database(), EventKind.CONFIGURATION_CHANGED.number(), "sent a test letter"))
                        .isEqualTo(2);
                assertThat(box.client().get("/metrics").text())
                        .contains("lintel_letters{state=\"waiting\"} 0", "lintel_letters{state=\"failed\"} 0");
            }
        }
    }

    /// How mail stands.
    private static String list(WholeLintel box) {
        return box.asked(Map.of("command", "mail list")).toString();
    }
}
