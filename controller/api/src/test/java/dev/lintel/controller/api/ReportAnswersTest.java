package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How reports are answered: formats, pages, refusals. 1,203 people hold a card each and came in by it.
class ReportAnswersTest {
    private static final String REPORTS = "/api/3/reports";
    private static final int MANY = 1_203;

    @TempDir
    static Path folder;

    private static ApiBox box;
    private static ApiClient client;

    @BeforeAll
    static void start() throws Exception {
        box = new ApiBox(folder);
        client = box.client();
        box.database.write(sql -> {
            for (int i = 1; i <= MANY; i++) {
                sql.run("INSERT INTO person (account_id, first_name, last_name, enabled, created_at, updated_at)"
                        + " VALUES (1, 'N', 'N', 1, 0, 0)");
                sql.run(
                        "INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, status,"
                                + " created_at, updated_at) VALUES (1, ?1, 1, ?1, ?1, 'active', 0, 0)",
                        i);
            }
            return true;
        });
        var drafts = new ArrayList<EventDraft>();
        for (long i = 1; i <= MANY; i++) {
            drafts.add(new EventDraft(
                    EventKind.ADMITTED_CARD,
                    box.time.nowMs(),
                    0,
                    new Subject(1L, i, "N N", i, "" + i, false),
                    Map.of("reader", "entry")));
        }
        box.append(drafts.toArray(EventDraft[]::new));
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static List<Object> ids(long first, long last) {
        return LongStream.rangeClosed(first, last).<Object>mapToObj(id -> id).toList();
    }

    @ParameterizedTest
    @CsvSource({"1,event_id", "3,person_id", "5,credential_id"})
    void aLongReportComesWholeAndByPages(int report, String column) {
        String url = REPORTS + "/" + report;
        var whole = client.get(url);
        assertThat(whole.column(column)).isEqualTo(ids(1, MANY));
        assertThat(whole.header("Total")).isEqualTo("1203");
        assertThat(whole.header("Per-Page")).isEqualTo("1203");
        assertThat(client.get(url + "?skip_pagination=true").text()).isEqualTo(whole.text());
        assertThat(CsvReader.read(client.get(url + "?format=csv").text())).hasSize(MANY + 1);
        assertThat(client.get(url + "?page=1").column(column)).isEqualTo(ids(1, 500));
        var middle = client.get(url + "?page=2&per_page=501");
        assertThat(middle.column(column)).isEqualTo(ids(502, 1_002));
        assertThat(middle.header("Total")).isEqualTo("1203");
        assertThat(middle.header("Per-Page")).isEqualTo("501");
        assertThat(middle.header("Link")).contains("/reports/" + report + "?page=3&per_page=501>; rel=\"next\"");
        assertThat(client.get(url + "?page=2&per_page=1001").column(column)).isEqualTo(ids(1_001, MANY));
        assertThat(client.get(url + "?page=9").array()).isEmpty();
        var csv = client.get(url + "?page=3&per_page=600&format=csv");
        assertThat(CsvReader.read(csv.text()).getLast().getFirst()).isEqualTo("1203");
        assertThat(csv.header("Page")).isEqualTo("3");
    }

    @Test
    void aReportThatIsShortHasTheHeadersToo() {
        var none = client.get(REPORTS + "/2");
        assertThat(none.array()).isEmpty();
        assertThat(none.header("Total")).isEqualTo("0");
        assertThat(client.get(REPORTS + "/2?format=csv").text())
                .isEqualTo("event_id,time,event_code,event_label,channel_id,channel_name,reader,person_id,person_name,"
                        + "credential,reason\r\n");
    }

    @Test
    void csvIsAFileWithAName() {
        var csv = client.send("GET", REPORTS + "/3", null, "Accept", "text/csv, application/json;q=0.9");
        assertThat(csv.header("Content-Type")).isEqualTo("text/csv; charset=utf-8; header=present");
        assertThat(csv.header("Content-Disposition"))
                .isEqualTo("attachment; filename=\"lintel-who-is-in-2026-03-02.csv\"");
        assertThat(csv.header("Vary")).isEqualTo("Accept");
        var json = client.send("GET", REPORTS + "/3", null, "Accept", "text/csv;q=0.9, application/json");
        assertThat(json.header("Content-Type")).isEqualTo("application/json; charset=utf-8");
        assertThat(json.header("Content-Disposition")).isEmpty();
        assertThat(json.header("Vary")).isEqualTo("Accept");
        var asked = client.send("GET", REPORTS + "/3?format=json", null, "Accept", "text/csv");
        assertThat(asked.header("Content-Type")).isEqualTo("application/json; charset=utf-8");
    }

    @Test
    void headHasTheHeadersAlone() {
        var head = client.send("HEAD", REPORTS + "/5?format=csv", null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(head.header("Total")).isEqualTo("1203");
        assertThat(head.header("Content-Disposition")).contains("credential-inventory");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    1?format=xml | format must be json or csv
                    1?since=yesterday | since must be an ISO 8601 time, such as 2026-03-02T10:00:00+01:00
                    1?until_utc=x | until_utc must be an ISO 8601 time, such as 2026-03-02T10:00:00+01:00
                    1?since=2026-03-02&until=2026-03-02 | until must be after since
                    1?since_utc=2026-03-02&until_utc=2026-03-01 | until_utc must be after since_utc
                    1?since=2027-01-01 | since must be in the past
                    1?channel_id=front | channel_id must be whole numbers
                    1?channel_id=0 | channel_id must be whole numbers
                    2?person_id=-1 | person_id must be at least 1
                    2?person_id=ada | person_id must be a whole number
                    3?status=away | status must be in or out or all
                    3?since=2026-01-01 | since is more than 31 days before the end of the report
                    3?since_utc=2027-01-01 | since_utc must be in the past
                    4?since=2024-01-01 | since is more than 366 days before the end of the report
                    5?credential_type_id=x | credential_type_id must be a whole number
                    6?days=0 | days must be between 1 and 3650
                    6?days=3651 | days must be between 1 and 3650
                    6?days=many | days must be a whole number
                    1?page=0 | page must be at least 1
                    """)
    void whatCannotBeAskedIs400NamingTheParameter(String query, String description) {
        var answer = client.get(REPORTS + "/" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.object()).isEqualTo(Map.of("error", "bad_request", "error_description", description));
    }

    @Test
    void moreChannelsThanABoxHasAreRefused() {
        String many = LongStream.range(1, 600).mapToObj(Long::toString).collect(Collectors.joining(","));
        assertThat(client.get(REPORTS + "/1?channel_id=" + many).object())
                .containsEntry("error_description", "channel_id has too many values");
    }

    @Test
    void anUnknownReportIs404AndNoneIsWritten() {
        for (String id : List.of("0", "7", "x", "-1")) {
            var answer = client.get(REPORTS + "/" + id);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.object()).containsEntry("error", "not_found");
        }
        for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
            assertThat(client.send(method, REPORTS + "/1", "{}").status()).isEqualTo(405);
        }
        assertThat(box.client("").get(REPORTS + "/1").status()).isEqualTo(401);
    }

    @Test
    void readingAReportLeavesNoEvent() {
        long before = box.database.events().head();
        client.get(REPORTS + "/5");
        assertThat(box.database.events().head()).isEqualTo(before);
    }

    /// The document's tables are the code's.
    @Test
    void theDocumentHasEveryReportsParametersAndColumns() throws IOException {
        String document = Files.readString(Path.of("..", "..", "docs", "reports.md"));
        for (Report report : Report.values()) assertThat(document).contains(section(report));
        assertThat(document).contains("/api/3/reports/6");
    }

    private static String section(Report report) {
        var text = new StringBuilder("## " + report.id() + " " + report.title() + "\n\n" + report.description()
                + "\n\n| parameter | type | |\n|---|---|---|\n");
        for (var parameter : report.parameters()) {
            text.append(
                    "| `" + parameter.name() + "` | " + parameter.type() + " | " + parameter.description() + " |\n");
        }
        text.append("\n| column | type | |\n|---|---|---|\n");
        for (var column : report.columns()) {
            text.append("| `" + column.name() + "` | " + column.type() + " | " + column.description() + " |\n");
        }
        return text.toString();
    }
}
