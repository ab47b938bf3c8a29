package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.Progress;
import dev.lintel.sync.cloud.FakeService.Fault;
import dev.lintel.sync.cloud.FakeService.Shape;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Following, turn by turn, over real sockets.
class CloudFollowerTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void people(int count) {
        for (long id = 1; id <= count; id++) rig.service.person(id, "P" + id);
        for (long id = 1; id <= count; id++) rig.service.of(id).put("updated_at", "2026-02-01T00:00:00Z");
    }

    private void listCredentials() {
        List<Map<String, Object>> cards = rig.service.people.keySet().stream()
                .map(id -> FakeService.card(id, "" + (1_000_000 + id)))
                .toList();
        rig.service.lists.put("credentials", cards);
    }

    @ParameterizedTest
    @EnumSource
    void everybodyIsHereAfterTheFirstListing(Shape shape) throws InterruptedException {
        people(1_203);
        rig.service.shape = shape;
        listCredentials();
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(1_203);
        assertThat(rig.target.row(7).credentials().getFirst().cardNumber()).isEqualTo(1_000_007);
        assertThat(rig.target.row(7).roles()).containsExactly(1L);
        assertThat(rig.target.progress).containsExactly(new Progress.Started(true), new Progress.Completed(1_203));
        assertThat(rig.follower.status().people()).isEqualTo(1_203);
        assertThat(rig.told).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"links", "totals", "neither", "small pages", "wrapped"})
    void pagesAreReadToTheEndHoweverTheServiceTellsIt(String how) throws InterruptedException {
        people(1_000); // exactly two pages
        rig.service.tellsLinks = how.equals("links");
        rig.service.tellsTotals = how.equals("totals") || how.equals("small pages");
        if (how.equals("small pages")) rig.service.perPageMax = 90;
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(1_000);
    }

    @Test
    void whatChangesIsHereAtTheNextPollAndNothingElseIsWritten() throws InterruptedException {
        people(20);
        rig.turn();
        rig.turnAfter(10);
        assertThat(rig.target.applied).isZero();
        rig.service.passes(1);
        rig.service.change(5, "enabled", false);
        rig.turnAfter(10);
        assertThat(rig.target.row(5).enabled()).isFalse();
        assertThat(rig.target.applied).isEqualTo(1);
        rig.turnAfter(10);
        assertThat(rig.target.applied).as("the overlap is not applied again").isEqualTo(1);
        assertThat(rig.target.begun).isEqualTo(1);
    }

    @Test
    void aFullListingThatFindsNothingWritesNothing() throws InterruptedException {
        people(20);
        rig.turn();
        rig.turnAfter(900);
        assertThat(rig.target.begun).isEqualTo(1);
        rig.follower.syncNow();
        rig.turn();
        assertThat(rig.target.progress.getLast()).isEqualTo(new Progress.NotRequired());
        rig.restart();
        rig.turn();
        assertThat(rig.target.begun).isEqualTo(1);
    }

    @Test
    void oneWhoIsGoneThereIsGoneHereAtTheNextFullListing() throws InterruptedException {
        people(20);
        rig.turn();
        rig.service.people.remove(3L);
        rig.turnAfter(10);
        assertThat(rig.target.people).hasSize(20);
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(19).doesNotContainKey(3L);
        assertThat(rig.target.begun).as("one person stages nobody").isEqualTo(1);
        rig.service.people.remove(4L);
        rig.restart();
        rig.turn();
        assertThat(rig.target.people).hasSize(18);
        assertThat(rig.target.begun).as("what stands was not known yet").isEqualTo(2);
    }

    @Test
    void tooManyWhoAreGoneWaitForAnOperator() throws InterruptedException {
        people(40);
        rig.turn();
        for (long id = 1; id <= 20; id++) rig.service.people.remove(id);
        rig.turnAfter(900);
        String held = rig.follower.status().held();
        assertThat(held).isNotNull();
        assertThat(rig.target.people).hasSize(40);
        assertThat(rig.told).anyMatch(one -> one.contains("waits for an operator"));
        rig.service.change(30, "enabled", false);
        rig.turnAfter(10);
        assertThat(rig.target.row(30).enabled()).as("single changes go on").isFalse();
        rig.turnAfter(900);
        int begun = rig.target.begun;
        rig.turnAfter(900);
        assertThat(rig.target.begun).as("the same is not staged again").isEqualTo(begun);
        rig.follower.approve(Objects.requireNonNull(rig.follower.status().held()));
        rig.turn();
        assertThat(rig.target.people).hasSize(20);
        assertThat(rig.follower.status().held()).isNull();
        assertThat(rig.told).anyMatch(one -> one.startsWith("mended: What the service has now"));
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
        rig.follower = rig.follower(new Limits(30_000, 2_000, 60, 10_000_000_000L, 900_000_000_000L, 60_000_000_000L));
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
    void aChangeDuringTheListingIsNotUndoneByIt() throws InterruptedException {
        people(1_200);
        rig.service.script = one -> {
            if ("2".equals(one.query().get("page"))) rig.service.change(1, "enabled", false);
            return null;
        };
        rig.turn();
        assertThat(rig.target.row(1).enabled()).isFalse();
    }

    @Test
    void changesAreAppliedBetweenThePagesOfALongListing() throws InterruptedException {
        people(1_700);
        rig.turn();
        boolean[] wasSeen = {false};
        rig.service.script = one -> {
            if (one.query().containsKey("since_utc") || !one.path().equals("/api/3/people")) return null;
            if ("2".equals(one.query().get("page"))) {
                rig.pace.advanceS(11);
                rig.service.passes(11);
                rig.service.change(1_650, "enabled", false);
            }
            if ("4".equals(one.query().get("page")))
                wasSeen[0] = !rig.target.row(1_650).enabled();
            return null;
        };
        rig.turnAfter(900);
        assertThat(wasSeen[0]).isTrue();
        assertThat(rig.problem()).isNull();
    }

    @Test
    void aServiceThatNeverAnswersIsToldAsTimingOut() throws InterruptedException {
        people(3);
        rig.follower.close();
        rig.follower = rig.follower(new Limits(200, 1 << 20, 60, 10_000_000_000L, 900_000_000_000L, 60_000_000_000L));
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
    void withoutTheServicesTimeTheFullListingStillFollows() throws InterruptedException {
        rig.service.tellsTime = false;
        people(5);
        rig.turn();
        assertThat(rig.target.people).hasSize(5);
        assertThat(rig.told).anyMatch(one -> one.contains("what time it has"));
        rig.service.change(2, "enabled", false);
        rig.turnAfter(10);
        assertThat(rig.target.row(2).enabled()).isTrue();
        rig.turnAfter(900);
        assertThat(rig.target.row(2).enabled()).isFalse();
    }

    @Test
    void whatSiteYamlDoesNotHaveIsCutAndToldOnce() throws InterruptedException {
        people(3);
        rig.service.lists.put(
                "roles", List.of(Map.of("id", 1L, "name", "Staff"), Map.of("id", 9L, "name", "Cleaners")));
        rig.service.change(2, "roles", List.of(1L, 9L));
        rig.turn();
        assertThat(rig.target.row(2).roles()).containsExactly(1L);
        assertThat(rig.told)
                .containsExactly(
                        "Role 9 (Cleaners) of the service is not in this box's site.yaml:"
                                + " who has it there gets nothing by it here",
                        "Role 2 of site.yaml is not the service's: nobody gets it");
        rig.turnAfter(900);
        assertThat(rig.told).hasSize(2);
        rig.service.change(2, "roles", List.of(1L));
        rig.turnAfter(900);
        assertThat(rig.told.getLast()).startsWith("mended: Role 9");
    }

    @Test
    void aReservationIsHereWithinAMinuteAndEndsByItself() throws InterruptedException {
        people(3);
        rig.turn();
        long start = rig.service.nowS + 600;
        rig.service.lists.put(
                "group_reservations",
                List.of(Map.of(
                        "id",
                        77L,
                        "person_id",
                        2L,
                        "state",
                        "pending",
                        "group_ids",
                        List.of(10L, 99L),
                        "start_time",
                        FakeService.utc(start),
                        "end_time",
                        FakeService.utc(start + 600))));
        rig.turnAfter(60);
        var given = rig.target.row(2).groupReservations().getFirst();
        assertThat(given.groups()).containsExactly(10L);
        assertThat(given.endMs()).isEqualTo((start + 600) * 1000);
        rig.service.nowS = start + 10;
        rig.service.change(2, "groups", List.of(10L)); // the API shows both as one
        rig.turnAfter(10);
        assertThat(rig.target.row(2).groups()).isEmpty();
        assertThat(rig.target.row(2).groupReservations()).hasSize(1);
    }

    @Test
    void aServiceThatHasOnlyTheOlderFieldsIsFollowedByThem() throws InterruptedException {
        people(2);
        rig.service.shape = Shape.SDK;
        rig.service.change(1, "card", "00123");
        rig.service.change(1, "pin", "4711");
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(1).credentials()).hasSize(2);
        assertThat(rig.target.row(1).credentials())
                .anyMatch(one -> one.value().equals("123") && Long.valueOf(123).equals(one.cardNumber()))
                .anyMatch(
                        one -> one.value().equals("4711") && Long.valueOf(4711).equals(one.pinNumber()));
    }

    @Test
    void aServiceThatTellsNoCredentialsIsRefusedInWords() throws InterruptedException {
        people(2);
        rig.service.shape = Shape.SDK;
        rig.turn();
        assertThat(rig.problem()).isEqualTo("it tells nobody's credentials");
        assertThat(rig.target.people).isEmpty();
    }

    @Test
    void addressesThatCannotBeFollowedAreRefused() {
        for (String bad : List.of("http://example.com", "ftp://x", "https://u:p@x/", "https://x/?a=1", "x")) {
            assertThatThrownBy(() ->
                            new CloudFollower.Settings(URI.create(bad), "c", () -> "s", () -> null, "", List.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theThreadFollowsUntilItIsClosed() throws InterruptedException {
        people(4);
        rig.follower.start();
        Await.until(() -> rig.target.progress.contains(new Progress.Completed(4)));
        rig.service.person(5, "New");
        rig.follower.syncNow();
        Await.until(() -> rig.target.people.containsKey(5L));
        rig.follower.close();
        int asked = rig.service.asked.size();
        rig.follower.syncNow();
        assertThat(rig.service.asked).hasSize(asked);
    }
}
