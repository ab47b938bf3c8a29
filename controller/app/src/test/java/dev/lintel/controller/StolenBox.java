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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A whole hub, and somebody who has the key and certificate of its box Gate and says anything of the
/// client that a write is for.
///
/// ```
///   role 901, group 901: channel 2, of box Gate     role 902, group 902: channels 1 and 2
///   901 group 901           Gate alone              904 roles 901 and 902    Gate and others
///   902 group 902           Gate and others         905 nothing              nobody
///   903 role 903 (chan. 1)  others                  906 group 901, group 903 (no roles)
/// ```
final class StolenBox implements AutoCloseable {
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

    private static @Nullable First first;

    private final Path folder;
    private final Lintel lintel;
    private TestBoxClient box;

    /// @param folder of the hub's data, empty: it becomes a copy of the first hub's, which the box has joined
    /// @param memory of what the hub keeps in memory
    StolenBox(Path folder, Path memory) throws IOException {
        First first = first();
        WholeLintel.copy(first.folder, folder);
        this.folder = folder;
        lintel = start(folder, memory);
        box = first.box.at(lintel.url());
    }

    /// The hub that others are copies of, stopped, and the box that joined it: a join takes a second, as the key of
    /// its code is slow to compute.
    private record First(Path folder, TestBoxClient box) {}

    private static synchronized First first() throws IOException {
        First known = first;
        if (known != null) return known;
        Path folder = Files.createTempDirectory("lintel-stolen-box");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> WholeLintel.delete(folder)));
        Path data = Files.createDirectory(folder.resolve("data"));
        try (Lintel hub = start(data, Files.createDirectory(folder.resolve("memory")))) {
            hub.database().write(sql -> {
                for (String statement : ROWS.split(";", -1)) sql.run(statement);
                return true;
            });
            var made = new First(data, client(data, "may_write", true));
            first = made;
            return made;
        }
    }

    private static Lintel start(Path folder, Path memory) {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        return Lintel.start(options, new Surroundings(null, null, null, null, false, memory), new SystemTime());
    }

    @Override
    public void close() {
        lintel.close();
    }

    /// Joins once more, by another code.
    void joinAgain(String right, boolean set) throws IOException {
        box = client(folder, right, set);
    }

    Database database() {
        return lintel.database();
    }

    private static TestBoxClient client(Path folder, String right, boolean set) throws IOException {
        var made = ask(folder, Map.of("command", "hub code", "box", "Gate", right, set));
        var client = new TestBoxClient(String.valueOf(made.get("url")), folder.resolve("tls/ca.crt"));
        client.join(String.valueOf(made.get("code")));
        assertThat(client.get("/sync/1/changes").statusCode()).isEqualTo(200);
        return client;
    }

    Map<String, @Nullable Object> ask(Map<String, ?> request) throws IOException {
        return ask(folder, request);
    }

    private static Map<String, @Nullable Object> ask(Path folder, Map<String, ?> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
            return Json.parseObject(Objects.requireNonNull(reader.readLine()));
        }
    }

    /// As the stolen box sends it: by whom is invented.
    ForwardAnswer send(String method, String path, String body) {
        return send(method, path, body, null);
    }

    ForwardAnswer send(String method, String path, String body, @Nullable String key) {
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

    long number(String query, Object... arguments) {
        return database().read(sql -> sql.get(query, row -> row.number(1), arguments));
    }

    List<Long> numbers(String query, Object... arguments) {
        return database().read(sql -> sql.list(query, row -> row.number(1), arguments));
    }

    /// What the newest change of the configuration says in the log.
    Map<String, @Nullable Object> last() throws InterruptedException {
        assertThat(database().awaitDisk(10_000)).isTrue();
        String additional = database()
                .read(sql -> sql.get(
                        "SELECT additional FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1",
                        row -> row.text(1),
                        EventKind.CONFIGURATION_CHANGED.number()));
        return Json.parseObject(additional);
    }
}
