package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.TargetException;
import dev.lintel.sync.cloud.FakeService.Fault;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The refresh token's life, over real sockets.
class TokensTest {
    private final Rig rig = new Rig();

    @BeforeEach
    void onePerson() {
        rig.service.person(1, "One");
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private long refreshes() {
        return rig.service.count("/oauth/token");
    }

    @Test
    void theNewTokenIsOnDiskBeforeTheAccessTokenIsUsed() throws InterruptedException {
        rig.turn();
        assertThat(rig.grant.log).containsExactly("under way", "rotated");
        assertThat(rig.grant.refreshToken()).isEqualTo("refresh-1");
        var form = FakeService.form(rig.service.asked.getFirst().body());
        assertThat(form)
                .isEqualTo(Map.of(
                        "grant_type", "refresh_token",
                        "refresh_token", "refresh-0",
                        "client_id", "client",
                        "client_secret", "secret&1"));
        assertThat(rig.service.asked.getFirst().headers()).doesNotContainKey("authorization");
    }

    @Test
    void anAccessTokenIsNotUsedWhenTheNewRefreshTokenCannotBeKept() throws InterruptedException {
        Grant full = new Grant() {
            @Override
            public String refreshToken() {
                return "refresh-0";
            }

            @Override
            public void underWay() {}

            @Override
            public boolean isUnderWay() {
                return false;
            }

            @Override
            public void rotated(String refresh) {
                throw new TargetException("the disk is full");
            }
        };
        rig.follower.close();
        rig.follower = rig.follower(full);
        rig.turn();
        assertThat(rig.problem()).isEqualTo("the disk is full");
        assertThat(rig.service.asked).extracting(FakeService.Asked::path).containsOnly("/oauth/token");
    }

    @Test
    void itIsRenewedWellBeforeItsEnd() throws InterruptedException {
        rig.turn();
        rig.turnAfter(3_200);
        assertThat(refreshes()).isEqualTo(1);
        rig.turnAfter(101);
        assertThat(refreshes()).isEqualTo(2);
        assertThat(rig.problem()).isNull();
    }

    @Test
    void aRefusedTokenIsRenewedOnce() throws InterruptedException {
        rig.turn();
        rig.service.access = "taken away";
        rig.turnAfter(10);
        assertThat(refreshes()).isEqualTo(2);
        assertThat(rig.problem()).isNull();
        rig.service.script = one -> one.path().equals("/oauth/token")
                ? null
                : new Fault(401, Map.of(), "{\"error\":\"invalid_token\"}", -1);
        rig.turnAfter(10);
        assertThat(refreshes()).isEqualTo(3);
        assertThat(rig.problem()).isEqualTo("it refuses a token that it has just given");
    }

    @Test
    void aRevokedPermissionStopsAndSaysWhatToDo() throws InterruptedException {
        rig.service.refresh = "somebody else's";
        rig.turn();
        assertThat(rig.problem()).contains("no longer accepts").contains("an operator must allow this box again");
        assertThat(rig.follower.status().isStopped()).isTrue();
        for (int i = 0; i < 50; i++) rig.turnAfter(900);
        assertThat(refreshes()).as("it never loops").isEqualTo(1);
        rig.grant.rotated("somebody else's"); // an operator has
        rig.turnAfter(900);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(1);
    }

    @Test
    void anAnswerThatIsLostIsTriedOnceMoreAndThenTold() throws InterruptedException {
        rig.service.fail("/oauth/token", Fault.cut(5)); // spent there, and nothing of it came here
        rig.turn();
        assertThat(rig.grant.isUnderWay()).isTrue();
        assertThat(rig.problem()).contains("the answer to the last refresh was lost");
        assertThat(rig.follower.status().isStopped()).isTrue();
        assertThat(refreshes()).isEqualTo(2);
        rig.turnAfter(900);
        assertThat(refreshes()).isEqualTo(2);
    }

    @Test
    void anAnswerThatWasLostByAPowerCutIsTold() throws InterruptedException {
        rig.grant.underWay();
        rig.service.refresh = "refresh-1";
        rig.restart();
        rig.turn();
        assertThat(rig.problem()).contains("the answer to the last refresh was lost");
    }

    @Test
    void aServiceThatIsAwayForARefreshIsAskedAgain() throws InterruptedException {
        rig.service.fail("/oauth/token", Fault.status(503), Fault.status(500));
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(refreshes()).isEqualTo(3);
        assertThat(rig.grant.isUnderWay()).isFalse();
    }

    @Test
    void aClientThatIsRefusedInTheBodyIsShownInTheHeader() throws InterruptedException {
        rig.service.wantsBasic = true;
        rig.turn();
        assertThat(rig.problem()).isNull();
        String basic = Base64.getEncoder().encodeToString("client:secret%261".getBytes(StandardCharsets.UTF_8));
        assertThat(rig.service.asked.get(1).headers()).containsEntry("authorization", "Basic " + basic);
        rig.turnAfter(3_400);
        assertThat(refreshes()).as("it is remembered").isEqualTo(3);
    }

    @Test
    void aWrongSecretStops() throws InterruptedException {
        rig.service.script = one -> one.path().equals("/oauth/token")
                ? new Fault(400, Map.of(), "{\"error\":\"invalid_client\"}", -1)
                : null;
        rig.turn();
        assertThat(rig.problem()).isEqualTo("the service does not accept client id and secret");
        rig.turnAfter(900);
        assertThat(refreshes()).isEqualTo(2);
    }

    @Test
    void junkInPlaceOfATokenIsToldInWords() throws InterruptedException {
        for (String junk : List.of("{}", "[]", "<html>", "{\"access_token\":\"a\\r\\nX: y\"}")) {
            rig.service.script = one -> one.path().equals("/oauth/token") ? new Fault(200, Map.of(), junk, -1) : null;
            rig.turnAfter(900);
            assertThat(rig.problem()).isNotNull();
            assertThat(rig.follower.status().isStopped()).isFalse();
        }
    }

    /// As each other request of the box's.
    @Test
    void whereTokensAreAskedForTooOftenNobodyAsksForAWhile() throws InterruptedException {
        rig.service.fail("/oauth/token", Fault.later(600));
        rig.turn();
        assertThat(refreshes()).isEqualTo(1);
        assertThat(rig.problem()).contains("it is asked too often and wants to be left alone for 59");
        assertThat(rig.grant.log).containsExactly("under way");
        rig.turnAfter(400);
        assertThat(refreshes()).isEqualTo(1);
        rig.turnAfter(500);
        assertThat(refreshes()).isEqualTo(2);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(1);
    }

    /// The service has spent the token of before, whatever the access token is good for.
    @Test
    void aNewRefreshTokenIsKeptThoughTheAccessTokenCannotBeUsed() throws InterruptedException {
        for (String odd : List.of("\"" + "x".repeat(5_000) + "\"", "\"a b\"", "null")) {
            String refresh = "refresh-after-" + odd.length();
            String answer = "{\"access_token\":" + odd + ",\"refresh_token\":\"" + refresh + "\"}";
            rig.service.script = one -> one.path().equals("/oauth/token") ? new Fault(200, Map.of(), answer, -1) : null;
            rig.turnAfter(900);
            assertThat(rig.problem()).contains("no access token that can be used");
            assertThat(rig.grant.refreshToken()).isEqualTo(refresh);
            assertThat(rig.grant.isUnderWay()).isFalse();
        }
        rig.service.script = null;
        rig.service.refresh = rig.grant.refreshToken();
        rig.turnAfter(900);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(1);
    }

    @Test
    void aRefreshTokenThatIsNoneIsNotKept() throws InterruptedException {
        String answer = "{\"access_token\":\"good\",\"refresh_token\":\"a\\nb\"}";
        rig.service.script = one -> one.path().equals("/oauth/token") ? new Fault(200, Map.of(), answer, -1) : null;
        rig.turn();
        assertThat(rig.problem()).contains("a refresh token that cannot be kept");
        assertThat(rig.grant.refreshToken()).isEqualTo("refresh-0");
        assertThat(rig.grant.isUnderWay()).isTrue();
    }

    private Tokens tokens(Http http) {
        URI endpoint = URI.create(rig.service.base() + "/oauth/token");
        var parts = new Tokens.Parts(http, rig.pace, new Budget(60, rig.pace, rig.pace));
        return new Tokens(endpoint, "client", () -> "secret&1", rig.grant, parts);
    }

    @Test
    void onlyOneRenewsAtATime() throws Exception {
        rig.turn();
        rig.service.access = "taken away";
        try (var http = new Http(Trust.context(List.of()), Limits.USUAL, rig.pace);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tokens = tokens(http);
            Callable<String> asks = tokens::access;
            var answers = threads.invokeAll(List.of(asks, asks, asks, asks));
            for (var answer : answers) assertThat(answer.get()).isEqualTo("access-2");
        }
        assertThat(refreshes()).isEqualTo(2);
    }

    /// A service that takes half a minute to renew holds up nobody whose token still holds.
    @Test
    @Timeout(60)
    void nobodyWaitsForARenewalWhileTheTokenHolds() throws Exception {
        try (var http = new Http(Trust.context(List.of()), Limits.USUAL, rig.pace);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tokens = tokens(http);
            String first = tokens.access();
            rig.pace.advanceS(3_400); // due, and good for some minutes yet
            var renewing = new CountDownLatch(1);
            var go = new CountDownLatch(1);
            rig.service.script = one -> {
                renewing.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return null;
            };
            var next = threads.submit(tokens::access);
            renewing.await();
            assertThat(tokens.access()).isEqualTo(first);
            go.countDown();
            assertThat(next.get()).isNotEqualTo(first).isEqualTo(tokens.access());
            assertThat(refreshes()).isEqualTo(2);
        }
    }

    @Test
    void aServiceThatRenewsNothingJustNowIsAskedWithTheTokenThatHolds() throws InterruptedException {
        rig.turn();
        rig.service.script = one -> one.path().equals("/oauth/token") ? Fault.status(503) : null;
        rig.service.change(1, "first_name", "Two");
        rig.turnAfter(3_400);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(1).texts()).containsEntry("first_name", "Two");
        rig.turnAfter(300);
        assertThat(rig.problem()).contains("503");
    }
}
