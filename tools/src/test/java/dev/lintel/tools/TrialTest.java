package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlServer;
import dev.lintel.controller.control.TrialCommand;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.box.Box;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialTest {
    private final SystemTime time = new SystemTime();

    @TempDir
    Path folder;

    private Trial trial(Path data) {
        return new Trial(new ControlClient(data), data, time);
    }

    @Test
    void aBoxThatWorksPassesItsTest() {
        try (Box box = Box.start(folder)) {
            assertThat(trial(box.data).run(Duration.ofMinutes(1), List.of())).isNull();
            assertThat(trial(box.data).faults()).isEmpty();
        }
        assertThat(trial(folder).look(List.of())).contains("no lintel runs on");
        assertThat(trial(folder).faults())
                .as("what does not run can get no worse")
                .isEmpty();
    }

    @Test
    void whereverItListensAndWhateverItIsCalled() {
        try (Box box = Box.start(folder, "--public-url", "https://gate.example.org")) {
            assertThat(trial(box.data).look(List.of())).isNull();
        }
    }

    @Test
    void anotherAuthoritysCertificateIsNoAnswer() throws Exception {
        try (Box box = Box.start(folder.resolve("box"));
                Box other = Box.start(folder.resolve("other"))) {
            Files.copy(
                    other.data.resolve("tls/ca.crt"),
                    box.data.resolve("tls/ca.crt"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            assertThat(trial(box.data).look(List.of())).contains("HTTPS does not answer");
        }
    }

    /// What counts, by what did not work before the update.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            doors: one stands still       |          | doors: one stands still
            doors: one stands still       | doors    | doors: one stands still
            storage: the disk is full     | storage  | storage: the disk is full
            start: not every part runs    |          | start: not every part runs
            bus gate: no reader answers   |          | bus gate: no reader answers
            bus gate: no reader answers   | bus gate | HTTPS is not served
            clock: nobody sets it         |          | HTTPS is not served
            sync: the hub is away         |          | HTTPS is not served
            disk: it is nearly full       |          | HTTPS is not served
            mail: letters wait            |          | HTTPS is not served
            """)
    void whatTheUpdateIsNotToBlameForCountsNothing(String fault, String before, String found) {
        var health = new Health();
        health.ready();
        health.add(fault.substring(0, fault.indexOf(':')), () -> fault.substring(fault.indexOf(':') + 2));
        var trials = Map.of("trial", (dev.lintel.controller.control.Command) new TrialCommand(health, () -> null));
        try (var server = ControlServer.open(folder, time, trials)) {
            assertThat(server).isNotNull();
            assertThat(trial(folder).look(before == null ? List.of() : List.of(before)))
                    .isEqualTo(found);
        }
    }

    /// As of a version that has no room to change the tables: until its next start it works in memory, and whatever
    /// happens until then is lost.
    @Test
    void whatLastsUntilTheNextStartIsNotWaitedFor() {
        var health = new Health();
        health.ready();
        health.lasting("storage", "decisions and events are in memory only");
        var trials = Map.of("trial", (dev.lintel.controller.control.Command) new TrialCommand(health, () -> null));
        try (var server = ControlServer.open(folder, time, trials)) {
            assertThat(server).isNotNull();
            long begunNs = time.nowNs();
            assertThat(trial(folder).run(Duration.ofMinutes(2), List.of()))
                    .isEqualTo("storage: decisions and events are in memory only");
            assertThat(Duration.ofNanos(time.nowNs() - begunNs)).isLessThan(Duration.ofMinutes(1));
        }
    }

    @Test
    void whatNeverComesIsNotWaitedForForEver() {
        assertThat(trial(folder).run(Duration.ofMillis(1), List.of())).contains("no lintel runs on");
    }
}
