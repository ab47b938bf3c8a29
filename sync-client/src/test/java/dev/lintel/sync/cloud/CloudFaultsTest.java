package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.Progress;
import dev.lintel.sync.cloud.FakeService.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes wrong on the way, over real sockets: nobody is removed by it, and all is well again afterwards.
class CloudFaultsTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void people(int count) {
        for (long id = 1; id <= count; id++) rig.service.person(id, "P" + id);
        for (long id = 1; id <= count; id++) rig.service.of(id).put("updated_at", "2026-02-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503})
    void aFaultInTheMiddleRemovesNobodyAndIsTriedAgain(int status) throws InterruptedException {
        people(1_200);
        rig.turn();
        rig.service.people.remove(3L);
        rig.service.script = one -> "2".equals(one.query().get("page")) ? Fault.status(status) : null;
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(1_200);
        assertThat(rig.problem()).contains("it answered /api/3/people with " + status);
        assertThat(rig.follower.status().online()).isFalse();
        assertThat(rig.target.progress).anyMatch(Progress.Lost.class::isInstance);
        long failed = rig.target.progress.stream()
                .filter(Progress.Failed.class::isInstance)
                .count();
        rig.turnAfter(5);
        assertThat(rig.target.progress.stream()
                        .filter(Progress.Failed.class::isInstance)
                        .count())
                .as("told once")
                .isEqualTo(failed);
        rig.service.script = null;
        rig.turnAfter(10);
        assertThat(rig.target.people).hasSize(1_199);
        assertThat(rig.problem()).isNull();
    }

    @Test
    void thatItWorksAgainIsTold() throws InterruptedException {
        people(3);
        rig.turn();
        rig.service.script = one -> one.path().equals("/api/3/people") ? Fault.status(500) : null;
        rig.turnAfter(10);
        assertThat(rig.target.progress.getLast()).isInstanceOf(Progress.Failed.class);
        rig.service.script = null;
        rig.turnAfter(10);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.progress.getLast())
                .as("a question for what is newer has worked; nothing had changed")
                .isEqualTo(new Progress.Completed(0));
    }

