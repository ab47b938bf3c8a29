package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.Bytes;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The panel that is typed to, against simulated readers behind a pseudo terminal.
class SimOsdpAcuCommandTest {
    @TempDir
    Path folder;

    private @Nullable PdSimulator readers;

    @AfterEach
    void end() {
        if (readers != null) readers.close();
    }

    private PdSimulator readers(Integer... addresses) {
        var provider = ServiceLoader.load(PdSimulatorProvider.class).findFirst().orElseThrow();
        var plan = new PdPlan(PdPlan.PTY, 9_600, List.of(addresses), null, Set.of(), 7L);
        readers = provider.open(plan, new SystemTime()::nowNs, _ -> {});
        return readers;
    }

    @Test
    void acuPollsReadersAndDoesWhatIsTyped() {
        PdSimulator at = readers(3);
        String typed = "led admitted\noutput 0 on\ntext Hello\nid\nstatus\nstatistics\ncommand 6a0002010102\n"
                + "nonsense\noutput 99 on\n@7 id\ncommand xx\nled violet\nhelp\nkey " + folder
                + "\nfile /dev/null\nfile " + folder + "/none\nquit\n";
        CommandRun run =
                CommandRun.withInput(typed, "sim", "osdp-acu", "--port", at.port(), "--address", "3", "--json");
        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .startsWith("{\"event\":\"ready\"")
                .contains("unknown: nonsense")
                .contains("it is a folder", "no regular file", "it is not there")
                .contains("an output is 0 to 15")
                .contains("no PD at address 7")
                .contains("pairs of hex digits")
                .contains("no signal: violet");
        assertThat(run.out().lines().map(Json::parseObject)).isNotEmpty();
    }

    /// RAW that promises 32 bits and has 16, in answer to each poll.
    @Test
    void statisticsCountRepliesThatDoNotFitTheirCode() throws Exception {
        try (var reader = new OddReader(3, Bytes.ofHex("5000002000ffff"))) {
            var typed = new PipedOutputStream();
            var input = new PipedInputStream(typed);
            Thread person = Thread.ofPlatform().start(() -> typeOnceAnswered(reader, typed));
            CommandRun run =
                    CommandRun.withInput(input, "sim", "osdp-acu", "--port", reader.port(), "--address", "3", "--json");
            person.join();
            assertThat(run.exit()).isZero();
            List<Map<String, @Nullable Object>> said =
                    run.out().lines().map(Json::parseObject).toList();
            assertThat(said)
                    .filteredOn(event -> "statistics".equals(event.get("event")))
                    .singleElement()
                    .satisfies(
                            event -> assertThat((Long) event.get("malformed")).isPositive());
            assertThat(said).noneMatch(event -> "card".equals(event.get("event")));
        }
    }

    private static void typeOnceAnswered(OddReader reader, PipedOutputStream typed) {
        try (typed) {
            reader.awaitAnswers();
            typed.write("statistics\nquit\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What is typed after `comset` is meant for the reader where it is then.
    @Test
    void acuGoesAfterAReaderThatItMoves() {
        PdSimulator at = readers(3);
        CommandRun run = CommandRun.withInput(
                "id\ncomset 9 115200\nid\ncommand 6e0480250000\n@4 capabilities\ncapabilities\ncomset 5 9600\nquit\n",
                "sim",
                "osdp-acu",
                "--port",
                at.port(),
                "--address",
                "3",
                "--json");
        assertThat(run.exit()).isZero();
        List<Map<String, @Nullable Object>> said =
                run.out().lines().map(Json::parseObject).toList();
        assertThat(said)
                .filteredOn(e -> "moved".equals(e.get("event")))
                .extracting(
                        e -> e.get("address") + " to " + e.get("to") + " " + e.get("baud") + " " + e.get("followed"))
                .containsExactly("3 to 9 115200 true", "9 to 4 9600 true", "4 to 5 9600 true");
        assertThat(said)
                .filteredOn(e -> "answer".equals(e.get("event")) && "COM".equals(e.get("reply")))
                .hasSize(3);
        assertThat(said).noneMatch(e -> "error".equals(e.get("event")));
        assertThat(CommandRun.of("osdp", "info", "--port", at.port(), "--address", "5")
                        .exit())
                .isZero();
    }

    @Test
    void acuFollowsOneOfSeveralReadersToAnAddressButNotToASpeed() {
        PdSimulator at = readers(3, 4);
        CommandRun run = CommandRun.withInput(
                "comset 7 9600\nid\n@4 comset 8 115200\n@9 comset 4 9600\nquit\n",
                "sim",
                "osdp-acu",
                "--port",
                at.port(),
                "--address",
                "3",
                "--address",
                "4");
        assertThat(run.out())
                .contains("reader 3: it is at address 7, 9600 baud from now on")
                .contains("and is not followed: the line's other readers keep their speed")
                .contains("no PD at address 9");
    }
}
