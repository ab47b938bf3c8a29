package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Forms that programs give to texts, numbers and times: byte order marks, encoded bodies, numbers for texts, basic ISO
/// 8601, plus signs in addresses. The account is in Europe/Berlin.
class TextFormsApiTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String CREDENTIALS = "/api/3/credentials";
    private static final String MARK = "\uFEFF";
    private static final String ADA = "{\"first_name\":\"Ada\",\"last_name\":\"North\"}";

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

    private static String person(String more) {
        return ADA.replace("}", "," + more + "}");
    }

    @Test
    void aByteOrderMarkBeforeJsonIsSkipped() {
        long id = client.create(PEOPLE, MARK + ADA);
        String body = MARK + "{\"credential_type_id\":1,\"value\":\"4711\"}";
        var made = client.post(PEOPLE + "/" + id + "/credentials", body).array().getFirst();
        long card = Long.parseLong(String.valueOf(made.get("id")));
        assertThat(client.put(CREDENTIALS + "/" + card, MARK + "{\"value\":\"4712\"}")
                        .object())
                .containsEntry("value", "4712");
        assertThat(client.put(PEOPLE + "/" + id, MARK).status())
                .as("an empty body")
                .isEqualTo(200);
        assertThat(client.put(CREDENTIALS + "/" + card, MARK).status()).isEqualTo(200);
        assertThat(client.post(PEOPLE, MARK + MARK + ADA).status()).isEqualTo(400);
        assertThat(client.put(CREDENTIALS + "/" + card, MARK + MARK + "{}").status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "identity, deflate", "x"})
    void anEncodedBodyIsRefusedAndNotRead(String encoding) {
        var answer = client.post(PEOPLE, ADA, "Content-Encoding", encoding);
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.object())
                .containsEntry("error", "unsupported_media_type")
                .containsEntry("error_description", "Content-Encoding is not supported: send the body without it");
        assertThat(answer.header("Accept-Encoding")).isEqualTo("identity");
        assertThat(client.get(PEOPLE).array()).isEmpty();
        assertThat(client.post(PEOPLE, ADA, "Content-Encoding", "Identity").status())
                .isEqualTo(201);
    }

    @Test
    void anAddressWithAPlusSignIsFoundWhetherOrNotItIsEncoded() throws Exception {
        long id = client.create(PEOPLE, person("\"email\":\"user+tag@example.com\""));
        box.append(new EventDraft(
                EventKind.ADMITTED_CARD, 1, 1, new Subject(1L, id, "Ada North", null, "1001", false), Map.of()));
        for (String email : List.of("user+tag@example.com", "user%2Btag@example.com", "+user%2btag%40example.com")) {
            String query = "?email=" + (email.startsWith("+") ? email.substring(1) : email);
            assertThat(client.get(PEOPLE + query).column("id")).as(query).containsExactly(id);
            assertThat(client.get("/api/3/events" + query).array()).as(query).hasSize(1);
        }
        for (String path : List.of(PEOPLE, "/api/3/events")) {
            var refused = client.get(path + "?email=user%20tag@example.com");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("email must be an email address, which has no spaces");
            assertThat(client.get(path + "?email=usertag@example.com").array()).isEmpty();
        }
    }

    @Test
    void anIdAndANameWithAPlusSignAreFoundWhetherOrNotItIsEncoded() throws Exception {
        long plus = client.create(PEOPLE, named("A+B", "North+1", "A+1"));
        long space = client.create(PEOPLE, named("C D", "North 2", "A 2"));
        for (long id : List.of(plus, space)) {
            box.append(new EventDraft(
                    EventKind.ADMITTED_CARD, 1, 1, new Subject(1L, id, "x", null, "1001", false), Map.of()));
        }
        assertThat(client.get(PEOPLE + "?system_id=A+1").column("id")).containsExactly(plus);
        assertThat(client.get(PEOPLE + "?system_id=a%2B1").column("id")).containsExactly(plus);
        assertThat(client.get(PEOPLE + "?system_id=A+2").column("id")).containsExactly(space);
        assertThat(client.get(PEOPLE + "?system_id=A%202").column("id")).containsExactly(space);
        assertThat(client.get(PEOPLE + "?system_id=A%201").array()).isEmpty();
        assertThat(client.get(PEOPLE + "?system_id=A%2B2").array()).isEmpty();
        var events = "/api/3/events";
        assertThat(client.get(events + "?first_name=A+B").column("person_id")).containsExactly(plus);
        assertThat(client.get(events + "?first_name=c+d").column("person_id")).containsExactly(space);
        assertThat(client.get(events + "?last_name=North+1").column("person_id"))
                .containsExactly(plus);
        assertThat(client.get(events + "?last_name=North+2&first_name=C+D").column("person_id"))
                .containsExactly(space);
        assertThat(client.get(events + "?last_name=North%2B2").array()).isEmpty();
    }

    private static String named(String first, String last, String systemId) {
        return "{\"first_name\":\"" + first + "\",\"last_name\":\"" + last + "\",\"system_id\":\"" + systemId + "\"}";
    }

    @Test
    void aPlusSignThatFindsTwoPeopleFindsBoth() {
        long space = client.create(PEOPLE, named("A", "B", "A 1"));
        long plus = client.create(PEOPLE, named("A", "B", "A+1"));
        assertThat(client.get(PEOPLE + "?system_id=A+1").column("id")).containsExactly(space, plus);
        assertThat(client.get(PEOPLE + "?system_id=A+1&per_page=1&page=2").column("id"))
                .containsExactly(plus);
    }

    @Test
    void aWholeNumberHasOneFormAsAText() {
        long id = client.create(PEOPLE, person("\"system_id\":12,\"card\":1.2e3,\"pin\":4.711E3"));
        var made = client.get(PEOPLE + "/" + id).array().getFirst();
        assertThat(made)
                .containsEntry("system_id", "12")
                .containsEntry("card", "1200")
                .containsEntry("pin", "4711");
        for (String same : List.of("12", "12.0", "1.2e1", "12.000", "120e-1", "\"12\"")) {
            assertThat(client.post(PEOPLE, person("\"system_id\":" + same)).object())
                    .as(same)
                    .containsEntry("errors", Map.of("system_id", List.of("has already been taken")));
            assertThat(client.put(PEOPLE + "/" + id, "{\"system_id\":" + same + "}")
                            .object())
                    .containsEntry("system_id", "12");
        }
        for (String same : List.of("1200", "1200.0", "12e2")) {
            assertThat(client.post(PEOPLE, person("\"card\":" + same)).object())
                    .as(same)
                    .containsEntry("errors", Map.of("card", List.of("has already been taken")));
            var created = client.post(
                    CREDENTIALS, "{\"person_id\":" + id + ",\"credential_type_id\":2,\"value\":" + same + "}");
            assertThat(created.text()).as(same).contains("has already been taken");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.5", "1e-1", "1e400", "1e-999999999", "1e999999999", "0.1"})
    void anyOtherNumberIsNoText(String number) {
        for (String field : List.of("system_id", "card", "pin", "credentials_number", "first_name")) {
            var refused = client.post(PEOPLE, "{\"last_name\":\"x\",\"" + field + "\":" + number + "}");
            assertThat(refused.status()).as(field).isEqualTo(400);
            assertThat(refused.text()).contains(field + " must be a text or a whole number");
        }
        long id = client.create(PEOPLE, ADA);
        var credential = client.post(
                CREDENTIALS, "{\"person_id\":" + id + ",\"credential_type_id\":1,\"value\":" + number + "}");
        assertThat(credential.status()).isEqualTo(400);
        assertThat(credential.text()).contains("value must be a text or a whole number");
    }

    /// As a program writes them that keeps numbers as doubles. The PIN's and the card's limits refuse them as well.
    @ParameterizedTest
    @ValueSource(strings = {"1.2345678901234568e+21", "1.234567890123456e17", "12345678901234568.0"})
    void aNumberThatAProgramHasRoundedIsNoId(String number) {
        for (String field : List.of("system_id", "card", "pin")) {
            var refused = client.post(PEOPLE, person("\"" + field + "\":" + number));
            assertThat(refused.status()).as(field).isEqualTo(400);
            assertThat(refused.text()).contains(field + " must be a text or a whole number without an exponent");
        }
        long id = client.create(PEOPLE, person("\"system_id\":12345678901234567"));
        assertThat(client.get(PEOPLE + "/" + id).array().getFirst()).containsEntry("system_id", "12345678901234567");
    }

    @Test
    void aStructureIsAnInvalidValueOfACredential() {
        long id = client.create(PEOPLE, person("\"card\":\"4711\""));
        Object card = client.get(PEOPLE + "/" + id + "/credentials")
                .array()
                .getFirst()
                .get("id");
        for (String value : List.of("{}", "{\"number\":\"1\"}", "[]", "[\"1\"]")) {
            for (ApiClient one : List.of(client, box.client(box.sdkKey))) {
                var made = one.post(
                        CREDENTIALS, "{\"person_id\":" + id + ",\"credential_type_id\":2,\"value\":" + value + "}");
                assertThat(made.status()).as(value).isEqualTo(422);
                assertThat(made.object()).containsEntry("errors", Map.of("value", List.of("is invalid")));
                var changed = one.put(CREDENTIALS + "/" + card, "{\"value\":" + value + "}");
                assertThat(changed.status()).as(value).isEqualTo(422);
                assertThat(changed.object()).containsEntry("errors", Map.of("value", List.of("is invalid")));
            }
        }
        assertThat(client.get(PEOPLE + "/" + id).array().getFirst()).containsEntry("card", "4711");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            20260302T100000Z               | 2026-03-02T10:00:00Z
            20260302T100000+0100           | 2026-03-02T09:00:00Z
            20260302T100000.123+01:00      | 2026-03-02T09:00:00.123Z
            20260302T100000,123Z           | 2026-03-02T10:00:00.123Z
            20260302T1000Z                 | 2026-03-02T10:00:00Z
            20260302T10Z                   | 2026-03-02T10:00:00Z
            20260302T100000                | 2026-03-02T09:00:00Z
            20260302                       | 2026-03-01T23:00:00Z
            2026-03-02T10:00:00,123Z       | 2026-03-02T10:00:00.123Z
            2026-03-02T10:00:00,123+0100   | 2026-03-02T09:00:00.123Z
            2026-03-02T10:00:00,5          | 2026-03-02T09:00:00.500Z
            2026-03-02T10:00:00.1239999999999Z | 2026-03-02T10:00:00.123Z
            2026-03-02T10:00:00Z           | 2026-03-02T10:00:00Z
            """)
    void timesAreReadInBothFormsOfIso(String text, String at) {
        var berlin = new AccountTimes(ZoneId.of("Europe/Berlin"));
        assertThat(Instant.ofEpochMilli(berlin.parse("since", text))).isEqualTo(at);
    }

    @Test
    void sinceTakesTheBasicForm() throws Exception {
        long noon = Instant.parse("2026-03-02T12:00:00.500Z").toEpochMilli();
        Subject ada = new Subject(1L, 1L, "Ada North", null, "1001", false);
        box.append(new EventDraft(EventKind.ADMITTED_CARD, noon, 1, ada, Map.of()));
        String events = "/api/3/events?";
        assertThat(client.get(events + "since=20260302T120000,5Z").array()).hasSize(1);
        assertThat(client.get(events + "since_utc=20260302T120000,501").array()).isEmpty();
        assertThat(client.get(events + "since=20260302T130000.500%2B0100").array())
                .hasSize(1);
        for (String wrong :
                List.of("20261302", "202603", "20260302T", "20260302T1", "2026030T100000Z", "20260302T10:00Z")) {
            assertThat(client.get(events + "since=" + wrong).status()).as(wrong).isEqualTo(400);
        }
    }

    private void fiveEvents() throws Exception {
        Subject ada = new Subject(1L, 1L, "Ada North", null, "1001", false);
        for (int i = 0; i < 5; i++) box.append(box.event(EventKind.ADMITTED_CARD, ada));
    }

    @Test
    void anSdkClientPagesByN() throws Exception {
        fiveEvents();
        ApiClient sdk = box.client(box.sdkKey);
        var first = sdk.get("/api/3/events?n=2&page=1");
        assertThat(first.column("id")).containsExactly(5L, 4L);
        assertThat(first.header("Per-Page")).isEqualTo("2");
        assertThat(sdk.get("/api/3/events?n=2&page=2&per_page=4").column("id")).containsExactly(3L, 2L);
        var last = sdk.get("/api/3/events?n=2&page=3");
        assertThat(last.column("id")).containsExactly(1L);
        assertThat(last.header("Page")).isEqualTo("3");
        assertThat(sdk.get("/api/3/events?n=2").column("id")).containsExactly(5L, 4L);
        assertThat(sdk.get("/api/3/events?page=2&per_page=3").column("id")).containsExactly(2L, 1L);
        assertThat(sdk.get("/api/3/events?n=0&page=1").status()).isEqualTo(400);
        assertThat(client.get("/api/3/events?n=2&page=1&form=short").text())
                .as("in the documented shape n is not the size of a page")
                .contains("\"total_pages\":1");
    }

    @Test
    void anSdkClientKnowsChannelsByTheirOlderNameToo() throws Exception {
        fiveEvents();
        ApiClient sdk = box.client(box.sdkKey);
        for (String query : List.of("", "?page=1", "?n=2&page=1", "?skip_pagination=true", "?form=extended")) {
            assertThat(sdk.get("/api/3/events" + query).array().getFirst())
                    .as(query)
                    .containsEntry("channel_id", 1L)
                    .containsEntry("door_controller_id", 1L)
                    .containsEntry("channel_name", "Front Door")
                    .containsEntry("door_controller_name", "Front Door");
        }
        assertThat(sdk.get("/api/3/events/5").object()).containsEntry("door_controller_id", 1L);
        assertThat(client.get("/api/3/events/5").text()).doesNotContain("door_controller");
        assertThat(client.get("/api/3/events").text()).doesNotContain("door_controller");
    }
}
