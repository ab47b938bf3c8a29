package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.Command;
import dev.lintel.controller.control.ControlServer;
import dev.lintel.controller.control.TrialCommand;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.tools.Trial.Patience;
import dev.lintel.tools.box.Box;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialTest {
    /// A reader on a bus is missed after 8 s.
    private static final long SILENT_NS = TimeUnit.SECONDS.toNanos(60);

    private static final Patience PATIENT = new Patience(Duration.ofMinutes(1), Duration.ofMinutes(1));
    /// Not to what has started and does not work.
    private static final Patience HASTY = new Patience(Duration.ofDays(1), Duration.ofSeconds(5));
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /// Where the box that is reached by a name is.
    @TempDir
    private static Path shared;

    private static Box named;

    private final SystemTime time = new SystemTime();

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        named = Box.start(shared.resolve("box"), "--public-url", "https://gate.example.org");
    }

    @AfterAll
    static void stop() {
        named.close();
    }

    private Trial trial(Path data) {
        return new Trial(new ControlClient(data), data, time);
    }

    @Test
    void aBoxThatWorksPassesItsTest() {
        try (Box box = Box.start(folder)) {
            assertThat(trial(box.data).run(PATIENT, List.of(), () -> 0)).isNull();
            assertThat(trial(box.data).faults()).isEmpty();
        }
        assertThat(trial(folder).look(List.of())).contains("no lintel runs on");
        assertThat(trial(folder).faults())
                .as("what does not run can get no worse")
                .isEmpty();
    }

    @Test
    void whereverItListensAndWhateverItIsCalled() {
        assertThat(trial(named.data).look(List.of())).isNull();
    }

    @Test
    void anotherAuthoritysCertificateIsNoAnswer() throws Exception {
        Path authority = named.data.resolve("tls/ca.crt");
        String own = Files.readString(authority);
        try {
            Path other = Files.createDirectory(folder.resolve("other"));
            new Certificates(other, time).ensure(new TreeSet<>(Set.of("other.local")));
            Files.copy(other.resolve("ca.crt"), authority, StandardCopyOption.REPLACE_EXISTING);
            assertThat(trial(named.data).look(List.of())).contains("HTTPS does not answer");
        } finally {
            Files.writeString(authority, own);
        }
    }

    /// What counts, by what did not work before the update.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            doors: one stands still       |          | doors: one stands still
            doors: one stands still       | doors    | doors: one stands still
            storage: the disk is full     | storage  | storage: the disk is full
            start: not every part runs    |          | start: not every part runs
            bus gate: not open: no port   |          | bus gate: not open: no port
            bus gate: not open: no port   | bus gate | HTTPS is not served
            clock: nobody sets it         |          | HTTPS is not served
            sync: the hub is away         |          | HTTPS is not served
            recovery: a snapshot decides  |          | HTTPS is not served
            disk: it is nearly full       |          | HTTPS is not served
            mail: letters wait            |          | HTTPS is not served
            """)
    void whatTheUpdateIsNotToBlameForCountsNothing(String fault, String before, String found) {
        var health = new Health();
        health.ready();
        health.add(fault.substring(0, fault.indexOf(':')), () -> fault.substring(fault.indexOf(':') + 2));
        Command command = new TrialCommand(health, Map::of, () -> null);
        Map<String, Command> trials = Map.of("trial", command);
        try (var server = ControlServer.open(folder, time, trials)) {
            assertThat(server).isNotNull();
            assertThat(trial(folder).look(before == null ? List.of() : List.of(before)))
                    .isEqualTo(found);
        }
    }

    /// A bus that is open and a reader that does not answer: nothing is wrong in /health.
    @Test
    void aReaderThatAnsweredBeforeHasToAnswerAgain() throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), """
                hardware: simulated
                buses: {one: {protocol: osdp, port: one}}
                channels:
                  - unit: 1
                    readers: {entry: {driver: osdp, bus: one, address: 3, key: secret:gate, formats: [raw]}}
                    strike: {line: 17, active: high, fail: secure}
                    egress: mechanical
                  - unit: 2
                    readers: {entry: {driver: serial, port: two, protocol: rdm6300}}
                    strike: {line: 18, active: high, fail: secure}
                    egress: mechanical
                """);
        Path data = folder.resolve("data");
        assertThat(CommandRun.of("osdp", "key", "gate", "--data", data.toString())
                        .exit())
                .isZero();
        try (Box box = Box.start(data, "--config", config.toString())) {
            Trial trial = trial(box.data);
            assertThat(trial.run(PATIENT, List.of(), () -> 0)).isNull();
            isSilent(box, "1", "cable-pulled", "reader of channel 1, entry");
            isSilent(box, "2", "unplugged", "reader of channel 2, entry");
        }
    }

    /// `fault` keeps it from bringing cards.
    private void isSilent(Box box, String channel, String fault, String name) {
        Trial trial = trial(box.data);
        CommandRun broken = box.lintel("sim --channel " + channel + " --fault " + fault + "=on");
        assertThat(broken.exit()).as(broken.err()).isZero();
        long untilNs = time.nowNs() + SILENT_NS;
        while (!trial.faults().contains(name)) {
            assertThat(time.nowNs() - untilNs).as("it is told").isNegative();
            LockSupport.parkNanos(LOOK_NS);
        }
        assertThat(trial.run(HASTY, List.of("serial readers"), () -> 0))
                .as("others may have been lost before")
                .startsWith(name + ": ");
        assertThat(trial.run(PATIENT, trial.faults(), () -> 0))
                .as("it was so before")
                .isNull();
        box.lintel("sim --channel " + channel + " --fault " + fault + "=off");
        assertThat(trial.run(PATIENT, List.of(), () -> 0)).as("it is back").isNull();
    }

    /// As of a version that has no room to change the tables: until its next start it works in memory, and whatever
    /// happens until then is lost.
    @Test
    void whatLastsUntilTheNextStartIsNotWaitedFor() {
        var health = new Health();
        health.ready();
        health.lasting("storage", "decisions and events are in memory only");
        Command command = new TrialCommand(health, Map::of, () -> null);
        Map<String, Command> trials = Map.of("trial", command);
        try (var server = ControlServer.open(folder, time, trials)) {
            assertThat(server).isNotNull();
            long begunNs = time.nowNs();
            var patience = new Patience(Duration.ofMinutes(2), Duration.ofMinutes(2));
            assertThat(trial(folder).run(patience, List.of(), () -> 0))
                    .isEqualTo("storage: decisions and events are in memory only");
            assertThat(Duration.ofNanos(time.nowNs() - begunNs)).isLessThan(Duration.ofMinutes(1));
        }
    }

    /// Its doors stand still while it is started again and again.
    @Test
    void whatDoesNotStayUpIsNotWaitedFor() {
        var starts = new AtomicInteger(3);
        assertThat(trial(folder).run(HASTY, List.of(), starts::incrementAndGet))
                .startsWith("it does not stay up: no lintel runs on");
        assertThat(starts).hasValue(5);
    }

    @Test
    void whatNeverComesIsNotWaitedForForEver() {
        assertThat(trial(folder).run(new Patience(Duration.ofMillis(1), Duration.ofDays(1)), List.of(), () -> 0))
                .contains("no lintel runs on");
    }
}
