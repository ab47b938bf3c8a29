package dev.lintel.controller.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.mail.MailSender.Answer;
import dev.lintel.controller.mail.MailSender.Answer.Keeps;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Letters over real sockets to a real server.
class SmtpSenderTest {
    private static final Letter LETTER = new Letter("Grüße aus der Lobby", "Für dich: 4711\n", "<p>Für dich: 4711</p>");
    private static final String ID = "lintel-7-1772445600000@lobby.example";

    private static Vertx vertx;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static SmtpSender.Login login(String password) {
        return new SmtpSender.Login(MailServer.USER, () -> password);
    }

    private static SmtpSender sender(int port, boolean startTls, SmtpSender.@Nullable Login login, List<Path> trust) {
        var server = new SmtpSender.Server(
                "localhost", port, startTls, false, "door@example.com", "Lintel North", login, trust, "lobby.example");
        return new SmtpSender(server, () -> vertx);
    }

    private static Answer send(SmtpSender sender) throws InterruptedException {
        return sender.send("ada@example.com", ID, LETTER);
    }

    @Test
    void aLetterArrivesWholeOverTlsFromWhoThisBoxIs() throws Exception {
        try (MailServer server = MailServer.withStartTls()) {
            Path authority = server.authority(folder.resolve("ca.pem"));
            assertThat(send(sender(server.port(), true, login(MailServer.PASSWORD), List.of(authority))))
                    .isEqualTo(new Answer.Taken());
            assertThat(server.next().replace("\r\n", "\n"))
                    .contains("From: \"Lintel North\" <door@example.com>\n", "To: ada@example.com\n")
                    .contains("Message-ID: <" + ID + ">\n", "Auto-Submitted: auto-generated\n")
                    .contains("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_aus_der_Lobby?=\n")
                    .contains("Content-Type: text/plain; charset=utf-8", "F=C3=BCr dich: 4711")
                    .contains("Content-Type: text/html; charset=utf-8");
        }
    }

    @Test
    void emailReachesAServerAtAnIpv6Address() throws Exception {
        try (MailServer server = MailServer.onIpv6()) {
            Path authority = server.authority(folder.resolve("ca.pem"));
            assertThat(send(overTls("::1", server.port(), List.of(authority)))).isEqualTo(new Answer.Taken());
            assertThat(server.next()).contains("To: ada@example.com");
        }
    }

    private static SmtpSender overTls(int port, List<Path> trust) {
        return overTls("localhost", port, trust);
    }

    private static SmtpSender overTls(String host, int port, List<Path> trust) {
        var server =
                new SmtpSender.Server(host, port, false, true, "door@example.com", "", null, trust, "lobby.example");
        return new SmtpSender(server, () -> vertx);
    }

    /// `security: tls`.
    @Test
    void aServerThatSpeaksTlsFromTheFirstByteTakesALetterAndOnlyWhereItIsVouchedFor() throws Exception {
        try (MailServer server = MailServer.overTls()) {
            Path authority = server.authority(folder.resolve("ca.pem"));
            assertThat(send(overTls(server.port(), List.of(authority)))).isEqualTo(new Answer.Taken());
            assertThat(server.next()).contains("To: ada@example.com");
            assertThat(send(overTls(server.port(), List.of())))
                    .isInstanceOfSatisfying(
                            Answer.Away.class,
                            away -> assertThat(away.why()).contains("the certificate or TLS of localhost:"));
            assertThat(server.others()).isEmpty();
        }
        try (MailServer server = MailServer.plain()) { // no word in the clear either
            assertThat(send(overTls(server.port(), List.of()))).isInstanceOf(Answer.Away.class);
            assertThat(server.others()).isEmpty();
        }
    }

    @Test
    void aServerThatNobodyVouchesForGetsNothing() throws Exception {
        try (MailServer server = MailServer.withStartTls()) {
            Answer answer = send(sender(server.port(), true, login(MailServer.PASSWORD), List.of()));
            assertThat(answer).isInstanceOfSatisfying(Answer.Away.class, away -> {
                assertThat(away.keeps()).isEqualTo(Keeps.ALL);
                assertThat(away.why())
                        .contains("the certificate or TLS of localhost:")
                        .contains("is not accepted");
            });
            assertThat(server.others()).isEmpty();
        }
    }

