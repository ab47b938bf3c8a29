package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 2.8 Group reservation, 4.9, its endpoints, and 8's limits of it; reservations of channels (2.11). How states move
/// by time is shown on a clock that can be turned, in `GroupReservationsApiTest`.
@ParameterizedClass
@EnumSource(Variant.class)
class Section49GroupReservationTest {
    private static final String PATH = "/api/3/group_reservations";
    private static final ZoneId ZONE = ZoneId.of("Australia/Adelaide");

    private final Client client;

    Section49GroupReservationTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private static OffsetDateTime in(long amount, ChronoUnit unit) {
        return Instant.now()
                .truncatedTo(ChronoUnit.SECONDS)
                .atZone(ZONE)
                .toOffsetDateTime()
                .plus(amount, unit);
    }

    private static Map<String, Object> body(long person, OffsetDateTime start, OffsetDateTime end) {
        return Map.of(
                "person_id",
                person,
                "group_ids",
                List.of(1),
                "start_time",
                start.toString(),
                "end_time",
                end.toString());
    }

    private Map<String, Object> make(long person, OffsetDateTime start, OffsetDateTime end) {
        Answer made = client.post(PATH, body(person, start, end));
        status(made, 201);
        return made.object();
    }

    private static OffsetDateTime time(@Nullable Object text) {
        return OffsetDateTime.parse(String.valueOf(text));
    }

    @Test
    @Spec({"2.8-1", "2.8-2", "4.9-1", "4.9-2", "4.9-3"})
    void oneIsMadeAndListedAsPending() {
        long person = client.person();
        OffsetDateTime start = in(2, ChronoUnit.HOURS);
        OffsetDateTime end = in(3, ChronoUnit.HOURS);
        Map<String, Object> made = make(person, start, end);
        assertThat(made)
                .containsOnlyKeys(
                        "id", "person_id", "start_time", "end_time", "state", "group_ids", "created_at", "updated_at")
                .containsEntry("person_id", person)
                .containsEntry("state", "pending")
                .containsEntry("group_ids", List.of(1L));
        assertThat(made.get("id")).isInstanceOf(Long.class);
        for (String field : List.of("start_time", "end_time", "created_at", "updated_at")) {
            assertThat(made.get(field)).asString().matches(".*[+-]\\d\\d:\\d\\d");
        }
        assertThat(time(made.get("start_time"))).isEqualTo(start);
        assertThat(time(made.get("end_time"))).isEqualTo(end);
        Answer list = client.get(PATH + "?skip_pagination=true");
        assertThat(list.array()).contains(made);
        Answer page = client.get(PATH + "?per_page=1");
        assertThat(page.array()).hasSize(1);
        assertThat(page.header("Total")).isEqualTo("" + list.array().size());
        assertThat(client.get(PATH + "?per_page=1&page=" + list.array().size()).array())
                .hasSize(1);
    }

    @Test
    @Spec({"4.9-4", "4.9-5", "4.9-6"})
    void deletingItAnswersOkAndLeavesNoGroup() {
        long person = client.person();
        long id = Client.whole(
                make(person, in(1, ChronoUnit.HOURS), in(2, ChronoUnit.HOURS)).get("id"));
        Answer deleted = client.delete(PATH + "/" + id);
        status(deleted, 200);
        assertThat(deleted.object()).isEqualTo(Map.of("result", "ok"));
        assertThat(client.read(person)).containsEntry("groups", List.of());
        assertThat(client.get(PATH + "?skip_pagination=true").column("id")).doesNotContain(id);
    }

    @Test
    @Spec("4.9-7")
    void itsStartIsInTheFuture() {
        long person = client.person();
        for (OffsetDateTime past : List.of(in(-1, ChronoUnit.MINUTES), in(-400, ChronoUnit.DAYS))) {
            refused(client.post(PATH, body(person, past, past.plusHours(2))), "start_time", Client.INVALID);
        }
    }

    @Test
    @Spec({"4.9-8", "4.9-9", "8-8", "8-9"})
    void itLastsAMinuteAtLeastAndAsLongAsTheAccountAllows() {
        long person = client.person();
        OffsetDateTime start = in(1, ChronoUnit.HOURS);
        refused(client.post(PATH, body(person, start, start.plusSeconds(59))), "end_time", Client.INVALID);
        refused(client.post(PATH, body(person, start, start.minusHours(1))), "end_time", Client.INVALID);
        make(person, start, start.plusMinutes(1));
        make(person, start, start.plusDays(30)); // group_reservation_max of the policy
        refused(client.post(PATH, body(person, start, start.plusDays(30).plusSeconds(1))), "end_time", Client.INVALID);
    }

