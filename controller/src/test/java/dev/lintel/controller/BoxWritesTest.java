package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.hub.TestBoxClient;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.ForwardRequest.By;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What somebody can do at a whole hub who holds the key and certificate of a box, and says of its
/// client whatever
/// they like.
///
/// ```
///   role 901, group 901: channel 2, of box Gate     role 902, group 902: channels 1 and 2
///   901 group 901           Gate alone              904 roles 901 and 902    Gate and others
///   902 group 902           Gate and others         905 nothing              nobody
///   903 role 903 (chan. 1)  others                  906 group 901, group 903 (no roles)
/// ```
class BoxWritesTest {
    private static final String ROWS = """
            INSERT INTO channel_box VALUES (2, 'Gate', 1);
            INSERT INTO role (id, account_id, name, created_at, updated_at)
              VALUES (901, 1, 'Own', 0, 0), (902, 1, 'Both', 0, 0), (903, 1, 'Others', 0, 0);
            INSERT INTO role_channel VALUES (901, 2), (902, 1), (902, 2), (903, 1);
            INSERT INTO people_group (id, account_id, name, created_at, updated_at)
              VALUES (901, 1, 'Own', 0, 0), (902, 1, 'Both', 0, 0), (903, 1, 'Unknown to boxes', 0, 0);
            INSERT INTO group_role VALUES (901, 901), (902, 902);
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
              SELECT value, 1, 'P' || value, 'Q', 1, 1000, 2000 FROM json_each('[901,902,903,904,905,906]');
            INSERT INTO person_group VALUES (901, 901), (902, 902), (906, 901), (906, 903);
            INSERT INTO person_role VALUES (903, 903), (904, 901), (904, 902);
            INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, pin_number,
                                    status, created_at, updated_at)
              SELECT 90000 + p.id, 1, p.id, t.id, 910000 + p.id, 910000 + p.id, NULL, 'active', 0, 0
                FROM person p JOIN credential_type t ON t.slug = 'credentials_number'
               WHERE p.id BETWEEN 901 AND 906;
            INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)
              VALUES (901, 902, 0, 4000000000000, 0, 0), (902, 902, 0, 4000000000000, 0, 0);
            INSERT INTO reservation_channel VALUES (901, 2), (902, 1), (902, 2)""";

    private static final String NEW = "'first_name':'Eve', 'last_name':'X'";
    private static final String TIMES = "'start_time':'2099-01-02T10:00:00Z', 'end_time':'2099-01-02T11:00:00Z'";

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private Lintel lintel;
    private TestBoxClient box;

    @BeforeEach
    void start() throws Exception {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        lintel = Lintel.start(options, new Surroundings(null, null, null, null, false, memory), new SystemTime());
        database().write(sql -> {
            for (String statement : ROWS.split(";", -1)) sql.run(statement);
            return true;
        });
        box = join("may_write", true);
    }

    @AfterEach
    void stop() {
        lintel.close();
    }

    private Database database() {
        return lintel.database();
    }

    private TestBoxClient join(String right, boolean set) throws IOException {
        var made = ask(Map.of("command", "hub code", "box", "Gate", right, set));
        var client = new TestBoxClient(String.valueOf(made.get("url")), folder.resolve("tls/ca.crt"));
        client.join(String.valueOf(made.get("code")));
        assertThat(client.get("/sync/1/changes").statusCode()).isEqualTo(200);
        return client;
    }

