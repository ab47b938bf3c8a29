package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.Lintel;
import dev.lintel.controller.RunOptions;
import dev.lintel.controller.Surroundings;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.Simulator;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The installer's commands on the wires of a box that runs, with two OSDP readers on one bus.
@Timeout(120)
class RunningLinesTest {
    private static final String CONTROLLER = """
            hardware: simulated
            listen: {address: 127.0.0.1, https: 0, http: 0}
            buses: {front: {protocol: osdp, port: one}}
            channels:
              - unit: 1
                readers:
                  entry: {driver: osdp, bus: front, address: 3, key: secret:reader-3, formats: [raw]}
                  exit: {driver: osdp, bus: front, address: 7, formats: [raw]}
                strike: {line: 17, active: high, fail: secure}
                contact: {line: 22}
                rex: {line: 23}
                alarm: {line: 24}
                egress: mechanical
              - unit: 2
                readers: {entry: {driver: wiegand, d0: 14, d1: 15, formats: [H10301, raw]}}
                strike: {line: 18, active: high, fail: secure}
                egress: mechanical
            """;

    @TempDir
    Path folder;

    private Path data;
    private Lintel lintel;

    @BeforeEach
    void start() throws IOException {
        data = folder.resolve("data");
        Path config = Files.writeString(folder.resolve("controller.yaml"), CONTROLLER);
        CommandRun made = CommandRun.of("osdp", "key", "reader-3", "--data", data.toString());
        assertThat(made.exit()).as(made.err()).isZero();
        var options = new RunOptions(data, config, null, true, null, 0, 0);
        lintel = Lintel.start(options, new Surroundings(null, null, null, null, false, folder), new SystemTime());
        awaitOnline(1);
    }

    @AfterEach
    void stop() {
        lintel.close();
    }

    private CommandRun run(String line) {
        return CommandRun.of((line + " --data " + data).split(" "));
    }

    private static List<Map<String, @Nullable Object>> lines(CommandRun run) {
        return run.out().lines().map(Json::parseObject).toList();
    }

    private Simulator simulator() {
        return Objects.requireNonNull(lintel.simulator());
    }

