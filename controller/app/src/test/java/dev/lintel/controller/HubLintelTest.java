package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.hub.TestBoxClient;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Await;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.PersonLine;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole Lintel that becomes a hub while it runs.
class HubLintelTest {
    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private Lintel start() {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        return Lintel.start(options, new Surroundings(null, null, null, null, false, memory), new SystemTime());
    }

    /// The first answer of a command.
    private Map<String, @Nullable Object> ask(Map<String, ?> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
            return Json.parseObject(Objects.requireNonNull(reader.readLine()));
        }
    }

    private static void hang(Database database) {
        database.write(sql -> {
            sql.run("INSERT INTO channel_box VALUES (2, 'Gate', 1)");
            sql.run("INSERT INTO role (id, account_id, name, created_at, updated_at) VALUES (901, 1, 'Own', 0, 0)");
            return sql.run("INSERT INTO role_channel VALUES (901, 2)");
        });
    }

    private TestBoxClient join(String code, Object url) {
        var box = new TestBoxClient(String.valueOf(url), folder.resolve("tls/ca.crt"));
        box.join(code);
        return box;
    }

    /// Pages and /health are there, and say what is missing.
    @Test
    void missingKeyOfTheAuthorityIsReportedAtTheStart() throws Exception {
        try (var hub = new WholeLintel(folder)) {
            hub.start();
            hang(hub.database());
            assertThat(hub.asked(Map.of("command", "hub code", "box", "Gate"))).containsEntry("box", "Gate");
            hub.stop();
            Files.delete(hub.data.resolve("tls/ca.key"));
            hub.service = true;
            hub.start();
            Await.until("reported", () -> hub.troubles().toString().contains("boxes get no proofs"));
            assertThat(hub.troubles().toString()).contains("the one before it serves", "ca.key");
            assertThat(hub.client().get("/api/3/people").status()).isEqualTo(200);
        }
    }

    @Test
    void aBoxJoinsFollowsAndForwards() throws Exception {
        try (Lintel lintel = start()) {
            hang(lintel.database());
            assertThat(ask(Map.of("command", "hub boxes"))).containsEntry("done", true);
            assertThat(ask(Map.of("command", "hub publish"))).containsEntry("error", "nothing is held back");
            var made = ask(Map.of("command", "hub code", "box", "Gate", "may_write", true));
            assertThat(made).containsEntry("channels", 1L).containsEntry("minutes", 15L);
            TestBoxClient box = join(String.valueOf(made.get("code")), Objects.requireNonNull(made.get("url")));
            assertThat(ask(Map.of("command", "hub boxes")))
                    .containsEntry("expected", "Gate")
                    .containsEntry("by", "certificate")
                    .containsEntry("minutes", 15L);
            assertThat(ask(Map.of("command", "hub code", "box", "Barn", "days", 7)))
                    .containsEntry("minutes", 10_080L);
            assertThat(ask(Map.of("command", "hub code", "box", "Barn", "days", 31)))
                    .containsEntry("error", "a code is good for 1 to 30 days, not 31");
            assertThat(ask(Map.of("command", "hub code", "box", "Barn", "days", "7")))
                    .containsEntry("error", "days must be a whole number");
            assertThat(ask(Map.of("command", "hub withdraw", "name", "Barn"))).containsEntry("name", "Barn");

            List<DownLine> first = TestBoxClient.lines(box.get("/sync/1/changes?check=1"));
            var head = (Head) first.getLast();
            assertThat(head.check()).isNotNull();

            var by = new By(
                    "api_key",
                    "api_key 3",
                    "ops@x",
                    "documented",
                    "A",
                    true,
                    List.of("account.person"),
                    "https://gate:8443");
            var request = new ForwardRequest(
                    "POST",
                    "/api/3/people",
                    "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"role_ids\":[901]}",
                    "k1",
                    by);
            ForwardAnswer answer = forward(box, request);
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
            assertThat(answer.body()).contains("Ada");
            assertThat(answer.cursor().revision()).isGreaterThan(head.cursor().revision());
            ForwardAnswer again = forward(box, request);
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.body()).isEqualTo(answer.body()); // the key is known: nobody is made twice
            assertThat(again.cursor()).isEqualTo(answer.cursor());

            var boxes = ask(Map.of("command", "hub boxes"));
            assertThat(boxes).containsEntry("name", "Gate").containsEntry("channels", List.of(2L));
            assertThat(boxes.get("certificate_ends_at")).isNotNull();
            assertThat(ask(Map.of("command", "hub approve", "name", "Gate"))).containsKey("error");
            assertThat(lintel.report().reasons()).isEmpty();
        }
        try (Lintel lintel = start()) { // it is a hub from its start
            assertThat(lintel.report().reasons()).isEmpty();
            assertThat(ask(Map.of("command", "hub revoke", "name", "Gate"))).containsEntry("name", "Gate");
        }
    }

    @Test
    void everythingIsEverybody() throws Exception {
        try (Lintel lintel = start()) {
            hang(lintel.database());
            var made = ask(Map.of("command", "hub code", "box", "Gate", "everything", true));
            TestBoxClient box = join(String.valueOf(made.get("code")), Objects.requireNonNull(made.get("url")));
            long people = lintel.database()
                    .read(sql -> sql.get(
                            "SELECT count(*) FROM person WHERE deleted_at IS NULL AND account_id = 1",
                            row -> row.number(1)));
            assertThat(TestBoxClient.lines(box.get("/sync/1/changes")).stream().filter(PersonLine.class::isInstance))
                    .hasSize((int) people);
        }
    }

    private static ForwardAnswer forward(TestBoxClient box, ForwardRequest request) {
        HttpResponse<String> answer = box.post("/sync/1/forward", request.toJson());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ForwardAnswer.parse(answer.body());
    }
}