    private Map<String, @Nullable Object> ask(Map<String, ?> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
            return Json.parseObject(Objects.requireNonNull(reader.readLine()));
        }
    }

    /// As the stolen box sends it: by whom is invented.
    private ForwardAnswer send(String method, String path, String body) {
        return send(method, path, body, null);
    }

    private ForwardAnswer send(String method, String path, String body, @Nullable String key) {
        var by = new By(
                "session",
                "session 1",
                "administrator@example.com",
                "documented",
                "A",
                true,
                List.of("account.person", "account.reservation", "account.group_reservation", "account.channel.admit"),
                "https://gate:8443");
        HttpResponse<String> answer =
                box.post("/sync/1/forward", new ForwardRequest(method, path, body, key, by).toJson());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ForwardAnswer.parse(answer.body());
    }

    private long number(String query, Object... arguments) {
        return database().read(sql -> sql.get(query, row -> row.number(1), arguments));
    }

    private List<Long> numbers(String query, Object... arguments) {
        return database().read(sql -> sql.list(query, row -> row.number(1), arguments));
    }

    /// What the newest change of the configuration says in the log.
    private Map<String, @Nullable Object> last() throws InterruptedException {
        assertThat(database().awaitDisk(10_000)).isTrue();
        String additional = database()
                .read(sql -> sql.get(
                        "SELECT additional FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1",
                        row -> row.text(1),
                        EventKind.CONFIGURATION_CHANGED.number()));
        return Json.parseObject(additional);
    }

    @Test
    void aCodeIsReadOnlyUnlessItMayWrite() throws Exception {
        box = join("everything", false);
        ForwardAnswer refused =
                send("POST", "/api/3/people", "{\"first_name\":\"Eve\",\"last_name\":\"X\",\"role_ids\":[901]}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("read_only", "write at the hub");
        assertThat(ask(Map.of("command", "hub boxes"))).containsEntry("read_only", true);
        ask(Map.of("command", "hub writes", "name", "Gate", "allow", true));
        assertThat(send("PUT", "/api/3/people/901", "{\"department\":\"A\"}").status())
                .isEqualTo(200);
        ask(Map.of("command", "hub writes", "name", "Gate", "refuse", true));
        assertThat(send("PUT", "/api/3/people/901", "{\"department\":\"B\"}").status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', emptyValue = "", nullValues = "none", textBlock = """
                    POST   | people                       | NEW, 'role_ids':[902]                     | 403
                    POST   | people                       | NEW, 'group_ids':[902]                    | 403
                    POST   | people                       | NEW, 'role_ids':[903]                     | 403
                    POST   | people                       | NEW, 'group_ids':[901], 'role_ids':[902]  | 403
                    POST   | people                       | NEW                                       | 403
                    PUT    | people/903                   |                                           | 404
                    PUT    | people/905                   | 'role_ids':[901]                          | 404
                    DELETE | people/903                   |                                           | 404
                    PUT    | people/901                   | 'role_ids':[902]                          | 403
                    PUT    | people/902                   | 'first_name':'Eve'                        | 403
                    PUT    | people/902                   | 'card':'666'                              | 403
                    PUT    | people/902                   | 'image_remote_url':'https://x.example/a'  | 403
                    PUT    | people/902                   | 'group_ids':[]                            | 403
                    PUT    | people/904                   | 'enabled':false                           | 403
                    DELETE | people/902                   |                                           | 403
                    DELETE | people/904                   |                                           | 403
                    POST   | people/903/forgive_passback  |                                           | 403
                    POST   | people/902/passport_invite   |                                           | 403
                    POST   | people/903/passport_invite   |                                           | 404
                    PUT    | credentials/90903            |                                           | 404
                    PUT    | credentials/90902            | 'value':'667'                             | 403
                    DELETE | credentials/90902            |                                           | 403
                    DELETE | people/903/credentials/90903 |                                           | 404
                    POST   | people/903/credentials       | 'credential_type_id':1, 'value':'668'     | 404
                    POST   | reservations                 | 'person_id':901, 'channel_ids':[1], TIMES | 403
                    POST   | reservations                 | 'person_id':903, 'channel_ids':[2], TIMES | 422
                    POST   | group_reservations           | 'person_id':901, 'group_ids':[902], TIMES | 403
                    DELETE | reservations/902             |                                           | 403
                    POST   | channels/1/unlock            |                                           | 403
                    """)
    void nothingBeyondTheDoorsOfTheBoxIsReached(String method, String what, @Nullable String fields, int status)
            throws Exception {
        String path = "/api/3/" + what;
        String body = fields == null ? "" : fields.replace("NEW", NEW).replace("TIMES", TIMES);
        long before = number("SELECT value FROM sync_revision");
        long people = number("SELECT count(*) FROM person WHERE deleted_at IS NULL");
        ForwardAnswer answer = send(method, path, "{" + body.replace('\'', '"') + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(number("SELECT count(*) FROM person WHERE deleted_at IS NULL"))
                .isEqualTo(people);
        assertThat(number("SELECT value FROM sync_revision")).isEqualTo(before);
        assertThat(answer.body()).doesNotContain("910903", "P903");
        assertThat(last())
                .containsEntry("what", "forwarded write")
                .containsEntry("action", "refuse")
                .containsEntry("by", "box Gate")
                .containsEntry("claimed_by", "administrator@example.com")
                .containsEntry("path", path);
    }

    @Test
    void theBoxIsTheActorOfWhatItWritesAndTheListNamesIt() throws Exception {
        ForwardAnswer made = send(
                "POST",
                "/api/3/people",
                "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"group_ids\":[901],\"card\":\"4712\"}",
                "k1");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        long id = ((Number) Objects.requireNonNull(
                        Json.parseObject(String.valueOf(made.body())).get("id")))
                .longValue();
        assertThat(last())
                .containsEntry("what", "person")
                .containsEntry("action", "create")
                .containsEntry("by", "box Gate")
                .containsEntry("claimed_by", "administrator@example.com")
                .doesNotContainKey("box");
        assertThat(send("PUT", "/api/3/people/" + id, "{}").status()).isEqualTo(200);
        assertThat(last()).containsEntry("action", "update").containsEntry("by", "box Gate");
        assertThat(send("DELETE", "/api/3/people/" + id, "").status()).isEqualTo(200);
        var revoked = ask(Map.of("command", "hub revoke", "name", "Gate"));
        assertThat(revoked).containsEntry("writes", 3L);
        assertThat(String.valueOf(revoked.get("newest")))
                .contains("create person " + id + " (Ada Byron), for administrator@example.com as the box says")
                .contains("update person " + id, "delete person " + id);
        assertThat(ask(Map.of("command", "hub writes", "name", "Gate"))).containsEntry("writes", 3L);
    }

    @Test
    void anAnswerShowsOnlyWhatTheBoxHas() {
        ForwardAnswer both = send("PUT", "/api/3/people/906", "{}");
        assertThat(both.status()).as(both.body()).isEqualTo(200);
        assertThat(both.body()).contains("\"groups\":[901]").doesNotContain("903");
        ForwardAnswer roles = send("PUT", "/api/3/people/904", "{}");
        assertThat(roles.body()).contains("\"roles\":[901,902]");
    }

    @Test
    void groupsThatTheBoxDoesNotKnowOfStay() {
        assertThat(send("PUT", "/api/3/people/906", "{\"group_ids\":[]}").status())
                .isEqualTo(200);
        assertThat(numbers("SELECT group_id FROM person_group WHERE person_id = 906"))
                .containsExactly(903L);
    }

    @Test
    void membershipsOfOwnDoorsAreGivenAndTakenAlsoOfPeopleOfOtherDoors() {
        ForwardAnswer given = send("PUT", "/api/3/people/902", "{\"group_ids\":[902],\"role_ids\":[901]}");
        assertThat(given.status()).as(given.body()).isEqualTo(200);
        assertThat(numbers("SELECT role_id FROM person_role WHERE person_id = 902"))
                .containsExactly(901L);
        assertThat(send("PUT", "/api/3/people/904", "{\"role_ids\":[902]}").status())
                .isEqualTo(200);
        assertThat(numbers("SELECT role_id FROM person_role WHERE person_id = 904"))
                .containsExactly(902L);
        assertThat(send("DELETE", "/api/3/reservations/901", "").status()).isEqualTo(200);
        ForwardAnswer reserved = send(
                "POST",
                "/api/3/reservations",
                "{\"person_id\":902,\"channel_ids\":[2],\"start_time\":\"2099-01-02T10:00:00Z\","
                        + "\"end_time\":\"2099-01-02T11:00:00Z\"}");
        assertThat(reserved.status()).as(reserved.body()).isEqualTo(201);
    }

    @Test
    void anIdempotencyKeyDoesNotShowAPersonWhoLeftTheDoors() {
        String body = "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"group_ids\":[901],\"card\":\"4713\"}";
        ForwardAnswer made = send("POST", "/api/3/people", body, "k2");
        assertThat(made.status()).isEqualTo(201);
        long id = number("SELECT person_id FROM credential WHERE value = '4713'");
        database().write(sql -> {
            sql.run("DELETE FROM person_group WHERE person_id = ?", id);
            return sql.run("UPDATE credential SET value = '4999', card_number = 4999 WHERE value = '4713'");
        });
        ForwardAnswer again = send("POST", "/api/3/people", body, "k2");
        assertThat(again.body()).contains("\"id\":" + id).doesNotContain("4999", "Byron");
    }

    @Test
    void guessingIsEndedByTheNumberOfRefusalsInAnHour() {
        int refused = 0;
        ForwardAnswer answer;
        do {
            answer = send("PUT", "/api/3/people/901", "{\"card\":\"910903\"}");
            refused++;
        } while (answer.status() == 422 && refused < 100);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers()).containsKey("Retry-After");
        assertThat(refused).isEqualTo(31);
        assertThat(send("PUT", "/api/3/people/901", "{}").status()).isEqualTo(429);
    }
}
