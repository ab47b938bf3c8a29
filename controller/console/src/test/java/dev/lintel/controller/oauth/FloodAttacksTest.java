package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.FORM;
import static dev.lintel.controller.oauth.OAuthClient.REVOKE;
import static dev.lintel.controller.oauth.OAuthClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many requests, huge ones and slow ones.
class FloodAttacksTest {
    /// What docs/oauth.md says: a minute, for an address as for an application.
    private static final int TOKENS_MAX = 300;

    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static String[] guess(String id, String secret) {
        return new String[] {
            "grant_type", "refresh_token", "refresh_token", "x", "client_id", id, "client_secret", secret
        };
    }

    @Test
    void guessingIsEndedWith429AndGoesOnWhenTheMinuteIsOver() {
        try (OAuthClient guesser = rig.from("127.0.0.2")) {
            for (int i = 0; i < TOKENS_MAX; i++) {
                String path = i % 2 == 0 ? TOKEN : REVOKE;
                assertThat(guesser.post(path, guess(desk.application().clientId(), "secret" + i))
                                .status())
                        .isIn(400, 403);
            }
            rig.time.advance(Duration.ofSeconds(20));
            Answer over = guesser.post(TOKEN, guess(desk.application().clientId(), "secret"));
            over.refused(429, "rate_limit_exceeded");
            assertThat(over.header("Retry-After")).isEqualTo("40");
            rig.time.advance(Duration.ofSeconds(40));
            guesser.post(TOKEN, guess(desk.application().clientId(), "secret")).refused(400, "invalid_client");
        }
    }

    @Test
    void whoGuessesASecretLocksNobodyElse() {
        Pair pair = rig.connect(desk);
        try (OAuthClient guesser = rig.from("127.0.0.3")) {
            for (int i = 0; i <= TOKENS_MAX; i++) {
                guesser.post(TOKEN, guess(desk.application().clientId(), "secret" + i));
            }
            guesser.post(TOKEN, guess(desk.application().clientId(), "secret")).refused(429, "rate_limit_exceeded");
        }
        assertThat(rig.renew(desk, pair.refresh()).status()).isEqualTo(200);
    }

    @Test
    void oneApplicationsFloodFromManyAddressesLocksItselfAlone() {
        Registered flooding = rig.register("Flooding", false, State.LIVE, OAuthRig.BACK);
        String[] renewal = {"grant_type", "refresh_token", "refresh_token", "x"};
        int sent = 0;
        for (int address = 2; sent <= TOKENS_MAX; address++) {
            try (OAuthClient client = rig.from("127.0.1." + address)) {
                for (int i = 0; i < 120 && sent <= TOKENS_MAX; i++, sent++) {
                    client.post(TOKEN, OAuthRig.as(flooding, renewal));
                }
            }
        }
        rig.renew(flooding, "x").refused(429, "rate_limit_exceeded");
        assertThat(rig.renew(desk, rig.connect(desk).refresh()).status()).isEqualTo(200);
    }

    @Test
    void aPublicClientIdThatIsAbusedElsewhereDoesNotLockItsUsers() {
        Registered phone = rig.open();
        Pair pair = rig.connect(phone);
        for (int address = 2; address <= 4; address++) {
            try (OAuthClient abuser = rig.from("127.0.2." + address)) {
                for (int i = 0; i <= TOKENS_MAX / 3; i++) { // together more than one application may
                    abuser.post(TOKEN, OAuthRig.as(phone, "grant_type", "refresh_token", "refresh_token", "x"));
                }
            }
        }
        assertThat(rig.renew(phone, pair.refresh()).status()).isEqualTo(200);
    }

    @Test
    void whoAsksToBeLetInAgainAndAgainIsHeldUpAndTokensAreNot() {
        String ask = OAuthBrowser.address(OAuthBrowser.request(desk));
        int status = 303;
        for (int i = 0; i < 500 && status == 303; i++)
            status = rig.http.get(ask).status();
        assertThat(status).isEqualTo(429);
        assertThat(rig.http.get(ask).header("Retry-After")).isEqualTo("60");
        assertThat(rig.renew(desk, rig.connect(desk).refresh()).status()).isEqualTo(200);
        rig.time.advance(Duration.ofMinutes(1));
        assertThat(rig.http.get(ask).status()).isEqualTo(303);
    }

    @Test
    void theApisLimitAndTheTokenEndpointsAreApart() {
        try (OAuthClient busy = rig.from("127.0.0.4")) {
            Pair pair = rig.connect(desk);
            for (int i = 0; i <= TOKENS_MAX; i++) busy.post(REVOKE, OAuthRig.as(desk, "token", "x"));
            assertThat(busy.bearer("/api/3/events", pair.access()).status()).isEqualTo(200);
        }
    }

    @Test
    void aHugeFormIs413() {
        String huge = "grant_type=refresh_token&refresh_token=" + "x".repeat(20_000);
        for (String path : List.of(TOKEN, REVOKE)) {
            rig.http.send("POST", path, huge, "Content-Type", FORM).refused(413, "payload_too_large");
        }
        String many = "a=&".repeat(5_000);
        rig.http.send("POST", TOKEN, many, "Content-Type", FORM).refused(400, "invalid_request");
        assertThat(rig.works(rig.connect(desk))).isTrue();
    }

    /// More than there are threads for tokens, and they never end.
    @Test
    void slowBodiesHoldUpNobody() throws IOException {
        Pair pair = rig.connect(desk);
        List<SSLSocket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) slow.add(begin(10_000));
            for (SSLSocket socket : slow) {
                socket.getOutputStream().write("grant_type=".getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
            assertThat(rig.renew(desk, pair.refresh()).status()).isEqualTo(200);
        } finally {
            for (SSLSocket socket : slow) socket.close();
        }
    }

    private SSLSocket begin(int length) throws IOException {
        var socket = (SSLSocket) rig.trust.getSocketFactory().createSocket("localhost", rig.server.httpsPort());
        String head = "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + FORM + "\r\nContent-Length: "
                + length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
