package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.FakeService.Asked;
import dev.lintel.sync.cloud.FakeService.Fault;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        rig.service.people.remove(3L);
        rig.turnAfter(900);
        assertThat(rig.problem()).contains(RESERVATIONS);
        assertThat(rig.target.row(2).groupReservations()).hasSize(2);
        assertThat(rig.target.people).as("who is deleted goes").hasSize(2);
        rig.service.script = null;
        rig.turnAfter(600);
        assertThat(rig.problem()).isNull();
        assertThat(rig.target.row(2).groupReservations()).hasSize(2);
    }

    @Test
    void reservationsThatNeverWereLetOutAreANotice() throws InterruptedException {
        rig.people(3);
        rig.service.of(1).put("groups", List.of(10L));
        rig.service.script = one -> one.path().equals(RESERVATIONS) ? Fault.status(403) : null;
        rig.turn();
        assertThat(rig.target.row(1).groups()).as("it may be one that ends").isEmpty();
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

    private static Function<Asked, @Nullable Fault> refusing(String part, int status) {
        return one -> one.path().contains(part) ? Fault.status(status) : null;
    }

    /// People who carry no credentials, have one of a list, and an older field that says another.
    private void bare(int count) {
        rig.people(count);
        var cards = new ArrayList<Map<String, Object>>();
        for (long id = 1; id <= count; id++) {
            rig.service.of(id).put("credentials", List.of(FakeService.card(id, "55" + id)));
            rig.service.of(id).put("card", "99" + id);
            cards.add(FakeService.card(id, "55" + id));
        }
        rig.service.lists.put("credentials", cards);
        rig.service.shape = FakeService.Shape.SDK;
    }

    @ParameterizedTest
    @CsvSource({
        "/reservations, 403, false",
        "/reservations, 404, true",
        "/reservations, 500, false",
        "/reservations, 500, true",
        "group_reservations, 403, true",
        "group_reservations, 404, false",
        "group_reservations, 404, true",
        "group_reservations, 500, false",
        "credentials, 403, false",
        "credentials, 403, true",
        "credentials, 404, false",
        "credentials, 404, true",
        "/api/3/credentials, 500, true",
        "credential_types, 403, false",
        "roles, 500, false"
    })
    void whoIsDeletedGoesThoughAListBesideIsNotLetOut(String path, int status, boolean restarts)
            throws InterruptedException {
        bare(4);
        rig.reserved(2, 77);
        rig.service.lists.put("reservations", List.of());
        rig.turn();
        if (restarts) rig.restart();
        rig.service.script = refusing(path, status);
        rig.service.people.remove(3L);
        rig.service.of(4).put("last_name", "Later"); // as of a list: `updated_at` does not move
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(3).doesNotContainKey(3L);
        assertThat(rig.target.row(4).texts()).containsEntry("last_name", "Later");
        rig.service.change(1, "enabled", false);
        rig.turnAfter(10);
        assertThat(rig.target.row(1).enabled()).isFalse();
        for (long id : List.of(1L, 2L, 4L)) {
            assertThat(rig.target.row(id).credentials())
                    .singleElement()
                    .extracting(PersonRow.CredentialRow::value)
                    .isEqualTo("55" + id);
        }
        assertThat(rig.target.row(2).groupReservations()).hasSize(1);
        rig.service.script = null;
        for (int i = 0; i < 2; i++) rig.turnAfter(900);
        assertThat(rig.problem()).isNull();
        assertThat(rig.follower.status().notices()).isEmpty();
    }

    /// The older field says nothing of that it is disabled.
    @ParameterizedTest
    @ValueSource(ints = {403, 404, 500})
    void aDisabledCardStaysShutAfterAStartWithoutTheListOfCards(int status) throws InterruptedException {
        bare(3);
        rig.service.lists.put("credentials", List.of(FakeService.card(1, "551"), FakeService.card(3, "553")));
        rig.turn();
        assertThat(rig.target.row(2).credentials()).isEmpty();
        rig.restart();
        rig.service.script = refusing("/api/3/credentials", status);
        rig.service.person(4, "New").put("card", "994");
        rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(4);
        assertThat(rig.target.row(1).credentials()).hasSize(1);
        assertThat(rig.target.row(2).credentials()).isEmpty();
        assertThat(rig.target.row(4).credentials()).isEmpty();
    }

    @Test
    void cardsThatNeverWereLetOutAreNobodys() throws InterruptedException {
        bare(2);
        rig.service.script = refusing("/api/3/credentials", 403);
        for (int i = 0; i < 2; i++) rig.turnAfter(900);
        assertThat(rig.target.people).hasSize(2);
        assertThat(rig.target.row(2).credentials()).isEmpty();
        rig.service.script = null;
        rig.turnAfter(900);
        assertThat(rig.target.row(2).credentials()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 500})
    void aServiceOfOlderFieldsOnlyIsFollowedByThem(int status) throws InterruptedException {
        bare(2);
        rig.service.lists.remove("credentials");
        rig.turn();
        assertThat(rig.target.row(2).credentials()).hasSize(1);
        rig.restart();
        rig.service.script = refusing("/api/3/credentials", status);
        rig.service.person(3, "New").put("card", "993");
        rig.turnAfter(900);
        assertThat(rig.target.row(3).credentials()).hasSize(1);
    }

    /// The API shows both kinds of groups as one: without the list of reservations it is not known which of them end.
    @ParameterizedTest
    @CsvSource({"403, false", "404, false", "500, false", "403, true", "404, true", "500, true"})
    void aGroupOfAReservationEndsWithItThoughTheListIsNotLetOut(int status, boolean restarts)
            throws InterruptedException {
        rig.people(3);
        rig.service.of(1).put("groups", List.of(11L));
        rig.reserved(2, 77);
        rig.turn();
        assertThat(rig.target.row(1).groups()).containsExactly(11L);
        if (restarts) rig.restart();
        rig.service.script = refusing("group_reservations", status);
        rig.turnAfter(900); // it runs
        rig.service.change(2, "groups", List.of(10L));
        rig.turnAfter(10);
        rig.turnAfter(900);
        assertThat(rig.target.row(1).groups()).containsExactly(11L);
        assertThat(rig.target.row(2).groups()).isEmpty();
        assertThat(rig.target.row(2).groupReservations()).hasSize(1);
        if (restarts && status == 404) return; // a service that never had such a list
        rig.service.change(3, "groups", List.of(10L));
        rig.turnAfter(10);
        assertThat(rig.target.row(3).groups()).as("of a new reservation, maybe").isEmpty();
        rig.service.script = null;
        for (int i = 0; i < 3; i++) rig.turnAfter(60);
        assertThat(rig.target.row(3).groups()).containsExactly(10L);
        assertThat(rig.target.row(2).groups()).isEmpty();
    }

    @Test
    void aServiceThatDoesNotFindAnythingTakesNobodyAway() throws InterruptedException {
        rig.people(30);
        rig.reserved(2, 77, 78);
        rig.turn();
        rig.service.script = refusing("/api/3/", 404);
        for (int i = 0; i < 20; i++) rig.turnAfter(60);
        assertThat(rig.problem()).isNotNull();
        assertThat(rig.target.people).hasSize(30);
        assertThat(rig.target.row(2).groupReservations()).hasSize(2);
    }

    @Test
    void whoIsNotFoundAfterAChangeOfReservationsIsListedFirst() throws InterruptedException {
        rig.people(3);
        rig.reserved(2, 77);
        rig.turn();
        rig.service.script = refusing("/api/3/people/", 404);
        rig.service.lists.put("group_reservations", List.of());
        rig.turnAfter(60);
        assertThat(rig.target.people).hasSize(3);
        rig.service.people.remove(2L);
        rig.turn();
        assertThat(rig.target.people).hasSize(2).doesNotContainKey(2L);
    }
}
