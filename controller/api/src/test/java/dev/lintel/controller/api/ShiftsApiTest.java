package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shifts and sites, as a `site.yaml` brought them.
class ShiftsApiTest {
    /// The account and one of its sites are in different zones.
    private static final String SITE = """
            account: {name: Test, time_zone: Europe/Berlin}
            sites:
              - {id: 3, name: Porto, time_zone: Europe/Lisbon, notes: "Two floors\\nand a yard"}
              - {id: 7, name: Annex, time_zone: Europe/Berlin}
            holidays:
              - {name: christmas, date: 2026-12-25, repeat: yearly}
              - {name: bank holiday, date: 2026-05-25}
              - {name: bank holiday, date: 2026-05-04}
              - {name: nobody's, date: 2026-06-01}
            shifts:
              - {id: 9, name: night, times: [{days: [fri], from: "22:00", to: "06:00"}]}
              - id: 4
                name: Office
                notes: "<b>weekdays</b>"
                times:
                  - {days: [tue, mon], from: "13:00", to: "17:05"}
                  - {days: [mon], from: "00:00", to: "24:00"}
                holidays:
                  christmas: closed
                  bank holiday: [{from: "14:00", to: "02:00"}, {from: "10:00", to: "12:00"}]
              - {id: 6, name: Zero, times: []}
              - {id: 5, name: office, times: []}
            channels:
              - {unit: 1, id: 1, name: Front Door, site: 3, auto_unlock: {shift: 9}}
            """;

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        apply(SITE);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void aShiftShowsItsTimesInTheAccountsZoneAndItsHolidays() {
        Map<String, Object> monday = Map.of(
                "day", "Monday",
                "description", "range",
                "start_time", "00:00 Europe/Berlin",
                "end_time", "24:00 Europe/Berlin",
                "shift_time", "00:00-24:00");
        assertThat(client.get("/api/3/shifts/4").object())
                .containsOnlyKeys("id", "name", "notes", "times", "holidays", "created_at", "updated_at")
                .containsEntry("id", 4L)
                .containsEntry("name", "Office")
                .containsEntry("notes", "<b>weekdays</b>")
                .containsEntry("created_at", "2026-03-02T11:00:00.123+01:00")
                .containsEntry("updated_at", "2026-03-02T11:00:00.123+01:00")
                .containsEntry(
                        "times", List.of(monday, range("Monday", "13:00", "17:05"), range("Tuesday", "13:00", "17:05")))
                .containsEntry(
                        "holidays",
                        List.of(
                                bankHoliday("2026-05-04"),
                                bankHoliday("2026-05-25"),
                                Map.of("name", "christmas", "date", "2026-12-25", "repeat", "yearly", "closed", true)));
    }

    private static Map<String, Object> bankHoliday(String date) {
        var ranges = List.of(range("10:00", "12:00"), range("14:00", "02:00"));
        return Map.of("name", "bank holiday", "date", date, "repeat", "once", "times", ranges);
    }

    private static Map<String, Object> range(String day, String from, String to) {
        var range = new java.util.HashMap<>(range(from, to));
        range.put("day", day);
        return range;
    }

    private static Map<String, Object> range(String from, String to) {
        return Map.of(
                "description", "range",
                "start_time", from + " Europe/Berlin",
                "end_time", to + " Europe/Berlin",
                "shift_time", from + "-" + to);
    }

    @Test
    void aNightBelongsToTheDayItBeginsOnAndAChannelShowsItOnItsSitesWall() {
        assertThat(client.get("/api/3/shifts/9").object())
                .containsEntry("times", List.of(range("Friday", "22:00", "06:00")))
                .containsEntry("holidays", List.of());
        assertThat((Map<?, ?>) client.get("/api/3/channels/1").object().get("auto_unlock"))
                .extracting("times")
                .asString()
                .contains("22:00 Europe/Lisbon");
    }

    @Test
    void aShiftWithoutTimesHasNone() {
        for (long id : List.of(5L, 6L)) {
            assertThat(client.get("/api/3/shifts/" + id).object())
                    .containsEntry("times", List.of())
                    .containsEntry("notes", "");
        }
    }

    @Test
    void shiftsAreOrderedByNameAndComeInPages() {
        var all = client.get("/api/3/shifts");
        assertThat(all.column("id")).containsExactly(9L, 4L, 5L, 6L); // Office and office are one name, so by id
        assertThat(all.header("Total")).isEqualTo("4");
        assertThat(all.header("Per-Page")).isEqualTo("500");
        assertThat(all.array().get(1)).isEqualTo(client.get("/api/3/shifts/4").object());
        assertThat(client.get("/api/3/shifts.json").text()).isEqualTo(all.text());
        assertThat(client.get("/api/3/shifts/?skip_pagination=true").text()).isEqualTo(all.text());

        var second = client.get("/api/3/shifts?per_page=3&page=2");
        assertThat(second.column("id")).containsExactly(6L);
        assertThat(second.header("Page")).isEqualTo("2");
        assertThat(second.header("Link"))
                .contains("/api/3/shifts?page=1&per_page=3>; rel=\"prev\"")
                .doesNotContain("rel=\"next\"");
        assertThat(client.get("/api/3/shifts?page=3&per_page=3").array()).isEmpty();
        assertThat(client.get("/api/3/shifts?per_page=9999").header("Per-Page")).isEqualTo("1000");
        assertThat(client.get("/api/3/shifts?per_page=0").status()).isEqualTo(400);
    }

