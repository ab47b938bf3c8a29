package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.hardware.Simulator;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A channel goes from the site while its door stands unlocked, on a whole box.
class RemovedChannelTest {
    private static final String BOTH = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types:
              - {id: 1, label: Card, slug: credentials_number, code: 200}
              - {id: 2, label: Key fob, slug: key_fob_number, code: 181}
              - {id: 3, label: PIN, slug: pin, code: 10}
            shifts:
              - {id: 7, name: All, times: [{days: [mon, tue, wed, thu, fri, sat, sun], from: "00:00", to: "24:00"}]}
            roles: [{id: 1, name: All, channels: [1]}]
            groups: [{id: 1, name: Staff, roles: [1]}]
            channels:
              - {id: 1, unit: 1, name: Front, site: 1}
              - {id: 2, unit: 2, name: Back, site: 1, auto_unlock: {shift: 7, first_card: false}}
            """;
    private static final String CARD_1001 = "0".repeat(22) + "1111101001";

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private final LinkedBlockingQueue<Boolean> strike = new LinkedBlockingQueue<>();

    private String ask(Map<String, Object> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void apply(String site) throws IOException {
        assertThat(ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                .contains("\"exit\":0");
    }

    @Test
    void itsDoorLocksAtOnceAndItsReaderAdmitsNobody() throws Exception {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        var around = new Surroundings(null, null, null, null, false, memory);
        try (Lintel lintel = Lintel.start(options, around, new SystemTime())) {
            Simulator simulator = Objects.requireNonNull(lintel.simulator());
            simulator.onStrike(2, (released, _) -> strike.add(released));
            apply(BOTH);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).isTrue();
            assertThat(ask(Map.of("command", "present", "channel", 1L, "bits", CARD_1001)))
                    .contains("\"decision\":\"admitted\"");
            apply(BOTH.lines().filter(line -> !line.contains("unit: 2,")).reduce("", (all, line) -> all + line + "\n"));
            assertThat(strike.poll(10, TimeUnit.SECONDS)).isFalse();
            assertThat(ask(Map.of("command", "present", "channel", 2L, "bits", CARD_1001)))
                    .contains("\"decision\":\"rejected\"")
                    .contains("\"strike\":\"secured\"");
            assertThat(lintel.report().reasons()).containsExactly("restart needed: channels changed");
            apply(BOTH);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("there again").isTrue();
        }
    }

    /// Whoever is behind that door must be able to leave, after a restart as well.
    @Test
    void itsExitsAndFireWorkAfterARestart() throws Exception {
        String only1 =
                BOTH.lines().filter(line -> !line.contains("unit: 2,")).reduce("", (all, line) -> all + line + "\n");
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        var around = new Surroundings(null, null, null, null, false, memory);
        try (Lintel _ = Lintel.start(options, around, new SystemTime())) {
            apply(only1);
        }
        try (Lintel lintel = Lintel.start(options, around, new SystemTime())) {
            Simulator simulator = Objects.requireNonNull(lintel.simulator());
            simulator.onStrike(2, (released, _) -> strike.add(released));
            simulator.pressRex(2, 100);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("the exit").isTrue();
            simulator.moveLeaf(2, true);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("its time is over").isFalse();
            simulator.moveLeaf(2, false);
            simulator.fire(true);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("fire").isTrue();
            simulator.fire(false);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("no fire").isFalse();
            assertThat(ask(Map.of("command", "present", "channel", 2L, "bits", CARD_1001)))
                    .contains("there is no channel 2");
            assertThat(lintel.report().reasons()).isEmpty();
        }
        assertThat(told("SELECT count(*) FROM event WHERE channel_id IS NULL AND additional LIKE '%\"unit\":2%'"))
                .as("start, exit, fire and its end, stop")
                .isGreaterThanOrEqualTo(5);
        assertThat(told("SELECT count(*) FROM door_state WHERE channel_id <> 1"))
                .isZero();
    }

    private long told(String query) {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, new SystemTime())) {
            return database.read(sql -> sql.get(query, row -> row.number(1)));
        }
    }
}