    @Test
    @Spec({"4.9-10", "4.9-11"})
    void itMaySpanWeeksAndSeveralPeriodsAreSeveral() {
        long person = client.person();
        Map<String, Object> weeks = make(person, in(1, ChronoUnit.DAYS), in(22, ChronoUnit.DAYS));
        Map<String, Object> later = make(person, in(40, ChronoUnit.DAYS), in(41, ChronoUnit.DAYS));
        assertThat(weeks.get("id")).isNotEqualTo(later.get("id"));
        assertThat(client.get(PATH + "?skip_pagination=true").array()).contains(weeks, later);
    }

    @Test
    @Spec("4.9-12")
    void theSyncThatFollowsIsTakenThoughAllIsInForceBefore() {
        String card = Long.toString(number());
        long person = client.person(Map.of("card", card));
        OffsetDateTime start = in(1, ChronoUnit.HOURS);
        make(person, start, start.plusHours(1));
        assertThat(simulated(person, start.minusSeconds(1))).isEqualTo("rejected");
        assertThat(simulated(person, start)).isEqualTo("admitted");
        assertThat(simulated(person, start.plusHours(1))).isEqualTo("rejected");
        Answer synced = client.post("/api/3/sync", Map.of());
        assertThat(synced.status()).isIn(200, 429); // the published clients hear of one within the last minute
        if (synced.status() == 200) assertThat(synced.object()).isEqualTo(Map.of("result", "ok"));
    }

    private @Nullable Object simulated(long person, OffsetDateTime at) {
        Answer answer = client.post(
                "/api/3/decisions/simulate", Map.of("channel_id", 1, "person_id", person, "at", at.toString()));
        status(answer, 200);
        return answer.object().get("decision");
    }

    @Test
    @Spec({"7.2-14", "7.2-15"})
    void whatIsMissingOrUnknownIsSaidByField() {
        long person = client.person();
        OffsetDateTime start = in(1, ChronoUnit.HOURS);
        for (String field : List.of("person_id", "group_ids", "start_time", "end_time")) {
            var without = new HashMap<String, @Nullable Object>(body(person, start, start.plusHours(1)));
            without.remove(field);
            refused(client.post(PATH, without), field, Client.BLANK);
        }
        var unknown = new HashMap<String, @Nullable Object>(body(person, start, start.plusHours(1)));
        unknown.put("group_ids", List.of(1, 77));
        refused(client.post(PATH, unknown), "group_ids", Client.INVALID);
        unknown.remove("group_ids");
        unknown.put("channel_ids", List.of(77));
        OffsetDateTime noon = in(1, ChronoUnit.DAYS).withHour(12); // it begins and ends on one day
        unknown.put("start_time", noon.toString());
        unknown.put("end_time", noon.plusHours(1).toString());
        refused(client.post("/api/3/reservations", unknown), "channel_ids", Client.INVALID);
    }

    @Test
    @Spec("2.11-1")
    void aReservationOfChannelsIsARightForItsTime() {
        long person = client.person();
        OffsetDateTime noon = in(2, ChronoUnit.DAYS).withHour(12).withMinute(0).withSecond(0);
        var body = new HashMap<String, @Nullable Object>(body(person, noon, noon.plusHours(1)));
        body.remove("group_ids");
        body.put("channel_ids", List.of(2));
        Answer made = client.post("/api/3/reservations", Map.of("reservation", body));
        status(made, 201);
        assertThat(made.object())
                .containsOnlyKeys(
                        "id", "person_id", "start_time", "end_time", "channel_ids", "created_at", "updated_at")
                .containsEntry("channel_ids", List.of(2L));
        Answer decided = client.post(
                "/api/3/decisions/simulate", Map.of("channel_id", 2, "person_id", person, "at", noon.toString()));
        assertThat(decided.object())
                .containsEntry("decision", "admitted")
                .containsEntry("event_code", client.variant().isA() ? 10L : 13L);
        Answer deleted = client.delete("/api/3/reservations/" + made.id());
        assertThat(deleted.object()).isEqualTo(Map.of("result", "ok"));
    }
}