    @Test
    void aSiteShowsItsFields() {
        var porto = client.get("/api/3/sites/3").object();
        assertThat(porto)
                .containsOnlyKeys(
                        "id", "name", "time_zone", "notes", "ip_address", "site_ips", "created_at", "updated_at")
                .containsEntry("id", 3L)
                .containsEntry("name", "Porto")
                .containsEntry("time_zone", "Europe/Lisbon")
                .containsEntry("notes", "Two floors\nand a yard")
                .containsEntry("ip_address", null)
                .containsEntry("site_ips", List.of())
                .containsEntry("created_at", "2026-03-02T11:00:00.123+01:00"); // the account's zone, not the site's
        assertThat(client.get("/api/3/sites/3.json").object()).isEqualTo(porto);
        assertThat(client.get("/api/3/channels/1").object()).containsEntry("site_id", 3L);
    }

    @Test
    void sitesAreOrderedByIdAndComeInPages() {
        var all = client.get("/api/3/sites.json");
        assertThat(all.column("id")).containsExactly(3L, 7L);
        assertThat(all.header("Total")).isEqualTo("2");
        var first = client.get("/api/3/sites?per_page=1");
        assertThat(first.column("name")).containsExactly("Porto");
        assertThat(first.header("Link")).contains("/api/3/sites?page=2&per_page=1>; rel=\"next\"");
        assertThat(client.get("/api/3/sites?per_page=1&page=2").column("name")).containsExactly("Annex");
        assertThat(client.get("/api/3/sites?page=two").status()).isEqualTo(400);
    }

    @Test
    void bothShapesSeeTheSame() {
        ApiClient sdk = box.client(box.sdkKey);
        for (String path : List.of("/api/3/sites", "/api/3/sites/3", "/api/3/shifts", "/api/3/shifts/4")) {
            assertThat(sdk.get(path).text()).isEqualTo(client.get(path).text());
        }
    }

    @Test
    void whatAnApplyChangesIsShownAtOnce() {
        box.time.advance(Duration.ofMinutes(1));
        String morning = "christmas: [{from: \"08:00\", to: \"09:00\"}]";
        apply(SITE.replace("name: Annex", "name: Barn").replace("christmas: closed", morning));
        assertThat(client.get("/api/3/sites/7").object())
                .containsEntry("name", "Barn")
                .containsEntry("created_at", "2026-03-02T11:00:00.123+01:00")
                .containsEntry("updated_at", "2026-03-02T11:01:00.123+01:00");
        assertThat((List<?>) client.get("/api/3/shifts/4").object().get("holidays"))
                .last()
                .isEqualTo(Map.of(
                        "name", "christmas",
                        "date", "2026-12-25",
                        "repeat", "yearly",
                        "times", List.of(range("08:00", "09:00"))));
    }

    @Test
    void whatIsNotThereIs404() {
        for (String list : List.of("sites", "shifts")) {
            for (String id : List.of("99", "x", "-3", "3x", "99999999999999999999", "%00", "3%27%20OR%201")) {
                var answer = client.get("/api/3/" + list + "/" + id);
                assertThat(answer.status()).as(list + " " + id).isEqualTo(404);
                assertThat(answer.object()).containsEntry("error", "not_found");
            }
        }
    }

    @Test
    void theyAreReadOnly() {
        for (String path : List.of("/api/3/sites", "/api/3/sites/3", "/api/3/shifts", "/api/3/shifts/4.json")) {
            for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
                var answer = client.send(method, path, "{\"name\":\"mine\"}");
                assertThat(answer.status()).as(method + " " + path).isEqualTo(405);
                assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
                assertThat(answer.object()).containsEntry("error", "method_not_allowed");
            }
        }
        assertThat(client.get("/api/3/sites/3").object()).containsEntry("name", "Porto");
    }

    private void apply(String file) {
        var catalog = new PolicyCatalog(new PolicyStore(box.database, box.time), box.time, _ -> {});
        Policy wanted = switch (SiteFile.parse("site.yaml", file)) {
            case Valid<Policy>(Policy policy) -> policy;
            case Faulty<Policy> faulty -> throw new AssertionError(faulty.toString());
        };
        assertThat(catalog.apply(wanted, "a test").refusals()).isEmpty();
    }
}