    private void awaitOnline(int unit) {
        long untilNs = new SystemTime().nowNs() + TimeUnit.SECONDS.toNanos(30);
        while (!String.valueOf(simulator().state(unit).get("readers")).matches("(?!.*online=false).*online=true.*")) {
            assertThat(new SystemTime().nowNs()).as("its readers are online").isLessThan(untilNs);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private String events() {
        return run("events tail --json").out();
    }

    @Test
    void aScanFindsBothReadersWhileTheBoxRunsAndACardOpensAfterwards() {
        CommandRun scan = run("osdp scan --port one --only-baud 9600 --quick --json");
        assertThat(scan.exit()).as(scan.err()).isZero();
        assertThat(scan.err()).contains("the box on " + data + " runs and does it: its bus front lends its line");
        // One that answers late on a busy machine is found in the second round.
        assertThat(lines(scan)).extracting(line -> line.get("address")).containsExactlyInAnyOrder(3L, 7L);
        assertThat(lines(scan)).extracting(line -> line.get("baud")).containsOnly(9_600L);

        awaitOnline(1);
        CommandRun card = run("present --channel 1 --card 1001 --json");
        assertThat(card.json()).containsEntry("decision", "admitted").containsEntry("strike", "released");
        assertThat(events()).contains("\"action\":\"osdp scan\"", "\"by\":\"command line\"");
        assertThat(run("doctor").out()).contains("bus front").doesNotContain("lent to");
    }

    @Test
    void aReaderGetsTheKeyOfItsNameAndTheBoxReadsOn() throws IOException {
        String before = Files.readString(data.resolve("keys/reader-3"));
        CommandRun same = run("osdp pair reader-3 --port one --address 3 --seconds 20");
        assertThat(same.exit()).as(same.err()).isZero();
        assertThat(same.err()).contains("runs and does it", "is there already");
        assertThat(same.out())
                .contains("the box speaks to it with that key now")
                .doesNotContain(before.strip());
        awaitOnline(1);
        assertThat(run("present --channel 1 --card 1001 --json").json()).containsEntry("decision", "admitted");

        CommandRun rekey = run("osdp pair reader-3 --port one --address 3 --rekey");
        assertThat(rekey.exit()).isEqualTo(1);
        assertThat(rekey.err()).contains("it changes the key itself");
        assertThat(Files.readString(data.resolve("keys/reader-3"))).isEqualTo(before);

        CommandRun plain = run("osdp pair reader-7 --port one --address 7 --seconds 2");
        assertThat(plain.exit()).isEqualTo(1);
        assertThat(plain.err()).contains("address 7 is not paired");
        assertThat(data.resolve("keys/reader-7")).doesNotExist();
        assertThat(run("osdp scan --port one --only-baud 300").exit()).isEqualTo(2);
        assertThat(events()).contains("\"action\":\"osdp pair\"");
    }

    @Test
    void aReaderMovesOnTheLineOfTheRunningBoxAndItsOtherReaderReadsOn() {
        CommandRun taken = run("osdp address --port one --address 7 --to 3 --yes");
        assertThat(taken.exit()).isEqualTo(1);
        assertThat(taken.err())
                .contains("the box on " + data + " runs and does it: its bus front lends its line")
                .contains("a reader answers at address 3, 9600 baud already; nothing was changed");

        CommandRun unsaid = run("osdp address --port one --address 7 --to 5");
        assertThat(unsaid.exit()).isEqualTo(1);
        assertThat(unsaid.err()).contains("address 7 on front is unit 1's exit reader", "--yes");

        CommandRun moved = run("osdp address --port one --address 7 --to 5 --yes --json");
        assertThat(moved.exit()).as(moved.err()).isZero();
        assertThat(moved.json()).containsEntry("address", 5L).containsEntry("baud", 9_600L);
        assertThat(run("present --channel 1 --card 1001 --json").json())
                .as("the other reader's door")
                .containsEntry("decision", "admitted");

        CommandRun asked = run("osdp address --port one --address 5 --to 7");
        assertThat(asked.exit()).isEqualTo(1);
        assertThat(asked.err()).contains("whatever is presented at this reader would count there", "--yes");
        CommandRun back = run("osdp address --port one --address 5 --to 7 --yes");
        assertThat(back.exit()).as(back.err()).isZero();
        assertThat(back.out())
                .contains("the reader answers at address 7, 9600 baud; the box speaks to it as unit 1's exit reader");
        awaitOnline(1);
        assertThat(events())
                .contains("\"action\":\"osdp move\"", "\"old\":\"address 7, 9600 baud\"")
                .contains("\"new\":\"address 5, 9600 baud\"", "\"by\":\"command line\"");
    }

    @Test
    void aReaderWithAKeyOfTheBoxMovesUnderItAndNoOtherKeyIsSent() {
        CommandRun moved = run("osdp address --port one --address 3 --to 9 --yes");
        assertThat(moved.exit()).as(moved.err()).isZero();
        assertThat(moved.out()).contains("name address 9 at unit 1's entry reader");
        CommandRun foreign = run("osdp address --port one --address 9 --to 3 --key " + folder.resolve("other"));
        assertThat(foreign.exit()).isEqualTo(1);
        assertThat(foreign.err()).contains("with a key of its own: name one of " + data.resolve("keys"));
        Path key = data.resolve("keys/reader-3");
        CommandRun back = run("osdp address --port one --address 9 --to 3 --key " + key);
        assertThat(back.exit()).as(back.err()).isZero();
        awaitOnline(1);
    }

    @Test
    void leafRexAndStrikeAreSeenAsTheyMove() throws Exception {
        var changes = CompletableFuture.supplyAsync(() -> run("io watch --channel 1 --count 4 --json"));
        while (!changes.isDone()) {
            simulator().moveLeaf(1, true);
            simulator().pressRex(1, 100);
            LockSupport.parkNanos(300_000_000);
            simulator().moveLeaf(1, false);
            LockSupport.parkNanos(300_000_000);
        }
        CommandRun watch = changes.get();
        assertThat(watch.exit()).as(watch.err()).isZero();
        var first = new ArrayList<Map<String, @Nullable Object>>();
        var moved = new ArrayList<Map<String, @Nullable Object>>();
        for (var line : lines(watch)) (Boolean.TRUE.equals(line.get("change")) ? moved : first).add(line);
        assertThat(first)
                .extracting(line -> line.get("line"))
                .containsExactly("contact", "rex", "strike", "sounder", "entry reader", "exit reader");
        assertThat(first).allSatisfy(line -> assertThat(line).containsEntry("channel_id", 1L));
        assertThat(moved).hasSize(4);
        assertThat(watch.out()).contains("\"line\":\"rex\"").contains("\"line\":\"contact\"");

        CommandRun none = run("io watch --channel 9");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.err()).contains("channel 9 is not wired to this box");
    }

    @Test
    void lampsAndSounderAreTriedAndTheLogTellsWho() {
        CommandRun led = withReader("io test --channel 1 --output led --colour amber");
        assertThat(led.exit()).as(led.err()).isZero();
        assertThat(led.out()).contains("the led of channel 1 is on for 4 s");
        await("amber", () -> String.valueOf(simulator().state(1).get("readers")).contains("led=amber"));
        await(
                "red again",
                () -> !String.valueOf(simulator().state(1).get("readers")).contains("led=amber"));

        assertThat(run("io test --channel 1 --output sounder --json").json())
                .containsEntry("channel_id", 1L)
                .containsEntry("seconds", 2L);
        assertThat(simulator().state(1)).containsEntry("sounder", true);
        await("silence", () -> Boolean.FALSE.equals(simulator().state(1).get("sounder")));
        CommandRun buzzer = withReader("io test --channel 1 --output buzzer --reader exit");
        assertThat(buzzer.exit()).as(buzzer.err()).isZero();
        assertThat(events())
                .contains("\"what\":\"test\"", "\"output\":\"sounder\"", "\"reader\":\"exit\"")
                .doesNotContain("\"event_code\":337");

        for (String refused : List.of(
                "io test --channel 2 --output sounder|no sounder is wired",
                "io test --channel 2 --output led --reader exit|the door has no exit reader",
                "io test --channel 9 --output led|there is no door at this channel")) {
            CommandRun run = run(refused.substring(0, refused.indexOf('|')));
            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.err()).contains(refused.substring(refused.indexOf('|') + 1));
        }
    }

    /// Runs a command that needs a reader: again, where the machine had no time for the reader's line.
    private CommandRun withReader(String line) {
        var last = new AtomicReference<>(run(line));
        await("a reader that answers", () -> {
            if (!last.get().err().contains("does not answer")) return true;
            last.set(run(line));
            return false;
        });
        return last.get();
    }

    private static void await(String what, BooleanSupplier holds) {
        long untilNs = new SystemTime().nowNs() + TimeUnit.SECONDS.toNanos(20);
        while (!holds.getAsBoolean()) {
            assertThat(new SystemTime().nowNs()).as(what).isLessThan(untilNs);
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void aPortThatTheBoxDoesNotHaveIsTheToolsOwn() {
        CommandRun scan = run("osdp scan --port /dev/there-is-none --only-baud 9600 --quick");
        assertThat(scan.exit()).isEqualTo(1);
        assertThat(scan.err()).contains("/dev/there-is-none").doesNotContain("the box on");
        simulator().presentCard(2, "entry", CardBits.ofNumber(BigInteger.valueOf(7), 26)); // the box goes on
    }
}
