package dev.lintel.controller.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlServerTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Map<String, Command> commands = Map.of(
            "echo", (request, out) -> out.send(Map.of("text", request.text("text"))),
            "twice",
                    (_, out) -> {
                        out.send(Map.of("n", 1));
                        out.send(Map.of("n", 2));
                    },
            "refuse",
                    (_, _) -> {
                        throw new Refused("not today");
                    },
            "wait",
                    (_, _) -> {
                        throw Refused.forNow("nobody is there");
                    });

    @Test
    void aCommandAnswersAndTheLastLineSaysDone() throws Exception {
        try (var _ = ControlServer.open(folder, time, commands)) {
            assertThat(ask("{\"command\":\"echo\",\"text\":\"hello\"}"))
                    .containsExactly("{\"text\":\"hello\"}", done(0));
            assertThat(ask("{\"command\":\"twice\"}")).containsExactly("{\"n\":1}", "{\"n\":2}", done(0));
        }
    }

    @Test
    void whatIsRefusedSaysWhyAndExitsWithOne() throws Exception {
        try (var _ = ControlServer.open(folder, time, commands)) {
            assertThat(ask("{\"command\":\"refuse\"}")).singleElement().satisfies(line -> {
                var answer = Json.parseObject(line);
                assertThat(answer).containsEntry("error", "not today").containsEntry("exit", 1L);
                assertThat(answer).containsEntry("done", true);
            });
            assertThat(ask("{\"command\":\"wait\"}")).singleElement().satisfies(line -> {
                var answer = Json.parseObject(line);
                assertThat(answer).containsEntry("error", "nobody is there").containsEntry("exit", 75L);
            });
            assertThat(ask("{\"command\":\"fly\"}")).singleElement().asString().contains("unknown command 'fly'");
            assertThat(ask("{\"command\":\"echo\"}")).singleElement().asString().contains("the request has no text");
        }
    }

    @Test
    void aCommandThatFailsUnexpectedlyIsAnsweredAndExitsWithOne() throws Exception {
        Map<String, Command> faulty = Map.of("fail", (_, _) -> {
            throw new IllegalStateException("a fault of ours");
        });
        try (var _ = ControlServer.open(folder, time, faulty)) {
            assertThat(ask("{\"command\":\"fail\"}"))
                    .singleElement()
                    .satisfies(line -> assertThat(Json.parseObject(line))
                            .containsEntry("exit", 1L)
                            .containsEntry("done", true));
        }
    }

    @Test
    void anAcceptThatFailsIsNotTheLast() throws Exception {
        var calls = new AtomicInteger();
        try (var server = ControlServer.open(folder, time, commands)) {
            server.listen(() -> {
                if (calls.incrementAndGet() == 1) throw new IOException("Too many open files");
                throw new ClosedChannelException();
            });
        }
        assertThat(calls).hasValue(2);
    }

    @Test
    void aRequestThatIsNoJsonObjectIsRefused() throws Exception {
        try (var _ = ControlServer.open(folder, time, commands)) {
            assertThat(ask("[]")).singleElement().asString().contains("expected a JSON object");
            assertThat(ask("\u0000\u0001{{{")).singleElement().asString().contains("not valid JSON");
            assertThat(ask("{\"command\":7}")).singleElement().asString().contains("command must be a text");
        }
    }

    @Test
    void aRequestOfMoreThanAMegabyteIsRefused() throws Exception {
        try (var _ = ControlServer.open(folder, time, commands)) {
            String text = "x".repeat(ControlConnection.REQUEST_BYTES_MAX + 1);
            assertThat(ask("{\"command\":\"echo\",\"text\":\"" + text + "\"}"))
                    .singleElement()
                    .asString()
                    .contains("longer than 1 MB");
        }
    }

    @Test
    void aClientThatSendsNothingIsLetGo() throws Exception {
        var now = new AtomicLong();
        Time hasty = new Time() {
            @Override
            public long nowNs() {
                return now.getAndAdd(Duration.ofSeconds(6).toNanos());
            }

            @Override
            public Instant now() {
                return Instant.EPOCH;
            }

            @Override
            public void pause(long ns) {
                throw new UnsupportedOperationException();
            }
        };
        try (var _ = ControlServer.open(folder, hasty, commands);
                var client = connect()) {
            assertThat(lines(client)).singleElement().asString().contains("no request came in time");
        }
    }

    @Test
    void theSocketIsItsOwnersOnlyAndGoesWithTheServer() throws Exception {
        Path socket = folder.resolve("control.sock");
        try (var _ = ControlServer.open(folder, time, commands)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
        }
        assertThat(socket).doesNotExist();
        assertThat(ControlSocket.find(folder)).isNull();
    }

    @Test
    void aSocketThatAKilledProcessLeftIsReplaced() throws Exception {
        try (var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(folder.resolve("control.sock")));
        }
        try (var _ = ControlServer.open(folder, time, commands)) {
            assertThat(ask("{\"command\":\"twice\"}")).hasSize(3);
        }
    }

    @Test
    void aRemovedSocketIsBoundAgainAndTheOldOneIsClosed() throws Exception {
        Path socket = folder.resolve("control.sock");
        try (var server = ControlServer.open(folder, time, commands)) {
            assertThat(server.look()).isNull();
            Files.delete(socket);
            assertThat(server.look()).isNull();
            assertThat(ask("{\"command\":\"twice\"}")).hasSize(3);
            Files.delete(socket);
            Files.writeString(socket, "of somebody else");
            assertThat(server.look()).isNull();
            assertThat(ask("{\"command\":\"twice\"}")).hasSize(3);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void aSocketWhoseFolderIsGoneIsReportedUntilTheFolderIsBack() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path moved = folder.resolve("moved");
        try (var server = ControlServer.open(data, time, commands)) {
            Files.move(data, moved);
            assertThat(server.look()).contains("is gone with the data folder");
            Files.move(moved, data);
            assertThat(server.look()).isNull();
            Files.move(data, moved);
            assertThat(server.look()).isNotNull();
            Files.createDirectory(data);
            assertThat(server.look()).isNull();
            assertThat(data.resolve("control.sock")).exists();
        }
    }

    @Test
    void aSocketOfAnotherProcessInAReplacedFolderIsLeftAlone() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path socket = data.resolve("control.sock");
        try (var _ = DataFolder.open(data)) {
            ControlServer server = ControlServer.open(data, time, commands);
            assertThat(server.look()).isNull();
            Files.move(data, folder.resolve("moved"));
            Files.createDirectory(data);
            try (var _ = DataFolder.open(data);
                    var other =
                            ControlServer.open(data, time, Map.of("whoami", (_, out) -> out.send(Map.of("n", 2))))) {
                assertThat(server.look()).contains("was replaced by another: restart the box");
                server.close();
                assertThat(other.look()).isNull();
                assertThat(socket).exists();
                assertThat(ask(data, "{\"command\":\"whoami\"}")).hasSize(2);
            }
        }
    }

    @Test
    void aDeepDataFolderHasItsSocketElsewhereAndSaysWhere() throws Exception {
        Path deep = folder.resolve("d".repeat(60)).resolve("e".repeat(60));
        Path run = Files.createDirectories(folder.resolve("run"));
        Files.createDirectories(deep);
        for (int start = 0; start < 2; start++) { // the second start finds what a killed first one left
            ControlServer server = ControlServer.open(deep, run, time, commands);
            Path socket = Objects.requireNonNull(ControlSocket.find(deep));
            assertThat(socket.toString()).hasSizeLessThanOrEqualTo(ControlSocket.PATH_BYTES_MAX);
            assertThat(deep.resolve("control.path")).hasContent(socket.toString());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
                    .isEqualTo("rwx------");
            try (var client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                send(client, "{\"command\":\"twice\"}\n");
                assertThat(lines(client)).hasSize(3);
            }
            if (start == 1) server.close();
        }
        assertThat(run).isDirectoryNotContaining(Files::isRegularFile);
        assertThat(deep.resolve("control.path")).doesNotExist();
    }

    @Test
    void moreConnectionsThanThereArePlacesAreRefused() throws Exception {
        var waiting = new CountDownLatch(ControlServer.CONNECTIONS_MAX);
        var end = new CountDownLatch(1);
        Map<String, Command> slow = Map.of("wait", (_, _) -> {
            waiting.countDown();
            end.await();
        });
        var clients = new ArrayList<SocketChannel>();
        try (var _ = ControlServer.open(folder, time, slow)) {
            for (int i = 0; i < ControlServer.CONNECTIONS_MAX; i++) {
                SocketChannel client = connect();
                clients.add(client);
                send(client, "{\"command\":\"wait\"}\n");
            }
            assertThat(waiting.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(ask("{\"command\":\"wait\"}")).singleElement().asString().contains("too many control");
            end.countDown();
            for (SocketChannel client : clients) assertThat(lines(client)).containsExactly(done(0));
        }
    }

    @Test
    void closingEndsACommandThatWaits() throws Exception {
        var begun = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        Map<String, Command> endless = Map.of("wait", (_, _) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.countDown();
            }
        });
        ControlServer server = ControlServer.open(folder, time, endless);
        try (var client = connect()) {
            send(client, "{\"command\":\"wait\"}\n");
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            server.close();
            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(lines(client)).isEmpty();
        }
    }

    private List<String> ask(String request) throws IOException {
        return ask(folder, request);
    }

    private static List<String> ask(Path folder, String request) throws IOException {
        try (SocketChannel client = connect(folder)) {
            send(client, request + "\n");
            return lines(client);
        }
    }

    private SocketChannel connect() throws IOException {
        return connect(folder);
    }

    private static SocketChannel connect(Path folder) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("control.sock")));
    }

    private static void send(SocketChannel client, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) client.write(bytes);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Broken pipe"); // the server answered before it had read all
        }
    }

    private static List<String> lines(SocketChannel client) throws IOException {
        return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static String done(int exit) {
        return Json.write(new java.util.TreeMap<>(Map.of("done", true, "exit", exit)));
    }
}
