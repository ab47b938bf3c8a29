package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.FakeService.Asked;
import dev.lintel.sync.cloud.FakeService.Fault;
import dev.lintel.sync.wire.DownLine.PersonLine;
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

    @ParameterizedTest
    @ValueSource(ints = {403, 422, 500})
    void onePersonWhoCannotBeFetchedStopsNobody(int status) throws InterruptedException {
        rig.people(1_200);
        rig.turn();
        rig.service.script = one -> one.path().equals("/api/3/people/2") ? Fault.status(status) : null;
        rig.service.change(5, "enabled", false);
        rig.service.of(3).put("credentials", List.of());
        rig.named(2, 3);
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
        rig.named(2);
        rig.turnAfter(900);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).credentials()).as("the list has them").isEmpty();
        assertThat(rig.follower.status().notices()).isEmpty();
    }

    @Test
    void aServiceThatIsAwayKeepsWhoWasNamed() throws InterruptedException {
        rig.people(3);
        rig.turn();
        rig.service.of(2).put("credentials", List.of());
        rig.service.script = one -> one.path().startsWith("/api/3/people") ? Fault.status(503) : null;
        rig.named(2);
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
        rig.people(2);
        var cards = new ArrayList<Map<String, Object>>();
        for (long id = 1; id <= 2; id++) {
            rig.service.of(id).remove("credentials");
            cards.add(FakeService.card(id, "55" + id));
        }
        rig.service.lists.put("credentials", cards);
        rig.turn();
        rig.service.script = one -> one.path().equals("/api/3/people/2/credentials") ? Fault.status(404) : null;
        rig.named(2);
        for (int i = 0; i < 2; i++) rig.turnAfter(10);
        assertThat(rig.target.row(2).enabled()).isTrue();
        assertThat(rig.target.row(2).credentials()).hasSize(1);
        assertThat(rig.follower.status().notices()).anyMatch(one -> one.startsWith("Person 2 cannot be fetched"));
    }

    private static boolean isOfPeople(Asked one) {
        return one.path().equals("/api/3/people");
    }

    /// `max_stale` goes on counting where the service answers, and tells of nobody.
    @ParameterizedTest
    @ValueSource(ints = {200, 302, 403, 404, 500})
    void whatSaysNothingOfPeopleIsNoContact(int status) throws InterruptedException {
        rig.people(3);
        rig.turn();
        Long last = rig.follower.status().lastContactNs();
        rig.service.script = one -> isOfPeople(one) ? new Fault(status, Map.of(), "<html>", -1) : null;
        for (int i = 0; i < 9; i++) {
            rig.named(1);
            rig.turnAfter(10);
        }
        rig.turnAfter(900);
        assertThat(rig.follower.status().lastContactNs()).isEqualTo(last);
        assertThat(rig.problem()).isNotNull();
        rig.service.script = null;
        rig.turnAfter(300);
        assertThat(rig.follower.status().lastContactNs()).isNotEqualTo(last);
    }

    /// `max_stale` counts from then.
    @Test
    void aServiceThatLetsThisBoxSeeNothingIsNoContact() throws InterruptedException {
        rig.people(1);
        rig.turn();
        Long last = rig.follower.status().lastContactNs();
        rig.service.script = one -> one.path().startsWith("/api/3/") ? Fault.status(403) : null;
        for (int i = 0; i < 3; i++) rig.turnAfter(10);
        assertThat(rig.follower.status().lastContactNs()).isEqualTo(last);
        rig.service.script = null;
        rig.turnAfter(300);
        assertThat(rig.follower.status().lastContactNs()).isNotEqualTo(last);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 403", "2 403", "2 404"})
    void reservationsThatAreNotLetOutAnyMoreGoOn(String how) throws InterruptedException {
        rig.people(3);
        rig.reserved(2, 77, 78);
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
        rig.people(3);
        rig.service.script = one -> one.path().equals(RESERVATIONS) ? Fault.status(403) : null;
        rig.turn();
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.people).hasSize(3);
        assertThat(rig.follower.status().notices())
                .anyMatch(one -> one.contains("does not let this box read " + RESERVATIONS));
    }

    @Test
    void whatARemovedRoleTookComesBackWithIt() throws InterruptedException {
        rig.people(3);
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
