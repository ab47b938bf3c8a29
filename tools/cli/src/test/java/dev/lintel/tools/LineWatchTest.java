package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.reader.osdp.BusStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineWatchTest {
    private static final long WAIT_S = 20;

    private static BusStatistics bus(boolean open, long openings, String lineError) {
        return new BusStatistics(open, "/dev/ttyUSB0", openings, 0, 0, 0, lineError, List.of());
    }

    private static List<String> told(BusStatistics... looks) {
        var text = new StringWriter();
        var line = LintelCommand.all(InputStream.nullInputStream());
        line.setOut(new PrintWriter(text, true));
        var output = new Output();
        output.spec = line.getCommandSpec();
        output.json = true;
        try (var printer = new PdPrinter(output);
                var watch = new LineWatch(() -> bus(false, 0, ""), printer)) {
            for (BusStatistics look : looks) watch.look(look);
        }
        return text.toString()
                .lines()
                .map(Json::parseObject)
                .map(e -> e.get("event") + " " + e.getOrDefault("why", e.get("port")))
                .toList();
    }

    @Test
    void aLineIsToldOfWhenItGoesAndWhenItComesBack() {
        assertThat(told(bus(false, 0, ""), bus(true, 1, ""), bus(true, 1, ""))).isEmpty();
        assertThat(told(bus(false, 0, "no"), bus(false, 0, "no"), bus(true, 1, "no"), bus(false, 1, "pulled")))
                .containsExactly("line-lost no", "line-open /dev/ttyUSB0", "line-lost pulled");
    }

    @Test
    void aLineThatWasAwayBetweenTwoLooksIsToldOf() {
        assertThat(told(bus(true, 1, ""), bus(true, 2, "pulled")))
                .containsExactly("line-lost pulled", "line-open /dev/ttyUSB0");
    }

    @Test
    void aPanelOnAPortThatIsNotThereSaysSo() throws IOException, InterruptedException {
        BlockingQueue<String> printed = new LinkedBlockingQueue<>();
        try (var typed = new PipedOutputStream()) {
            InputStream in = new PipedInputStream(typed);
            var out = new PrintWriter(new Lines(printed), true);
            Thread panel = Thread.ofPlatform().daemon().start(() -> {
                int _ = CommandLines.execute(
                        in,
                        out,
                        out,
                        "sim",
                        "osdp-acu",
                        "--json",
                        "--port",
                        "/dev/there-is-none",
                        "--address",
                        "3",
                        "--address",
                        "4");
            });
            assertThat(next(printed))
                    .containsEntry("event", "ready")
                    .containsEntry("port", "/dev/there-is-none")
                    .containsEntry("baud", 9_600L)
                    .containsEntry("addresses", List.of(3L, 4L));
            assertThat(next(printed))
                    .containsEntry("event", "line-lost")
                    .extractingByKey("why")
                    .asString()
                    .contains("/dev/there-is-none");
            typed.write("quit\n".getBytes(StandardCharsets.US_ASCII));
            typed.flush();
            panel.join();
        }
    }

    private static Map<String, @Nullable Object> next(BlockingQueue<String> printed) throws InterruptedException {
        String line = printed.poll(WAIT_S, TimeUnit.SECONDS);
        assertThat(line).isNotNull();
        return Json.parseObject(line);
    }

    /// Hands on each line that is printed.
    private static final class Lines extends Writer {
        private final StringBuilder text = new StringBuilder();
        private final BlockingQueue<String> lines;

        Lines(BlockingQueue<String> lines) {
            this.lines = lines;
        }

        @Override
        public void write(char[] chars, int from, int count) {
            text.append(chars, from, count);
            for (int end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
                lines.add(text.substring(0, end));
                text.delete(0, end + 1);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
