package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.hardware.Simulator;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

    private static final String SPARES = """
            hardware: simulated
            buses: {one: {protocol: osdp, port: one}}
            fire: {line: 30, release: [2, 3, 4]}
            channels:
              - unit: 1
                readers: {entry: {driver: osdp, bus: one, address: 3, formats: [raw]}}
                strike: {line: 17, active: high, fail: secure}
                egress: mechanical
              - unit: 2
                strike: {line: 18, active: high, fail: safe}
                rex: {line: 600}
                egress: controller
              - unit: 3
                strike: {line: 19, active: high, fail: safe}
                rex: {line: 20}
                aux: {line: 601}
                alarm: {line: 602, active: high}
                egress: mechanical
              - unit: 4
                strike: {line: 603, active: high, fail: secure}
                rex: {line: 21}
                egress: mechanical
            """;

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

    /// Unit 2 has no exit that works and may keep nobody in; unit 3 has one left; of unit 4 nothing can be driven.
    @Test
    void aLineThatDoesNotOpenKeepsNoOtherLineAndNoOtherDoorFromWorking() throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), SPARES);
        Path site = Files.writeString(folder.resolve("site.yaml"), """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                credential_types: [{id: 1, label: Card, slug: credentials_number, code: 200}]
                channels: [{id: 1, unit: 1, name: Front, site: 1}]
                """);
        var options = new RunOptions(folder, config, site, false, null, 0, 0);
        var around = new Surroundings(null, null, null, null, false, memory);
        try (Lintel lintel = Lintel.start(options, around, new SystemTime())) {
            assertThat(lintel.report().reasons())
                    .singleElement()
                    .asString()
                    .contains("unit 2, which no channel has: ", "600", "unit 3", "601", "602", "unit 4", "603");
            Simulator simulator = Objects.requireNonNull(lintel.simulator());
            assertThat(simulator.state(2)).as("nobody is kept in").containsEntry("strike", "released");
            assertThat(simulator.state(3)).containsEntry("strike", "secured");
            simulator.onStrike(3, (released, _) -> strike.add(released));
            simulator.pressRex(3, 100);
            assertThat(strike.poll(10, TimeUnit.SECONDS))
                    .as("the exit that is left")
                    .isTrue();
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("its time is over").isFalse();
            simulator.fire(true);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("fire").isTrue();
            simulator.fire(false);
            assertThat(strike.poll(10, TimeUnit.SECONDS)).as("no fire").isFalse();
            assertThat(ask(Map.of("command", "present", "channel", 1L, "bits", CARD_1001)))
                    .contains("\"reason\":\"unknown_card\"");
        }
        assertThat(told("SELECT count(*) FROM event WHERE kind = " + EventKind.LINE_FAULT.number()
                        + " AND additional LIKE '%which no channel has%'"))
                .isEqualTo(4);
        assertThat(told("SELECT count(*) FROM event WHERE kind = " + EventKind.ADMITTED_REQUEST_EXIT.number()
                        + " AND additional LIKE '%\"unit\":3%'"))
                .isOne();
    }

    private long told(String query) {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new SystemTime())) {
            return database.read(sql -> sql.get(query, row -> row.number(1)));
        }
    }
}
