package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.json.Json;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The demo's people at a box whose readers are serial ones: from the simulated reader's bytes to the event.
@Timeout(60)
class SerialReaderBoxTest {
    private static final String CONTROLLER = """
            listen: {address: 127.0.0.1, https: 0, http: 0}
            hardware: simulated
            channels:
              - unit: 1
                readers:
                  entry: {driver: serial, port: /dev/ttyUSB0, protocol: rdm6300}
                  exit: {driver: serial, port: /dev/ttyUSB1, protocol: qr, baud: 115200}
                strike: {line: 17}
                egress: mechanical
              - unit: 2
                readers:
                  entry: {driver: serial, port: /dev/ttyUSB2, protocol: decimal}
                  exit: {driver: serial, port: /dev/ttyUSB3, protocol: stx-bcc}
                strike: {line: 18}
                egress: mechanical
            """;

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private Lintel lintel;

    @BeforeEach
    void start() throws IOException {
        Path config = Files.writeString(folder.resolve("controller.yaml"), CONTROLLER);
        var options = new RunOptions(folder, config, null, true, null, 0, 0);
        lintel = Lintel.start(options, new Surroundings(null, null, null, null, false, memory), new SystemTime());
    }

    @AfterEach
    void stop() {
        lintel.close();
    }

    @Test
    void aKnownCardIsAdmittedAtEveryKindOfCardReader() throws IOException {
        for (String reader : List.of("1 entry", "2 entry", "2 exit")) {
            int channel = Integer.parseInt(reader.substring(0, 1));
            assertThat(present(channel, reader.substring(2), "bits", "00000000000000000000001111101001")) // 1001
                    .as(reader)
                    .containsEntry("decision", "admitted")
                    .containsEntry("event_code", 10L)
                    .containsEntry("strike", "released");
        }
    }

    @Test
    void aCodeNeverStandsForTheCardWhoseNumberItShows() throws IOException {
        for (String text : List.of("0001001", "1001", "https://example.com/1001", "99999999999999999999")) {
            assertThat(present(1, "exit", "text", text))
                    .containsEntry("event_code", 20L)
                    .containsEntry("reason", "unknown_card");
        }
        assertThat(present(1, "entry", "text", "1001").toString()).contains("no code scanner");
    }

    /// Three or more: they go on while somebody looks.
    private static final Pattern THREE_GHOSTS = Pattern.compile(" ([3-9]|[1-9][0-9]+) ghosts");

    @Test
    void ghostsAndHalfFramesAdmitAndTellOfNobody() throws IOException, InterruptedException {
        simulator().fault(1, "ghosts", true);
        simulator().fault(2, "half-frames", true);
        await(
                doctor -> doctor.contains("channel 1, entry, serial on /dev/pts/")
                        && THREE_GHOSTS.matcher(doctor).find(),
                "ghosts");
        assertThat(present(1, "entry", "bits", "00000000000000000000001111101001"))
                .containsEntry("event_code", 10L);
        String events = ask(Map.of("command", "events tail", "n", 100));
        assertThat(events).doesNotContain("unknown_card");
    }

    @Test
    void aReaderThatIsUnpluggedIsInHealthAndReadsAgainWhenItIsBack() throws IOException, InterruptedException {
        simulator().fault(1, "unplugged", true);
        await(_ -> !lintel.report().reasons().isEmpty(), "a reason");
        assertThat(lintel.report().reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("serial readers: channel 1, entry: not open: "));
        simulator().fault(1, "unplugged", false);
        await(_ -> lintel.report().reasons().isEmpty(), "health");
        assertThat(present(1, "entry", "bits", "00000000000000000000001111101001"))
                .containsEntry("event_code", 10L);
    }

    private Map<String, @Nullable Object> present(int channel, String side, String key, String value)
            throws IOException {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "present");
        request.put("channel", channel);
        request.put("reader", side);
        request.put(key, value);
        return Json.parseObject(ask(request).lines().findFirst().orElseThrow());
    }

    private Simulator simulator() {
        return Objects.requireNonNull(lintel.simulator());
    }

    /// Asks the doctor until he says so.
    private void await(Predicate<String> wanted, String what) throws IOException, InterruptedException {
        var never = new LinkedBlockingQueue<Boolean>();
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String doctor = ask(Map.of("command", "doctor"));
        while (!wanted.test(doctor)) {
            assertThat(System.nanoTime()).as(what + ": " + doctor).isLessThan(deadlineNs);
            assertThat(never.poll(50, TimeUnit.MILLISECONDS)).isNull();
            doctor = ask(Map.of("command", "doctor"));
        }
    }

    private String ask(Map<String, Object> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
