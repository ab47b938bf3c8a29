package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.FakeService.Asked;
import dev.lintel.sync.cloud.FakeService.Fault;
import dev.lintel.sync.wire.Cursor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is seen while a full listing runs is not undone by it.
class CloudListingTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    /// Three pages of people, the second of whom has group 10 for the next hours.
    private void peopleAndAReservation() {
        rig.people(1_200);
        rig.reserved(2, 77);
    }

    @Test
    void answersMayBeginWithAByteOrderMark() throws InterruptedException {
        rig.service.mark = "\uFEFF";
        rig.people(1_200);
        rig.turn();
        assertThat(rig.target.people).hasSize(1_200);
    }

    private static boolean isPage(Asked one, String page) {
        return one.path().equals("/api/3/people")
                && !one.query().containsKey("since_utc")
                && page.equals(one.query().get("page"));
    }

    /// Does `what` while the second page of reading `which` is asked for.
    private void during(int which, Runnable what) {
        int[] readings = {0};
        rig.service.script = one -> {
            if (isPage(one, "2") && ++readings[0] == which) what.run();
            return null;
        };
    }

    private void cancelled() {
        rig.pace.advanceS(61);
        rig.service.passes(61);
        rig.service.lists.put("group_reservations", List.of());
    }

    /// All that is left to do is in the stage, and whoever is not written yet stands before shut doors.
    @Test
    void aSwapThatWasStoppedComesToItsEndWithoutTheService() throws InterruptedException {
        rig.people(40);
        rig.turn();
        var some = rig.target.people.values().stream().limit(5).toList();
        var staging = rig.target.staging();
        staging.begin("whoever", new Cursor(Listing.ERA, 7), false);
        staging.keep(some, 5, null, true);
        rig.target.swapping = true; // what takes 35 people away was let through
        rig.service.script = _ -> Fault.status(503);
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(5);
        assertThat(rig.target.cursor("whoever")).isEqualTo(new Cursor(Listing.ERA, 7));
        rig.service.script = null;
        rig.turnAfter(600);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(40);
    }

    @Test
    void aReservationThatEndsWhileAListingAgreesStaysEnded() throws InterruptedException {
        peopleAndAReservation();
        rig.turn();
        assertThat(rig.target.row(2).groupReservations()).hasSize(1);
        during(1, this::cancelled);
        rig.turnAfter(900);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).groupReservations()).isEmpty();
        assertThat(rig.target.begun).as("one person stages nobody").isEqualTo(1);
    }

    private void stagesAtTheNextStart() {
        rig.restart();
        rig.service.change(9, "first_name", "Changed");
        rig.service.of(9).put("updated_at", "2026-02-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReservationThatEndsWhileAListingIsStagedStaysEnded(int reading) throws InterruptedException {
        peopleAndAReservation();
        rig.turn();
        stagesAtTheNextStart();
        during(reading, this::cancelled);
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.begun).isEqualTo(2);
        assertThat(rig.target.row(9).texts()).containsEntry("first_name", "Changed");
        assertThat(rig.target.row(2).groupReservations()).isEmpty();
    }

    /// Whose card is taken away by a webhook, and whose `updated_at` does not move with it.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aCardThatIsTakenAwayWhileAListingIsStagedStaysAway(int reading) throws InterruptedException {
        rig.people(1_200);
        rig.turn();
        stagesAtTheNextStart();
        during(reading, () -> {
            rig.service.of(3).put("credentials", List.of());
            rig.named(3);
        });
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(9).texts()).containsEntry("first_name", "Changed");
        assertThat(rig.target.row(3).credentials()).isEmpty();
    }

    @Test
    void aWebhookDuringAListingThatItAskedForIsAnsweredByAnother() throws InterruptedException {
        rig.people(1_200);
        rig.turn();
        rig.hook("{\"resource_type\":\"PersonCredential\",\"account_id\":\"7\"}");
        rig.turnAfter(5); // takes it
        during(
                1,
                () -> rig.hook("{\"resource_type\":\"PersonCredential\",\"account_id\":\"7\",\"action\":\"DELETE\"}"));
        rig.turnAfter(5); // lists
        rig.service.script = null;
        rig.service.of(4).put("credentials", List.of());
        for (int i = 0; i < 7; i++) rig.turnAfter(10);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(4).credentials()).isEmpty();
    }

    @Test
    void aWriteWhosePersonCannotBeFetchedIsAskedForAnew() throws Exception {
        rig.people(2);
        rig.turn();
        rig.service.asked.clear();
        rig.service.script = one -> one.method().equals("GET") && one.path().equals("/api/3/people/1")
                ? FakeService.Fault.status(403)
                : null;
        var write = new CloudWrite("PUT", "/api/3/people/1", "{}", null, Set.of());
        var written = CompletableFuture.supplyAsync(() -> rig.follower.write(write));
        while (!written.isDone()) rig.turn();
        rig.turn();
        assertThat(rig.service.asked).anyMatch(one -> one.query().containsKey("since_utc"));
    }
}
