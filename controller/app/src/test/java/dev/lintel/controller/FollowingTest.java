package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.RunException;
import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.sync.Agreed;
import dev.lintel.controller.sync.FakeHub;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
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

/// A whole box joins a hub that a test plays, follows it and leaves it, by what the command line asks.
class FollowingTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            channels: [{id: 1, unit: 1, name: Front, site: 1}, {id: 2, unit: 2, name: Back, site: 1}]
            """;
    private static final Map<String, Object> PLAN =
            Map.of("command", "join plan", "url", "https://hub.example:8443", "code", FakeHub.CODE);

    @TempDir
    Path folder;

    @TempDir
    Path hubs;

    private Lintel start() {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        return Lintel.start(options, new Surroundings(null, null, null, null, false, hubs), new SystemTime());
    }

    private String ask(Map<String, ? extends @Nullable Object> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Plans to join, and then does it or does not.
    private String agreed(String command) throws IOException {
        return ask(Agreed.to(
                command, Json.parseObject(ask(PLAN).lines().findFirst().orElseThrow())));
    }

    private String ask(String command) throws IOException {
        return ask(Map.of("command", command));
    }

    private String apply() throws IOException {
        return ask(Map.of("command", "site apply", "name", "site.yaml", "text", SITE));
    }

    private static SyncTarget target(FakeHub hub) {
        return Objects.requireNonNull(hub.target);
    }

    @Test
    void aBoxJoinsFollowsAndLeaves() throws Exception {
        var hub = new FakeHub();
        try (Lintel lintel = start()) {
            assertThat(ask("sync status")).contains("\"follows\":false");
            assertThat(ask("leave")).contains("follows no hub");
            lintel.following().through(hub);
            assertThat(ask(Map.of("command", "join plan", "url", "http://hub", "code", "x")))
                    .contains("a hub's address is such as");
            assertThat(ask(Map.of("command", "join plan", "url", "https://hub.example:8443", "code", "x")))
                    .contains("the code is wrong");
            var nothing = Map.of("url", "https://hub.example:8443", "fingerprint", "AB", "box", "Lobby");
            assertThat(ask(Agreed.to("join confirm", nothing))).contains("what you saw does not stand any more");
            assertThat(ask(PLAN))
                    .contains("Head Office")
                    .contains("\"people\":2")
                    .contains("\"roles\":2");
            assertThat(ask(Agreed.to("join confirm", nothing))).contains("what you saw does not stand any more");
            assertThat(ask(Agreed.to("join drop", nothing))).contains("\"done\":true");
            assertThat(hub.left).as("that was another plan").isZero();
            assertThat(agreed("join drop")).contains("\"done\":true");
            assertThat(hub.left).as("the plan before, and this one").isEqualTo(2);
            assertThat(folder.resolve("sync")).doesNotExist();
            assertThat(agreed("join confirm")).contains("lintel.db.before-join");
            assertThat(Files.size(folder.resolve("lintel.db.before-join"))).isPositive();
            assertThat(ask("sync status")).contains("\"phase\":\"pending\"").contains("\"box\":\"Lobby\"");
            assertThat(ask(PLAN)).contains("already");
            assertThat(apply()).contains("follows the hub Head Office");
            assertThat(ask(Map.of("command", "people import", "columns", List.of("first_name"), "rows", List.of())))
                    .contains("\"error\"");
            assertThat(lintel.report().reasons()).singleElement().asString().startsWith("sync: no contact");
            target(hub).progress(new Progress.Contact(0, new SystemTime().nowMs(), 5));
            assertThat(lintel.report().reasons()).isEmpty();
        }
        try (Lintel lintel = start()) {
            assertThat(lintel.report().reasons()).singleElement().asString().startsWith("sync: no ");
            lintel.following().through(hub);
            target(hub).apply("hub-1", List.of(new PolicyLine(SITE, 1)), new Cursor("e", 1));
            assertThat(ask("site export")).contains("name: Back");
            assertThat(target(hub).state().doors()).hasSize(2);
            assertThat(ask("sync now")).contains("asked");
            assertThat(Objects.requireNonNull(hub.line).asked).isEqualTo(1);
            assertThat(ask("sync held")).contains("nothing is held back");
            assertThat(ask("sync accept")).contains("nothing is held back");
            assertThat(ask("leave")).contains("\"left\":true").contains("\"untold\":null");
            assertThat(hub.left).isEqualTo(3);
            target(hub).progress(new Progress.Dismissed("left")); // it did so itself: nothing to be told
            assertThat(folder.resolve("sync")).doesNotExist();
            assertThat(apply()).contains("\"exit\":0");
            lintel.database().awaitDisk(10_000);
            assertThat(new EventStore(lintel.database())
                            .newest(500).stream()
                                    .filter(event -> event.kind() == EventKind.CONFIGURATION_CHANGED)
                                    .map(event -> String.valueOf(
                                            event.draft().additional().get("action"))))
                    .contains("joined", "left")
                    .doesNotContain("turned away");
        }
    }

    /// The box has left with the event that tells of it, or not at all.
    @Test
    void whoLeavesIsToldOfInTheSameTransaction() throws Exception {
        var hub = new FakeHub();
        try (Lintel lintel = start()) {
            lintel.following().through(hub);
            agreed("join confirm");
            var database = lintel.database();
            database.write(sql -> sql.run("CREATE TRIGGER refusal BEFORE INSERT ON event WHEN NEW.additional LIKE"
                    + " '%\"left\"%' BEGIN SELECT RAISE(ABORT, 'not now'); END"));
            assertThat(ask("leave")).contains("the box has not left altogether", "not now");
            assertThat(database.read(FollowStore::get)).isNotNull();
            database.write(sql -> sql.run("DROP TRIGGER refusal"));
            assertThat(ask("leave")).contains("\"left\":true");
            assertThat(database.read(FollowStore::get)).isNull();
            database.awaitDisk(10_000);
            assertThat(new EventStore(database).newest(10))
                    .filteredOn(
                            event -> "left".equals(event.draft().additional().get("action")))
                    .hasSize(1);
            assertThat(ask("leave")).contains("follows no hub");
        }
    }

    @Test
    void aSiteFileAtTheStartIsRefusedWhileTheBoxFollows() throws Exception {
        var hub = new FakeHub();
        try (Lintel lintel = start()) {
            lintel.following().through(hub);
            agreed("join confirm");
        }
        Path site = Files.writeString(hubs.resolve("site.yaml"), SITE);
        var options = new RunOptions(folder, null, site, true, null, 0, 0);
        assertThatThrownBy(() ->
                        Lintel.start(options, new Surroundings(null, null, null, null, false, hubs), new SystemTime()))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("follows the hub Head Office");
    }
}
