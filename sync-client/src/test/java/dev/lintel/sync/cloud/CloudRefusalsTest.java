package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.FakeService.Fault;
import dev.lintel.sync.wire.DownLine.PersonLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A service that refuses some of what is asked of it: nobody else goes short of anything by that.
class CloudRefusalsTest {
    private static final String RESERVATIONS = "/api/3/group_reservations";

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void people(int count) {
        for (long id = 1; id <= count; id++) {
            rig.service.person(id, "P" + id).put("updated_at", "2026-02-01T00:00:00Z");
        }
    }

    private void named(long... ids) {
        for (long id : ids) {
            String body = "[{\"resource_type\":\"Person\",\"resource_id\":" + id + ",\"account_id\":\"7\"}]";
            String timestamp = Long.toString(rig.service.nowS);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            assertThat(rig.follower.webhook(timestamp, CloudHookTest.sign(timestamp, body), null, bytes))
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 422, 500})
    void onePersonWhoCannotBeFetchedStopsNobody(int status) throws InterruptedException {
        people(1_200);
        rig.turn();
        rig.service.script = one -> one.path().equals("/api/3/people/2") ? Fault.status(status) : null;
        rig.service.change(5, "enabled", false);
        rig.service.of(3).put("credentials", List.of());
        named(2, 3);
        for (int i = 0; i < 2; i++) rig.turnAfter(10);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(5).enabled()).isFalse();
        assertThat(rig.target.row(3).credentials()).isEmpty();
        rig.service.of(2).put("credentials", List.of());
        for (int i = 0; i < 10; i++) rig.turnAfter(10);
        assertThat(rig.follower.status().notices())
                .anyMatch(one -> one.startsWith("Person 2 cannot be fetched (it ") && one.contains("full listing"));
        assertThat(rig.service.count("/api/3/people/2"))
                .as("not again and again")
                .isLessThanOrEqualTo(Limits.ATTEMPTS * (Limits.LATE_MAX + 1L));
        named(2);
        rig.turnAfter(900);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).credentials()).as("the list has them").isEmpty();
        assertThat(rig.follower.status().notices()).isEmpty();
    }

    @Test
    void aServiceThatIsAwayKeepsWhoWasNamed() throws InterruptedException {
        people(3);
        rig.turn();
        rig.service.of(2).put("credentials", List.of());
        rig.service.script = one -> one.path().startsWith("/api/3/people") ? Fault.status(503) : null;
        named(2);
        rig.turn();
        assertThat(rig.problem()).contains("503");
        rig.service.script = null;
        rig.turnAfter(10);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).credentials()).isEmpty();
    }

    /// A person whose cards the service does not show is not a person who is gone.
    @Test
    void aListOfCardsThatIsNotThereTakesNobodyAway() throws InterruptedException {
        people(2);
        var cards = new ArrayList<Map<String, Object>>();
        for (long id = 1; id <= 2; id++) {
            rig.service.of(id).remove("credentials");
            cards.add(FakeService.card(id, "55" + id));
        }
        rig.service.lists.put("credentials", cards);
        rig.turn();
        rig.service.script = one -> one.path().equals("/api/3/people/2/credentials") ? Fault.status(404) : null;
        named(2);
        for (int i = 0; i < 2; i++) rig.turnAfter(10);
        assertThat(rig.target.row(2).enabled()).isTrue();
        assertThat(rig.target.row(2).credentials()).hasSize(1);
        assertThat(rig.follower.status().notices()).anyMatch(one -> one.startsWith("Person 2 cannot be fetched"));
    }

    /// `max_stale` counts from then.
    @Test
    void aServiceThatLetsThisBoxSeeNothingIsNoContact() throws InterruptedException {
        people(1);
        rig.turn();
        Long last = rig.follower.status().lastContactNs();
        rig.service.script = one -> one.path().startsWith("/api/3/") ? Fault.status(403) : null;
        for (int i = 0; i < 3; i++) rig.turnAfter(10);
        assertThat(rig.follower.status().lastContactNs()).isEqualTo(last);
        rig.service.script = null;
        rig.turnAfter(300);
        assertThat(rig.follower.status().lastContactNs()).isNotEqualTo(last);
    }

    private void reserved(long... ids) {
        long startS = rig.service.nowS + 600;
        var rows = new ArrayList<Map<String, Object>>();
        for (long id : ids) {
            rows.add(Map.of(
                    "id",
                    id,
                    "person_id",
                    2L,
                    "state",
                    "pending",
                    "group_ids",
                    List.of(10L),
                    "start_time",
                    FakeService.utc(startS),
                    "end_time",
                    FakeService.utc(startS + 36_000)));
        }
        rig.service.lists.put("group_reservations", rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 403", "2 403", "2 404"})
    void reservationsThatAreNotLetOutAnyMoreGoOn(String how) throws InterruptedException {
        people(3);
        reserved(77, 78);
        rig.turn();
        assertThat(rig.target.row(2).groupReservations()).hasSize(2);
        rig.service.perPageMax = 1;
        String page = how.substring(0, 1);
        int status = Integer.parseInt(how.substring(2));
        rig.service.script = one ->
                one.path().equals(RESERVATIONS) && page.equals(one.query().get("page")) ? Fault.status(status) : null;
        rig.service.change(1, "enabled", false);
        rig.turnAfter(60);
        assertThat(rig.problem()).contains(RESERVATIONS);
        assertThat(rig.target.row(1).enabled())
                .as("what is newer comes all the same")
                .isFalse();
        rig.turnAfter(900);
        assertThat(rig.problem()).contains(RESERVATIONS);
        assertThat(rig.target.row(2).groupReservations()).hasSize(2);
        rig.service.script = null;
        rig.turnAfter(600);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).groupReservations()).hasSize(2);
    }

    @Test
    void reservationsThatNeverWereLetOutAreANotice() throws InterruptedException {
        people(3);
        rig.service.script = one -> one.path().equals(RESERVATIONS) ? Fault.status(403) : null;
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(3);
        assertThat(rig.follower.status().notices())
                .anyMatch(one -> one.contains("does not let this box read " + RESERVATIONS));
    }

    @Test
    void whatARemovedRoleTookComesBackWithIt() throws InterruptedException {
        people(3);
        rig.turn();
        var stood = Objects.requireNonNull(rig.target.people.get(2L)).row();
        rig.target.people.put(2L, new PersonLine(stood, 0)); // as the box's policy leaves them
        int before = rig.target.applied;
        rig.follower.policyChanged();
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(Objects.requireNonNull(rig.target.people.get(2L)).revision()).isPositive();
        assertThat(rig.target.applied).isGreaterThanOrEqualTo(before);
    }
}
