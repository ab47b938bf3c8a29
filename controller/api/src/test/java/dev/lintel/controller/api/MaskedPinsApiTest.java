package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.http.HourlyRefusals;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.peoplefile.Intake;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.Watcher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An account with `pins: masked`: people and credentials through the API, and files of people.
class MaskedPinsApiTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String MASK = "******";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        mask(true);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private void mask(boolean masked) {
        box.database.write(sql -> sql.run(
                "INSERT OR REPLACE INTO account_limits (account_id, group_reservation_max_ms, pins)"
                        + " VALUES (1, 1000, ?)",
                masked ? "masked" : "shown"));
    }

    private String pin(long person, String slug) {
        return box.database.read(sql -> sql.get(
                "SELECT coalesce(max(c.value), '') FROM credential c JOIN credential_type t"
                        + " ON t.id = c.credential_type_id WHERE c.person_id = ? AND t.slug = ?",
                row -> row.text(1),
                person,
                slug));
    }

    private ApiClient.Answer made(String fields, String... headers) {
        return client.post(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"" + fields + "}", headers);
    }

    private long person() {
        return id(made(",\"pin\":\"4711\",\"mf_pin\":\"2580\",\"card\":\"1001\""));
    }

    private static long id(ApiClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return ((Number) Objects.requireNonNull(answer.object().get("id"))).longValue();
    }

    @Test
    void onlyTheAnswerThatSetsAPinShowsIt() {
        ApiClient.Answer made = made(",\"pin\":\"******\",\"mf_pin\":\"2580\"");
        long id = id(made);
        String pin = pin(id, "pin");
        assertThat(made.object()).containsEntry("pin", pin).containsEntry("mf_pin", "2580");
        assertThat(made.text()).contains("\"value\":\"" + pin + "\"");
        for (String path : List.of(
                PEOPLE + "/" + id,
                PEOPLE,
                PEOPLE + "?skip_pagination=true",
                PEOPLE + "/" + id + "/credentials",
                "/api/3/credentials",
                "/api/3/credentials?skip_pagination=true",
                "/api/3/credentials/1",
                "/api/3/events?level=debug&form=extended")) {
            assertThat(client.get(path).text()).as(path).doesNotContain("\"" + pin + "\"", "2580");
        }
        assertThat(client.get(PEOPLE + "/" + id).array().getFirst())
                .containsEntry("pin", MASK)
                .containsEntry("mf_pin", MASK);

        ApiClient.Answer renamed = client.put(PEOPLE + "/" + id, "{\"last_name\":\"North\"}");
        assertThat(renamed.object()).containsEntry("pin", MASK).containsEntry("last_name", "North");
        ApiClient.Answer changed = client.put(PEOPLE + "/" + id, "{\"pin\":\"4712\"}");
        assertThat(changed.object()).containsEntry("pin", "4712").containsEntry("mf_pin", MASK);
        assertThat(client.put("/api/3/credentials/2", "{\"value\":\"3691\"}").text())
                .contains("3691");
        assertThat(client.put("/api/3/credentials/2", "{\"value\":\"3691\"}").text())
                .doesNotContain("3691");
    }

    /// Or a program that may only read would find each PIN in some hours, and nothing would be in the log.
    @Test
    void noPinIsTriedByASimulation() {
        person();
        String asked = "{\"channel_id\":1,\"credential\":{\"type\":\"pin\",\"value\":\"%s\"}}";
        for (String pin : List.of("4711", "4712")) {
            ApiClient.Answer refused = client.post("/api/3/decisions/simulate", asked.formatted(pin));
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.text())
                    .contains("credential", "must not be a PIN")
                    .doesNotContain("Ada", "trace");
        }
        mask(false);
        assertThat(client.post("/api/3/decisions/simulate", asked.formatted("4711"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aRepeatedRequestIsNotShownThePin() {
        String[] key = {"Idempotency-Key", "once"};
        long id = id(made(",\"pin\":\"4711\"", key));
        ApiClient.Answer again = made(",\"pin\":\"4711\"", key);
        assertThat(again.object()).containsEntry("id", id).containsEntry("pin", MASK);
        String body = "{\"credential_type_id\":4,\"value\":\"2580\"}";
        String path = PEOPLE + "/" + id + "/credentials";
        assertThat(client.post(path, body, "Idempotency-Key", "two").text()).contains("2580");
        assertThat(client.post(path, body, "Idempotency-Key", "two").text()).doesNotContain("2580");
        assertThat(client.post(path, body).text()).as("exists").doesNotContain("2580");
    }

    @Test
    void aPersonWrittenBackKeepsThePins() {
        long id = person();
        Map<String, Object> read = client.get(PEOPLE + "/" + id).array().getFirst();
        String back = "{\"person\":{\"pin\":\"" + read.get("pin") + "\",\"mf_pin\":\"" + read.get("mf_pin")
                + "\",\"card\":\"1001\",\"notes\":\"n\"}}";
        for (String fields : List.of(back, back.replace(MASK, " ****** "))) {
            assertThat(client.put(PEOPLE + "/" + id, fields).status()).isEqualTo(200);
            assertThat(client.send("PATCH", PEOPLE + "/" + id, fields).status()).isEqualTo(200);
        }
        for (int i = 1; i <= 3; i++) {
            client.send("PATCH", "/api/3/credentials/" + i, "{\"value\":\"******\"}");
        }
        assertThat(pin(id, "pin")).isEqualTo("4711");
        assertThat(pin(id, "mf_pin")).isEqualTo("2580");
        assertThat(pin(id, "credentials_number")).isEqualTo("1001");
        client.put(PEOPLE + "/" + id, "{\"pin\":\"\"}");
        ApiClient.Answer anew = client.put(PEOPLE + "/" + id, "{\"pin\":\"******\"}");
        assertThat(anew.object()).containsEntry("pin", pin(id, "pin"));
        assertThat(pin(id, "pin")).matches("[0-9]{4,5}");
    }

    @Test
    void anExportBroughtBackKeepsThePins() {
        long id = person();
        PeopleExport.Part part = new PeopleExport(box.database).first(true);
        assertThat(part.rows()).contains(MASK).doesNotContain("4711", "2580");
        String file = part.header() + part.rows().replace("Demo", "North");
        Progress progress = PeopleFile.bring(
                CsvFile.of(file.getBytes(StandardCharsets.UTF_8)),
                new PeopleImport(box.database, box.time).by("ops@example.com", "session"),
                new Watcher() {
                    @Override
                    public void refused(CsvRow row, RefusedRow why) {
                        throw new AssertionError(why.faults().toString());
                    }

                    @Override
                    public void progress(Progress now) {
                        assertThat(now.refused()).isZero();
                    }
                });
        assertThat(progress.changed()).isEqualTo(1);
        assertThat(pin(id, "pin")).isEqualTo("4711");
        assertThat(pin(id, "mf_pin")).isEqualTo("2580");
        assertThat(client.get(PEOPLE + "/" + id).array().getFirst()).containsEntry("last_name", "North");
    }

    /// A preview leaves no event: it would find each PIN by 9,000 guesses for everybody at once.
    @Test
    void aPreviewConfirmsNoGuess() {
        long id = person();
        made(",\"pin\":\"4712\"");
        for (String file : List.of(
                "id,mf_pin\n" + id + ",%s\n", "id,pin\n" + id + ",%s\n", "first_name,last_name,pin\nX,Y,%s\n")) {
            var answers = new HashSet<Progress>();
            for (String guess : List.of("4711", "4712", "4713", "2580")) {
                answers.add(previewed(file.formatted(guess)));
            }
            assertThat(answers).as(file).singleElement().satisfies(answer -> {
                assertThat(answer.created() + answer.changed()).isEqualTo(1);
                assertThat(answer.refused()).isZero();
            });
        }
        assertThat(previewed("id,pin\n" + id + ",12\n").refused()).isEqualTo(1);
        assertThat(previewed("id,pin\n" + id + ",******\n").unchanged()).isEqualTo(1);
        mask(false);
        assertThat(previewed("id,mf_pin\n" + id + ",2580\n").unchanged()).isEqualTo(1);
        assertThat(previewed("first_name,last_name,pin\nX,Y,4712\n").refused()).isEqualTo(1);
    }

    private long events() {
        return box.database.events().head();
    }

    /// Each of these is refused for another field: it must not say which PINs are in use, for it leaves no event.
    @Test
    void aRefusedRequestConfirmsNoGuess() {
        person();
        long other = id(made(",\"pin\":\"4712\""));
        long before = events();
        String body = "{\"first_name\":\"\",\"pin\":\"%s\"}";
        for (String guess : List.of("4711", "4712", "4713")) {
            ApiClient.Answer made = client.post(PEOPLE, body.formatted(guess));
            ApiClient.Answer changed = client.put(PEOPLE + "/" + other, body.formatted(guess));
            for (ApiClient.Answer answer : List.of(made, changed)) {
                assertThat(answer.status()).isEqualTo(422);
                assertThat(answer.text()).contains("first_name").doesNotContain("taken");
            }
        }
        assertThat(events()).isEqualTo(before);
        mask(false);
        assertThat(client.post(PEOPLE, body.formatted("4711")).text()).contains("first_name", "taken");
    }

    /// PINs are tried in each of the ways that set one.
    @Test
    void guessesThatFindAPinLeaveEventsAndEndAfterThirtyInAnHour() throws InterruptedException {
        long id = person();
        long other = id(made(",\"pin\":\"4712\""));
        long none = id(made(""));
        long type = box.database.read(
                sql -> sql.get("SELECT id FROM credential_type WHERE slug = 'pin'", row -> row.number(1)));
        long credential = box.database.read(
                sql -> sql.get("SELECT id FROM credential WHERE person_id = ?", row -> row.number(1), other));
        String value = "{\"credential_type_id\":" + type + ",\"value\":\"4711\"}";
        for (int i = 0; i < 30; i++) {
            long before = events();
            ApiClient.Answer answer = switch (i % 4) {
                case 0 -> made(",\"pin\":\"4711\"");
                case 1 -> client.put(PEOPLE + "/" + other, "{\"pin\":\"4711\"}");
                case 2 -> client.post(PEOPLE + "/" + none + "/credentials", value);
                default -> client.put("/api/3/credentials/" + credential, "{\"value\":\"4711\"}");
            };
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
            assertThat(answer.text()).contains("has already been taken");
            assertThat(box.database.events().awaitHeadAbove(before, 10_000)).isEqualTo(before + 1);
        }
        for (String pin : List.of("4711", "4713")) {
            String body = "{\"pin\":\"" + pin + "\"}";
            ApiClient.Answer answer = client.put(PEOPLE + "/" + other, body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).isEqualTo("3600");
            assertThat(client.post(PEOPLE + "/" + none + "/credentials", value.replace("4711", pin))
                            .status())
                    .isEqualTo(429);
        }
        assertThat(client.put(PEOPLE + "/" + id, "{\"pin\":\"******\",\"last_name\":\"North\"}")
                        .status())
                .as("a write that sets no PIN")
                .isLessThan(300);
        box.time.advance(Duration.ofHours(1));
        assertThat(client.put(PEOPLE + "/" + other, "{\"pin\":\"4713\"}").status())
                .isLessThan(300);
    }

    /// One user's form, or a script with one token, must not end the changes of all others.
    @Test
    void eachUserOfAnApplicationHasRefusalsOfTheirOwn() {
        person();
        String taken = "{\"first_name\":\"Eve\",\"last_name\":\"N\",\"pin\":\"4711\"}";
        var one = box.bearer(box.token("application A", Scope.values()));
        for (int i = 0; i < HourlyRefusals.MAX; i++)
            assertThat(one.post(PEOPLE, taken).status()).isEqualTo(422);
        assertThat(one.post(PEOPLE, taken).status()).isEqualTo(429);
        var renewed = box.bearer(box.token("application A", Scope.values()));
        assertThat(renewed.post(PEOPLE, taken).status()).as("another token").isEqualTo(429);
        var other = box.bearer(box.tokenOf(2, "application A", Scope.values()));
        assertThat(other.post(PEOPLE, taken).status()).as("another user").isEqualTo(422);
    }

    @Test
    void nothingIsCountedWherePinsAreShown() {
        person();
        mask(false);
        long before = events();
        for (int i = 0; i < 31; i++)
            assertThat(made(",\"pin\":\"4711\"").status()).isEqualTo(422);
        assertThat(events()).isEqualTo(before);
    }

    @Test
    void aRowOfAFileThatFindsAPinLeavesAnEvent() throws InterruptedException {
        person();
        long before = events();
        byte[] file = "first_name,last_name,pin\nX,Y,4711\n".getBytes(StandardCharsets.UTF_8);
        var refused = new HashSet<String>();
        PeopleFile.bring(
                CsvFile.of(file),
                new PeopleImport(box.database, box.time).by("ops@example.com", "session"),
                new Watcher() {
                    @Override
                    public void refused(CsvRow row, RefusedRow why) {
                        refused.add(why.faults().toString());
                    }

                    @Override
                    public void progress(Progress now) {}
                });
        assertThat(refused).singleElement().asString().contains("taken");
        assertThat(box.database.events().awaitHeadAbove(before, 10_000)).isEqualTo(before + 1);
    }

    /// A file of guesses would else confirm thousands of PINs in one request.
    @Test
    void anImportComparesNoMorePinsThanTheLimitOfAnHour() {
        int max = HourlyRefusals.MAX;
        for (int i = 0; i <= max; i++)
            assertThat(made(",\"pin\":\"" + (3_000 + i) + "\"").status()).isEqualTo(201);
        var intake = new PeopleImport(box.database, box.time).by("ops@example.com", "session");
        var guesses = new StringBuilder();
        for (int i = 0; i <= max; i++) guesses.append("X,Y,").append(3_000 + i).append('\n');
        List<String> refused = refusals(intake, guesses + "X,Y,9876\nX,Y,\n");
        assertThat(refused).hasSize(max + 2);
        assertThat(refused.subList(0, max)).allMatch(why -> why.contains("taken"));
        assertThat(refused.subList(max, max + 2)).allMatch(why -> why.contains("PINs are taken again in"));
        assertThat(refusals(intake, "X,Y,3000\n")).singleElement().asString().contains("PINs are taken again in");
        box.time.advance(Duration.ofHours(1));
        assertThat(refusals(intake, "X,Y,3000\n"))
                .singleElement()
                .asString()
                .contains("taken")
                .doesNotContain("again");
        assertThat(refusals(intake, "X,Y,9876\n")).isEmpty();
    }

    /// The first fault of each refused row.
    private static List<String> refusals(Intake intake, String rows) {
        var refused = new ArrayList<String>();
        PeopleFile.bring(
                CsvFile.of(("first_name,last_name,pin\n" + rows).getBytes(StandardCharsets.UTF_8)),
                intake,
                new Watcher() {
                    @Override
                    public void refused(CsvRow row, RefusedRow why) {
                        refused.add(why.faults().getFirst().message());
                    }

                    @Override
                    public void progress(Progress now) {}
                });
        return refused;
    }

    private Progress previewed(String file) {
        var bytes = file.getBytes(StandardCharsets.UTF_8);
        return PeopleFile.bring(CsvFile.of(bytes), new PeopleImport(box.database, box.time).onTrial(), new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {}

            @Override
            public void progress(Progress now) {}
        });
    }

    @Test
    void shownPinsAreAsTheContractSays() {
        long id = person();
        mask(false);
        assertThat(client.get(PEOPLE + "/" + id).array().getFirst())
                .containsEntry("pin", "4711")
                .containsEntry("mf_pin", "2580");
        assertThat(client.put(PEOPLE + "/" + id, "{\"pin\":\"******\"}")
                        .object()
                        .get("pin"))
                .isNotEqualTo("4711")
                .isEqualTo(pin(id, "pin"));
    }
}
