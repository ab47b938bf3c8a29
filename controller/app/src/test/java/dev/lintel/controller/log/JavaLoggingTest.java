package dev.lintel.controller.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.Main;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/// Netty and Vert.x log through `java.util.logging`, also what comes from the network.
class JavaLoggingTest {
    private static final String ESC = "\u001b";
    private static final String FORGED = "GET /" + ESC + "[2J\r\n10:00:00.000 INFO doors: open\u202e";

    /// The lines of a record as the configuration of the box handles it. Classes that ran before in this process may
    /// write lines as well: those do not count.
    private static List<String> written(LogRecord each) throws IOException {
        LogManager manager = LogManager.getLogManager();
        new JavaLogging();
        try (var logged = new Logged()) {
            Handler[] handlers = Logger.getLogger("").getHandlers();
            assertThat(Arrays.stream(handlers).map(Handler::getClass)).containsExactly(JavaLogHandler.class);
            Logger.getLogger("io.netty.channel").log(each);
            return logged.text()
                    .lines()
                    .filter(line -> line.contains("bad request") || line.contains("failed") || line.contains("doors:"))
                    .toList();
        } finally {
            manager.readConfiguration(); // of the tests of this process
        }
    }

    @Test
    void controlCharactersOfTheNetworkAreInOneLineAndWrittenOut() throws IOException {
        var each = new LogRecord(java.util.logging.Level.WARNING, "bad request: {0}");
        each.setLoggerName("io.netty.channel.DefaultChannelPipeline");
        each.setParameters(new Object[] {FORGED});
        assertThat(written(each))
                .singleElement()
                .asString()
                .contains("WARNING")
                .endsWith("Pipeline: bad request: GET /\\u001b[2J  10:00:00.000 INFO doors: open\\u202e");
    }

    @Test
    void anExceptionIsInTheSameLine() throws IOException {
        var each = new LogRecord(java.util.logging.Level.SEVERE, "failed");
        each.setLoggerName("io.vertx.core.Handler");
        each.setThrown(new IllegalStateException(FORGED, new IOException(FORGED)));
        assertThat(written(each))
                .singleElement()
                .asString()
                .contains("ERROR", "Handler: failed: GET /\\u001b[2J  10:00:00.000")
                .doesNotContain(ESC);
        each.setThrown(new IllegalStateException());
        assertThat(written(each)).singleElement().asString().endsWith("failed: IllegalStateException");
    }

    /// At level `debug` developers get the stack trace, each line of it without control characters.
    @Test
    void aStackTraceHasNoControlCharacters() {
        var logger = new StderrLogger("io.netty.Channel", Level.DEBUG, false, new Repeats());
        try (var logged = new Logged()) {
            logger.log(Level.WARNING, "failed", new IllegalStateException(FORGED, new IOException(FORGED)));
            assertThat(logged.text())
                    .contains("Caused by: java.io.IOException: GET /\\u001b[2J  10:00:00.000 INFO doors: open")
                    .contains("    at " + getClass().getName())
                    .doesNotContain(ESC);
            assertThat(logged.text().lines()).noneMatch(line -> line.startsWith("10:00:00.000 INFO doors"));
        }
    }

    @Test
    void aBoxUsesThisConfiguration() {
        String before = System.getProperty(JavaLogging.PROPERTY);
        try {
            System.clearProperty(JavaLogging.PROPERTY);
            assertThat(Main.run("--help")).isZero();
            assertThat(System.getProperty(JavaLogging.PROPERTY)).isEqualTo(JavaLogging.class.getName());
        } finally {
            if (before == null) System.clearProperty(JavaLogging.PROPERTY);
            else System.setProperty(JavaLogging.PROPERTY, before);
        }
    }
}