    @Test
    void aServerWithoutTlsGetsNothingWhereTlsIsWanted() throws Exception {
        try (MailServer server = MailServer.plain()) {
            Answer answer = send(sender(server.port(), true, null, List.of()));
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Answer.Away.class, away -> assertThat(away.keeps()).isEqualTo(Keeps.ALL));
            assertThat(server.others()).isEmpty();
            assertThat(send(sender(server.port(), false, null, List.of()))).isEqualTo(new Answer.Taken());
        }
    }

    @Test
    void aWrongPasswordKeepsAllLettersAndIsNotSaid() throws Exception {
        try (MailServer server = MailServer.withStartTls()) {
            Path authority = server.authority(folder.resolve("ca.pem"));
            Answer answer = send(sender(server.port(), true, login("wr0ng secret"), List.of(authority)));
            assertThat(answer).isInstanceOfSatisfying(Answer.Away.class, away -> {
                assertThat(away.keeps()).isEqualTo(Keeps.ALL_FOR_LONG);
                assertThat(away.why()).contains("535").contains("password_file").doesNotContain("wr0ng");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"550, no such user here, true", "552, too large, true", "451, greylisted, false"})
    void whatTheServerSaysIsTold(int code, String words, boolean forGood) throws Exception {
        try (MailServer server = MailServer.plain()) {
            server.refuse("ada@example.com", code, words);
            Answer answer = send(sender(server.port(), false, null, List.of()));
            String said = "localhost answered " + code + " " + words;
            if (forGood) {
                assertThat(answer)
                        .isInstanceOfSatisfying(
                                Answer.Refused.class,
                                refused -> assertThat(refused.why())
                                        .contains(words)
                                        .contains(Integer.toString(code)));
            } else {
                assertThat(answer).isInstanceOfSatisfying(Answer.Away.class, away -> {
                    assertThat(away.why()).contains(words);
                    assertThat(away.keeps()).as(said).isEqualTo(Keeps.THIS);
                });
            }
        }
    }

    @Test
    void aServerOfAnotherNameGetsNothing() throws Exception {
        try (MailServer server = MailServer.called("mail.example")) {
            Path authority = server.authority(folder.resolve("ca.pem"));
            Answer answer = send(sender(server.port(), true, login(MailServer.PASSWORD), List.of(authority)));
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Answer.Away.class, away -> assertThat(away.why()).contains("is not accepted"));
            assertThat(server.others()).isEmpty();
        }
    }

    @Test
    void whatAFilterQuotesOfALetterIsNotTold() throws Exception {
        try (MailServer server = MailServer.plain()) {
            String quoted = "blocked https://a.example/t0k3n and 7KQ2-M9XD-1234 in url=a.example/mobile#7KQ2-M9XD-1234";
            server.refuse("ada@example.com", 554, quoted);
            var secret = new Letter("s", "Use 7KQ2-M9XD-1234 at the door.", "<p>7KQ2-M9XD-1234</p>");
            Answer answer = sender(server.port(), false, null, List.of()).send("ada@example.com", ID, secret);
            assertThat(answer).isEqualTo(new Answer.Refused("localhost answered 554 blocked … and … in …"));
        }
    }

    /// The address of a pass, as filters quote it; its secret is of Base64's letters for addresses.
    @Test
    void aLinkThatAFilterQuotesInPartsIsNotToldEither() throws Exception {
        try (MailServer server = MailServer.plain()) {
            String link = "a.example/pass/12-20783-abcdefg_hijklmn_opqrst";
            server.refuse("ada@example.com", 554, "no (" + link + ") nor abcdefg_hijklmn_opqrst or Use here");
            var secret = new Letter("s", "Use https://" + link + " now.", "<p></p>");
            Answer answer = sender(server.port(), false, null, List.of()).send("ada@example.com", ID, secret);
            assertThat(answer).isEqualTo(new Answer.Refused("localhost answered 554 no … nor … or Use here"));
        }
    }

    @Test
    void whereNobodyListensLettersWait() throws Exception {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(send(sender(port, false, null, List.of())))
                .isEqualTo(new Answer.Away("localhost:" + port + " cannot be connected to", Keeps.ALL));
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws InterruptedException, IOException {
        Path nothing = folder.resolve("ca.pem");
        assertThat(send(sender(1, true, null, List.of(nothing))))
                .isEqualTo(new Answer.Away("no certificate can be read (mail: trust) from " + nothing, Keeps.ALL));
        var without = new SmtpSender.Login("u", () -> {
            throw new IllegalArgumentException("mail: password_file x is not there");
        });
        assertThat(send(sender(1, false, without, List.of())))
                .isEqualTo(new Answer.Away("mail: password_file x is not there", Keeps.ALL));
    }
}