    @Test
    void aHandshakeThatIsCutIsAServiceThatCannotBeReached() throws Exception {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var http = new Http(Trust.context(List.of()), Limits.USUAL, rig.pace)) {
            Thread.ofVirtual().start(() -> resetWhoeverComes(server));
            URI address = URI.create("https://localhost:" + server.getLocalPort() + "/api/3/people");
            assertThatThrownBy(() -> http.get(address, "Bearer x"))
                    .isInstanceOf(CloudException.class)
                    .hasMessage("it cannot be reached");
        }
    }

    private static void resetWhoeverComes(ServerSocket server) {
        try {
            while (true) {
                Socket one = server.accept();
                one.setSoLinger(true, 0);
                one.close();
            }
        } catch (IOException e) {
            return; // the test is over
        }
    }

    @Test
    void aBodyThatIsCutOrJunkRemovesNobody() throws InterruptedException {
        people(30);
        rig.turn();
        rig.service.people.clear();
        for (Fault fault : List.of(
                Fault.cut(0),
                Fault.cut(1),
                Fault.body("[{\"id\":1},"),
                Fault.body("{}"),
                Fault.body("[{\"name\":\"no id\"}]"),
                Fault.body("[".repeat(500)),
                Fault.body("null"),
                Fault.body("<html>"),
                Fault.body("[],\"it\":[]"))) {
            rig.service.script = one -> one.path().equals("/api/3/people") ? fault : null;
            rig.turnAfter(900);
            assertThat(rig.target.people).hasSize(30);
            assertThat(rig.problem()).isNotNull();
        }
    }

    @Test
    void anAnswerThatIsTooLongIsNotKept() throws InterruptedException {
        people(30);
        rig.follower.close();
        rig.follower = rig.follower(
                new Limits(30_000, 2_000, 60, 10_000_000_000L, 900_000_000_000L, 60_000_000_000L, 900_000_000_000L));
        rig.turn();
        assertThat(rig.target.people).isEmpty();
        assertThat(rig.problem()).contains("longer than 2000 bytes");
    }

    @Test
    void redirectsAreNotFollowed() throws InterruptedException {
        people(3);
        rig.service.fail("/api/3/people", new Fault(302, Map.of("Location", "http://127.0.0.1:1/"), "", -1));
        rig.turn();
        assertThat(rig.problem()).contains("elsewhere");
        assertThat(rig.target.people).isEmpty();
    }

    @Test
    void aTotalThatFallsWhileItIsReadRemovesNobody() throws InterruptedException {
        people(1_200);
        rig.turn();
        rig.service.script = one -> {
            if ("2".equals(one.query().get("page")))
                rig.service.people.remove(rig.service.people.keySet().iterator().next());
            return null;
        };
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(1_200);
        assertThat(rig.problem()).contains("changed while it was read");
        rig.service.script = null;
        rig.turnAfter(10);
        assertThat(rig.target.people).hasSize(rig.service.people.size());
    }

    @Test
    void aRowThatSlipsBetweenTwoPagesIsAskedFor() throws InterruptedException {
        people(1_200);
        rig.turn();
        rig.restart(); // who stands is not known, so that everything is staged
        rig.service.change(9, "first_name", "Changed");
        rig.service.of(9).put("updated_at", "2026-02-01T00:00:00Z");
        int[] readings = {0};
        rig.service.script = one -> {
            if (!one.path().equals("/api/3/people") || !"2".equals(one.query().get("page"))) return null;
            if (++readings[0] == 2) { // one goes and another comes: the total is the same, and 501 is on page 1
                rig.service.people.remove(1L);
                rig.service.person(5_000, "New");
            }
            return null;
        };
        rig.turn();
        assertThat(rig.problem()).contains("passed over person 501");
        assertThat(rig.target.people).hasSize(1_200).containsKey(501L);
        rig.service.script = null;
        rig.turnAfter(10);
        assertThat(rig.target.people)
                .hasSize(1_200)
                .containsKey(501L)
                .containsKey(5_000L)
                .doesNotContainKey(1L);
    }

    @Test
    void aServiceThatNeverAnswersIsToldAsTimingOut() throws InterruptedException {
        people(3);
        rig.follower.close();
        rig.follower = rig.follower(
                new Limits(200, 1 << 20, 60, 10_000_000_000L, 900_000_000_000L, 60_000_000_000L, 900_000_000_000L));
        rig.service.silent = true;
        rig.turn();
        assertThat(rig.problem()).isEqualTo("it did not answer within 0 s");
        assertThat(rig.target.progress).contains(new Progress.TimingOut());
        rig.service.silent = false;
        rig.turnAfter(600);
        assertThat(rig.target.people).hasSize(3);
    }

    @Test
    void aDiskThatIsFullIsToldAndTriedAgain() throws InterruptedException {
        people(3);
        rig.turn();
        rig.target.full = true;
        rig.service.change(2, "enabled", false);
        rig.turnAfter(10);
        assertThat(rig.problem()).isEqualTo("the disk is full");
        assertThat(rig.target.row(2).enabled()).isTrue();
        rig.target.full = false;
        rig.turnAfter(10);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).enabled()).isFalse();
    }

    @Test
    void theWindowsEndIsWaitedForWhereNothingElseIsSaid() throws InterruptedException {
        people(3);
        var headers = Map.of("X-RateLimit-Reset", Long.toString(rig.service.nowS + 40));
        rig.service.fail("/api/3/people", new Fault(429, headers, "{}", -1));
        long before = rig.pace.nowNs();
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.pace.nowNs() - before).isBetween(40_000_000_000L, 50_000_000_000L);
    }

    @Test
    void retryAfterIsHonouredAndTheBudgetKept() throws InterruptedException {
        people(10);
        rig.service.fail("/api/3/people", Fault.later(90));
        long before = rig.pace.nowNs();
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.pace.nowNs() - before).isGreaterThanOrEqualTo(90_000_000_000L);
        rig.service.perPageMax = 1;
        people(200);
        before = rig.pace.nowNs();
        int asked = rig.service.asked.size();
        rig.turnAfter(900);
        int requests = rig.service.asked.size() - asked;
        assertThat(requests).isGreaterThan(200);
        assertThat((rig.pace.nowNs() - before) / 60_000_000_000.0 - 15).isGreaterThan(requests / 60.0 - 2);
    }

    @Test
    void aServiceWhoseLimitIsTooLowIsToldOfOnceAnHour() throws InterruptedException {
        people(2);
        rig.turn();
        long before = rig.pace.nowNs();
        for (int turn = 0; turn < 90; turn++) { // each takes a minute, and the one that it is asked to wait
            rig.service.fail("/api/3/people", Fault.later(58));
            rig.turnAfter(60);
        }
        assertThat(TimeUnit.NANOSECONDS.toMinutes(rig.pace.nowNs() - before)).isBetween(130L, 179L);
        assertThat(rig.target.progress.stream()
                        .filter(Progress.TimingOut.class::isInstance)
                        .count())
                .as("at once, after an hour and after two")
                .isEqualTo(3);
    }

    @Test
    void clocksThatAreOffByYearsChangeNothing() throws InterruptedException {
        rig.pace.wall(0);
        rig.service.nowS = 4_000_000_000L;
        people(5);
        rig.turn();
        rig.service.nowS = 1_000_000_000L; // it was set back by a century
        rig.service.change(2, "enabled", false);
        rig.turnAfter(10);
        rig.turnAfter(1);
        assertThat(rig.target.row(2).enabled()).isFalse();
        assertThat(rig.follower.status().skewMs()).isLessThan(-900_000_000_000L);
    }

    @Test
    void withoutTheServicesTimeRowsTellIt() throws InterruptedException {
        rig.service.tellsTime = false;
        people(5);
        rig.service.change(4, "first_name", "Newest");
        rig.turn();
        assertThat(rig.target.people).hasSize(5);
        rig.service.passes(5_000);
        rig.pace.advanceS(5_000);
        rig.turn();
        rig.service.change(2, "enabled", false);
        rig.turnAfter(10);
        assertThat(rig.target.row(2).enabled()).isFalse();
        rig.turnAfter(600);
        rig.service.asked.clear();
        rig.turnAfter(10);
        assertThat(rig.service.asked)
                .filteredOn(one -> one.query().containsKey("since_utc"))
                .singleElement()
                .satisfies(one -> assertThat(
                                Instant.parse(one.query("since_utc", "")).getEpochSecond())
                        .as("it goes on with time, so that old changes are not asked for again and again")
                        .isBetween(rig.service.nowS - 100, rig.service.nowS));
    }

    @Test
    void withoutTheServicesTimeAndWithoutRowsFullListingsFollow() throws InterruptedException {
        rig.service.tellsTime = false;
        rig.turn();
        assertThat(rig.told).anyMatch(one -> one.contains("what time it has"));
        people(2);
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(2);
        assertThat(rig.told).anyMatch(one -> one.startsWith("mended: The service does not say what time"));
    }

    @Test
    void whoWaitsForASyncHearsOfItsFaultEachTimeAndNobodyElseDoes() throws InterruptedException {
        people(3);
        rig.turn();
        rig.service.script = one -> one.path().equals("/api/3/credential_types") ? Fault.status(500) : null;
        rig.turnAfter(900);
        rig.service.change(2, "first_name", "Changed");
        rig.turn(); // polls go on while the full listing fails
        assertThat(rig.target.row(2).texts()).containsEntry("first_name", "Changed");
        assertThat(rig.problem()).contains("credential_types with 500");
        rig.turnAfter(900);
        assertThat(failures()).isEqualTo(1);
        rig.follower.syncNow();
        rig.turn();
        assertThat(failures()).isEqualTo(2);
    }

    private long failures() {
        return rig.target.progress.stream()
                .filter(Progress.Failed.class::isInstance)
                .count();
    }
}
