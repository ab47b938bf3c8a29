package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `lintel sim osdp-pd`, run in this process and talked to by its standard input and over TCP.
class SimOsdpPdCommandTest {
    private static final long WAIT_S = 20;
    private static final String KEY = "8f14e45fceea167a5a36dedd4bea2543";

    @TempDir
    Path folder;

    private final PipedOutputStream typed = new PipedOutputStream();
    private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();
    private final StringWriter errors = new StringWriter();
    private final AtomicInteger exit = new AtomicInteger(-1);
    private @Nullable Thread running;

    private void start(String... more) throws IOException {
        InputStream in = new PipedInputStream(typed);
        String[] arguments = Stream.concat(Stream.of("sim", "osdp-pd", "--json"), Stream.of(more))
                .toArray(String[]::new);
        var out = new PrintWriter(new LineWriter(printed::add), true);
        running = Thread.ofPlatform()
                .name("osdp-pd")
                .daemon()
                .start(() -> exit.set(CommandLines.execute(in, out, new PrintWriter(errors, true), arguments)));
    }

    @AfterEach
    void quit() throws IOException, InterruptedException {
        Thread thread = running;
        if (thread == null) return;
        type("quit");
        thread.join(TimeUnit.SECONDS.toMillis(WAIT_S));
        assertThat(exit).hasValue(0);
    }

    private void type(String line) throws IOException {
        typed.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        typed.flush();
    }

    private Map<String, @Nullable Object> await(String event) throws InterruptedException {
        while (true) {
            String line = printed.poll(WAIT_S, TimeUnit.SECONDS);
            assertThat(line).as("no " + event + "; " + errors).isNotNull();
            Map<String, @Nullable Object> json = Json.parseObject(line);
            if (event.equals(json.get("event"))) return json;
        }
    }

    @Test
    void aPanelOverTheNetworkGetsTheCardThatIsTyped() throws IOException, InterruptedException {
        start("--port", "tcp://127.0.0.1:0", "--address", "0", "--address", "1");
        var at = URI.create(String.valueOf(await("ready").get("port")));
        try (var panel = new Socket(at.getHost(), at.getPort())) {
            type("card 1010");
            type("@1 keys 12#");
            type("state");
            await("state"); // what was typed before it is done
            // POLL, number 0: RAW of reader 0, four bits.
            assertThat(ask(panel, "ff530008000460ebaa", 14)).startsWith("ff53800d00045000010400a0");
            assertThat(String.valueOf(await("online").get("address"))).isEqualTo("0");
        }
    }

    private static String ask(Socket panel, String hex, int bytes) throws IOException {
        panel.setSoTimeout((int) TimeUnit.SECONDS.toMillis(WAIT_S));
        panel.getOutputStream().write(HexFormat.of().parseHex(hex));
        return HexFormat.of().formatHex(panel.getInputStream().readNBytes(bytes));
    }

    @Test
    void whatIsTypedWrongIsToldOfAndTheReadersGoOn() throws IOException, InterruptedException {
        start("--port", "pty", "--address", "5");
        assertThat(await("ready")).containsKey("port");
        for (String wrong : List.of(
                "open",
                "card",
                "card 012",
                "card H10301 1",
                "card H10301 999 1",
                "keys abc",
                "tamper yes",
                "input 9 on",
                "input 0 maybe",
                "fault rain on",
                "busy x",
                "nak 4",
                "nak 0 1",
                "@9 reboot",
                "@",
                "@5",
                "reboot now")) {
            type(wrong);
            assertThat(await("error").get("error")).as(wrong).asString().isNotEmpty();
        }
        type("card H10301 12 3456");
        type("tamper on");
        type("input 1 on");
        type("nak 4 1");
        type("fault drop on");
        type("");
        type("state");
        assertThat(await("state")).containsEntry("online", false);
        type("help");
        assertThat(await("help").get("text")).asString().contains("wrong-key", "card FORMAT");
        type("reboot");
        await("restarted");
    }

    @Test
    void theKeyComesFromAFileOrFromTheFirstLine() throws IOException, InterruptedException {
        Path file = folder.resolve("key");
        Files.writeString(file, KEY + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        start("--port", "pty", "--address", "0", "--key", file.toString());
        await("ready");
        type("state");
        assertThat(await("state")).containsEntry("has_key", true);
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void aKeyOnStandardInputComesBeforeWhatIsTyped() throws IOException, InterruptedException {
        start("--port", "pty", "--address", "0", "--key", "-");
        type(KEY);
        await("ready");
        type("state");
        assertThat(await("state")).containsEntry("has_key", true);
    }

    @Test
    void aKeyOnTheCommandLineIsTakenWithAWarning() throws IOException, InterruptedException {
        start("--port", "pty", "--address", "0", "--key", KEY);
        await("ready");
        assertThat(errors.toString()).contains("other users").doesNotContain(KEY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | --port pty                                                  | --address
            2 | --address 0                                                 | --port
            2 | --port pty --address 127                                    | no PD has address 127
            2 | --port pty --address 1 --address 1                          | same address
            2 | --port pty --address 0 --baud 1200                          | no speed of OSDP
            2 | --port pty --address 0 --fault rain                         | unknown fault
            2 | --port pty --address 0 --trait tall                         | unknown trait
            2 | --port tcp://nowhere --address 0                            | tcp://HOST:PORT
            2 | --port pty --address 0 --install-mode --key x               | leave --key out
            1 | --port /dev/not-there --address 0                           | /dev/not-there is not there
            1 | --port pty --address 0 --key /not/there                     | cannot be read
            1 | --port pty --address 0 --key -                              | 32 hex digits
            """)
    void wrongUseIsRefusedInWords(int code, String arguments, String words) {
        String[] all = ("sim osdp-pd " + arguments).split(" ", -1);
        CommandRun run = CommandRun.of(all);
        assertThat(run.exit()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(words);
    }

    @Test
    void faultsAndTraitsAreListed() {
        CommandRun run = CommandRun.of("sim", "osdp-pd", "--list");
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out()).contains("wrong-key", "keyset-ack-in-clear");
    }

    /// Hands each line on.
    private static final class LineWriter extends Writer {
        private final Consumer<String> each;
        private final StringBuilder line = new StringBuilder();

        LineWriter(Consumer<String> each) {
            this.each = each;
        }

        @Override
        public void write(char[] chars, int from, int length) {
            for (int i = from; i < from + length; i++) {
                if (chars[i] != '\n') {
                    line.append(chars[i]);
                    continue;
                }
                each.accept(line.toString());
                line.setLength(0);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
