package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.Progress;
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
        assertThat(rig.told).anyMatch(one -> one.contains("held back until an operator"));
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
