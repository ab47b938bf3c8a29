package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.reset.Erasing;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A factory reset of a whole box: with an act, without one, and an act that nobody asked for.
class ResetTest {
    @TempDir
    Path folder;

    private @Nullable WholeLintel started;

    @BeforeEach
    void start() {
        started = new WholeLintel(folder).start();
        key();
    }

    @AfterEach
    void stop() {
        box().close();
    }

    private WholeLintel box() {
        return Objects.requireNonNull(started);
    }

    private void key() {
        assertThat(box().ask(Map.of("command", "key create", "email", "old@example.com")))
                .contains("api_key");
    }

    private String name() {
        return String.valueOf(box().asked(Map.of("command", "reset plan")).get("name"));
    }

    /// A reset that was asked for, with the answers as they come.
    private static final class Asked implements AutoCloseable {
        private final SocketChannel channel;
        private final BufferedReader lines;

        Asked(Path data, Map<String, Object> request) throws IOException {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(Objects.requireNonNull(ControlSocket.find(data))));
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
        }

        Map<String, @Nullable Object> next() throws IOException {
            return Json.parseObject(Objects.requireNonNull(lines.readLine(), "the box ended it"));
        }

        /// The first answer that has this.
        Map<String, @Nullable Object> until(String field) throws IOException {
            var answer = next();
            while (answer.get(field) == null) {
                if (answer.containsKey("error") || answer.containsKey("done")) throw new AssertionError(answer);
                answer = next();
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private Asked open(String name, String... flags) throws IOException {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "reset open");
        request.put("name", name);
        for (String flag : flags) request.put(flag, true);
        return new Asked(box().data, request);
    }

    private void press(long holdMs) {
        box().ask(Map.of("command", "sim", "channel", 2L, "rex", true, "hold_ms", holdMs));
    }

    private void awaitHeld(Asked asked) throws IOException {
        assertThat(asked.until("held").get("held")).isEqualTo("the exit button of channel 2");
    }

    private boolean isLogged(String state) throws InterruptedException {
        assertThat(box().database().awaitDisk(20_000)).isTrue();
        return box().database()
                .read(sql -> sql.get(
                        "SELECT count(*) FROM event WHERE additional LIKE ?",
                        row -> row.number(1) > 0,
                        "%factory reset " + state + "%"));
    }

    @Test
    void heldForTenSecondsItIsANewBox() throws Exception {
        byte[] authority = Files.readAllBytes(box().data.resolve("tls/ca.crt"));
        try (Asked asked = open(name())) {
            assertThat(String.valueOf(asked.next().get("acts"))).contains("the exit button of channel 2");
            press(60_000);
            assertThat(box().asked(Map.of("command", "sim", "channel", 2L)).get("strike"))
                    .as("the exit lets somebody out as always")
                    .isEqualTo("released");
            awaitHeld(asked);
            assertThat(asked.until("acted")).containsEntry("acted", "the exit button of channel 2");
        }
        assertThat(Erasing.of(box().data).isMarked()).isTrue();
        box().stop();
        box().start();
        assertThat(Erasing.of(box().data).isMarked()).isFalse();
        assertThat(box().ask("key list")).doesNotContain("old@example.com");
        assertThat(Files.readAllBytes(box().data.resolve("tls/ca.crt"))).isNotEqualTo(authority);
        assertThat(isLogged("asked")).as("its log is new").isFalse();
    }

    @Test
    void withoutAnActNothingHappens() throws Exception {
        try (Asked asked = open(name())) {
            asked.until("left_s");
            assertThat(box().ask(Map.of("command", "reset open", "name", name())))
                    .contains("waits for its act already");
            box().time.pass(Duration.ofMinutes(2));
            assertThat(asked.until("expired")).containsEntry("expired", true);
        }
        assertUntouched();
        assertThat(isLogged("expired")).isTrue();
    }

    @Test
    void whoLeavesEndsIt() throws Exception {
        try (Asked asked = open(name())) {
            asked.until("left_s");
        }
        // The place is free again once the box has noticed.
        String again = box().ask(Map.of("command", "reset open", "name", "another"));
        assertThat(again).contains("this box is called");
        try (Asked other = reopened()) {
            other.until("left_s");
        }
        assertUntouched();
        assertThat(isLogged("given up")).isTrue();
    }

    private Asked reopened() throws IOException {
        while (true) {
            Asked asked = open(name());
            var first = asked.next();
            if (first.containsKey("window")) return asked;
            assertThat(String.valueOf(first.get("error"))).contains("waits for its act already");
            asked.close();
        }
    }

    @Test
    void anActThatNobodyAskedForIsAnExit() throws Exception {
        press(30_000);
        box().time.pass(Duration.ofMinutes(1));
        assertUntouched();
        assertThat(isLogged("")).isFalse();
    }

    @Test
    void whatIsWrongIsRefusedBeforeAnythingWaits() throws IOException {
        assertThat(box().ask(Map.of("command", "reset open", "name", "somebody else's")))
                .contains("this box is called " + name());
        assertThat(box().ask(Map.of("command", "reset typed", "window", "guessed", "pid", 1L)))
                .contains("no reset waits for this");
        Files.writeString(box().data.resolve("notes.txt"), "of the folder's owner");
        assertThat(box().ask(Map.of("command", "reset open", "name", name()))).contains("notes.txt");
        Files.delete(box().data.resolve("notes.txt"));
        try (Asked asked = open(name(), "console")) {
            Object window = asked.until("window").get("window");
            long own = ProcessHandle.current().pid(); // no console's
            assertThat(box().ask(Map.of("command", "reset typed", "window", String.valueOf(window), "pid", own)))
                    .contains("at no screen and no serial port");
            asked.until("left_s");
        }
        assertUntouched();
    }

    private void assertUntouched() {
        assertThat(Erasing.of(box().data).isMarked()).isFalse();
        assertThat(box().ask("key list")).contains("old@example.com");
    }
}
