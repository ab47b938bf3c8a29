package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The installer's commands on a line, against simulated readers behind a pseudo terminal.
@Execution(ExecutionMode.CONCURRENT)
class OsdpToolsTest {
    private static final String KEY = "8f14e45fceea167a5a36dedd4bea2543";

    @TempDir
    Path folder;

    private final List<PdEvent> events = new CopyOnWriteArrayList<>();
    private @Nullable PdSimulator readers;

    @AfterEach
    void end() {
        if (readers != null) readers.close();
    }

    private PdSimulator readers(int baud, @Nullable Scbk key, Set<String> traits, Integer... addresses) {
        return readers(PdPlan.PTY, baud, key, traits, addresses);
    }

    private PdSimulator readers(String port, int baud, @Nullable Scbk key, Set<String> traits, Integer... addresses) {
        var provider = ServiceLoader.load(PdSimulatorProvider.class).findFirst().orElseThrow();
        var plan = new PdPlan(port, baud, List.of(addresses), key, traits, 7L);
        readers = provider.open(plan, new SystemTime()::nowNs, events::add);
        return readers;
    }

    private CommandRun osdp(String command, PdSimulator at, String... more) {
        var all = new ArrayList<>(List.of("osdp", command, "--port", at.port()));
        all.addAll(List.of(more));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private String[] data(String... more) {
        var all = new ArrayList<>(List.of(more));
        all.addAll(List.of("--data", folder.resolve("data").toString()));
        return all.toArray(String[]::new);
    }

    private Path keyFile(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, KEY + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @Test
    void scanFindsEveryReaderAndSaysWhatItIs() {
        PdSimulator at = readers(38_400, null, Set.of(), 0, 5);
        CommandRun run = osdp("scan", at, "--only-baud", "38400", "--quick", "--json");
        assertThat(run.exit()).isZero();
        List<Map<String, @Nullable Object>> found =
                run.out().lines().map(Json::parseObject).toList();
        assertThat(found).extracting(f -> f.get("address")).containsExactly(0L, 5L);
        assertThat(found)
                .allSatisfy(f -> assertThat(f).containsEntry("baud", 38_400L).containsKey("serial"));
    }

    @Test
    void scanSaysSoWhenNobodyAnswers() {
        PdSimulator at = readers(9_600, null, Set.of(), 0);
        CommandRun run = osdp("scan", at, "--only-baud", "230400", "--quick");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("no reader answers");
    }

    /// Over a minute: a network may hold each answer back for a quarter of a second.
    @Tag("slow")
    @Test
    void scanBehindANetworkAsksOnceAndNamesNoSpeed() {
        PdSimulator at = readers("tcp://127.0.0.1:0", 9_600, null, Set.of(), 5);
        CommandRun run = osdp("scan", at, "--quick", "--json");
        assertThat(run.json()).containsEntry("address", 5L).containsEntry("baud", null);
        assertThat(osdp("scan", at, "--only-baud", "300").err()).contains("'--only-baud'");
    }

    @Test
    void aReaderThatIsOnlyBusyIsToldApartFromSilence() {
        PdSimulator at = readers(9_600, null, Set.of(), 3);
        at.busy(3, 10_000);
        assertThat(osdp("info", at, "--address", "3").err()).contains("it is busy");
        assertThat(osdp("info", at, "--address", "4").err()).contains("nothing comes");
    }

    @Test
    void infoTellsWhatAReaderTells() throws IOException {
        PdSimulator at = readers(9_600, Scbk.ofHex(KEY), Set.of(), 3);
        CommandRun without = osdp("info", at, "--address", "3");
        assertThat(without.exit()).isEqualTo(1);
        assertThat(without.err()).contains("it wants its key");
        CommandRun wrong = CommandRun.withInput(
                "00112233445566778899aabbccddeeff\n",
                "osdp",
                "info",
                "--port",
                at.port(),
                "--address",
                "3",
                "--key",
                "-");
        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.err()).contains("it has another key");
        Path key = keyFile("key");
        CommandRun run = osdp("info", at, "--address", "3", "--key", key.toString());
        assertThat(run.out()).contains("secure channel", "serial number 1003", "outputs: off");
        Map<String, @Nullable Object> json = osdp("info", at, "--address", "3", "--key", key.toString(), "--json")
                .json();
        assertThat(json).containsEntry("serial", 1003L).containsEntry("tamper", false);
        assertThat(run.out() + run.err()).doesNotContain(KEY);
    }

    @Test
    void pairMakesAKeyGivesItAndGivesAnother() throws IOException {
        PdSimulator at = readers(9_600, null, Set.of("install-mode"), 3);
        CommandRun run = osdp("pair", at, data("reader-1", "--address", "3", "--json"));
        assertThat(run.err()).isEmpty();
        assertThat(run.json()).containsEntry("key", "secret:reader-1");
        Path file = folder.resolve("data/keys/reader-1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String first = Files.readString(file);
        assertThat(at.state(3)).containsEntry("has_key", true);

        CommandRun same = osdp("pair", at, data("reader-1", "--address", "3"));
        assertThat(same.exit()).isZero();
        assertThat(same.err()).contains("reader-1 is there already", "each reader should have one of its own");
        assertThat(file).hasContent(first);
        CommandRun again = osdp("pair", at, data("reader-1", "--address", "3", "--rekey"));
        assertThat(again.exit()).isZero();
        assertThat(Files.readString(file)).isNotEqualTo(first);
        assertThat(folder.resolve("data/keys/reader-1.new")).doesNotExist();
        assertThat(osdp("info", at, "--address", "3", "--key", file.toString()).exit())
                .isZero();
        assertThat(run.out() + again.out()).doesNotContain(first);
    }

    @Test
    void aPairingThatFailsLeavesNoKeyBehind() {
        PdSimulator at = readers(9_600, Scbk.ofHex(KEY), Set.of(), 3);
        CommandRun run = osdp("pair", at, data("reader-1", "--address", "3", "--seconds", "2"));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("address 3 is not paired", "install mode");
        assertThat(folder.resolve("data/keys/reader-1")).doesNotExist();
        CommandRun rekey = osdp("pair", at, data("reader-1", "--address", "3", "--rekey"));
        assertThat(rekey.err()).contains("is not there");
    }

    @Test
    void aPairingOnAPortThatIsNotThereLeavesNoKeyBehind() throws IOException {
        String[] line = data("osdp", "pair", "reader-1", "--port", "/dev/there-is-none");
        CommandRun run = CommandRun.of(line);
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("/dev/there-is-none").doesNotContain("the key stays");
        Path file = folder.resolve("data/keys/reader-1");
        assertThat(file).doesNotExist();

        Files.writeString(file, KEY);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(CommandRun.of(line).err()).contains("the key stays in " + file);
        assertThat(file).hasContent(KEY);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(CommandRun.of(line).err()).contains("can be read by others");
    }

    @Test
    void addressMovesAReaderAndLooksThere() {
        PdSimulator at = readers(9_600, null, Set.of(), 3, 4);
        CommandRun taken = osdp("address", at, "--address", "3", "--to", "4");
        assertThat(taken.exit()).isEqualTo(1);
        assertThat(taken.err()).contains("a reader answers at address 4, 9600 baud already; nothing was changed");
        CommandRun run = osdp("address", at, "--address", "3", "--to", "9", "--to-baud", "115200", "--json");
        assertThat(run.json()).containsEntry("address", 9L).containsEntry("baud", 115_200L);
        assertThat(osdp("info", at, "--address", "9", "--baud", "115200").exit())
                .isZero();
        assertThat(osdp("address", at, "--address", "9").err()).contains("say where to");
        assertThat(osdp("address", at, "--address", "9", "--to-baud", "300").err())
                .contains("'--to-baud'")
                .doesNotContain("'--baud'");
    }

    @Test
    void addressTellsWhoIsNotThereAndWhoDoesNotWish() {
        PdSimulator at = readers(9_600, null, Set.of("install-mode", "comset-in-session"), 3);
        CommandRun refused = osdp("address", at, "--address", "3", "--to", "9");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("the reader stays where it is", "in install mode: see its manual");
        assertThat(osdp("address", at, "--address", "3", "--to", "9", "--scbk-d")
                        .out())
                .contains("the reader answers at address 9, 9600 baud");
        CommandRun nobody = osdp("address", at, "--address", "3", "--to", "4");
        assertThat(nobody.exit()).isEqualTo(1);
        assertThat(nobody.err()).contains("nothing comes; try 'lintel osdp scan'");
    }

    /// In real time: a busy machine answers some questions late. OsdpProbeTest judges lines in virtual time, to the
    /// last answer.
    private static void isAnswered(Map<String, @Nullable Object> said, long sent) {
        assertThat(said)
                .containsEntry("sent", sent)
                .containsEntry("damaged", 0L)
                .containsEntry("noise_bytes", 0L);
        assertThat((Long) said.get("answered")).isGreaterThanOrEqualTo(sent * 9 / 10);
        if (Objects.equals(said.get("silent"), 0L)) assertThat(said).containsEntry("answered", sent);
    }

    @Test
    void lineTestTellsAGoodLineFromABadOne() {
        PdSimulator at = readers(115_200, null, Set.of(), 3);
        Map<String, @Nullable Object> good = osdp(
                        "line-test", at, "--baud", "115200", "--address", "3", "--count", "200", "--json")
                .json();
        isAnswered(good, 200);
        assertThat(good).containsEntry("echoes", 0L);
        at.fault(3, "corrupt", true);
        CommandRun bad = osdp("line-test", at, "--baud", "115200", "--address", "3", "--count", "60");
        assertThat(bad.exit()).isEqualTo(1);
        assertThat(bad.out()).contains("The line is bad");
        CommandRun silent = osdp("line-test", at, "--baud", "115200", "--address", "9", "--count", "5");
        assertThat(silent.exit()).isEqualTo(1);
        assertThat(silent.out()).contains("Nobody answers", "supply");
    }

    @Test
    void sendBringsAFileToAReader() throws IOException {
        PdSimulator at = readers(115_200, Scbk.ofHex(KEY), Set.of(), 3);
        Path file = folder.resolve("firmware.bin");
        Files.write(file, new byte[3_000]);
        String key = keyFile("key").toString();
        CommandRun run = osdp("send", at, file.toString(), "--address", "3", "--baud", "115200", "--key", key);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("has taken the file, 3000 bytes");
        assertThat(events).anyMatch(e -> e.event().equals("file"));
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThat(osdp("send", at, empty.toString(), "--address", "3").err()).contains("the file is empty");
        assertThat(osdp("send", at, folder.toString(), "--address", "3").err()).contains("it is a folder");
        assertThat(osdp("send", at, "/dev/null", "--address", "3").err()).contains("no regular file");
        assertThat(osdp("send", at, folder + "/none", "--address", "3").err()).contains("it is not there");
        CommandRun type = osdp("send", at, file.toString(), "--address", "3", "--type", "5");
        assertThat(type.exit()).isEqualTo(2);
        assertThat(type.err()).contains("'--type': must be 1, or 128 to 255, not 5");
    }

    @Test
    void scanTellsABusyReaderFromASecretOneAndAsksOneWithoutCrcWithAChecksum() {
        PdSimulator at = readers(115_200, null, Set.of("checksum-only"), 3, 5);
        at.busy(5, 10_000);
        CommandRun run = osdp("scan", at, "--only-baud", "115200", "--quick");
        assertThat(run.out())
                .contains("address 3 at 115200 baud: vendor")
                .contains("address 5 at 115200 baud: is busy")
                .contains("2 readers")
                .doesNotContain("secure session");
    }

    @Test
    void lineTestTellsOfAnEcho() {
        PdSimulator at = readers(115_200, null, Set.of(), 3);
        at.fault(3, "echo", true);
        CommandRun run = osdp("line-test", at, "--baud", "115200", "--address", "3", "--count", "50", "--json");
        isAnswered(run.json(), 50);
        assertThat(run.json()).containsEntry("echoes", 50L);
        assertThat(String.valueOf(run.json().get("words"))).contains("echo");
        at.fault(3, "echo", false);
        at.fault(3, "duplicate", true);
        CommandRun twice = osdp("line-test", at, "--baud", "115200", "--address", "3", "--count", "50");
        assertThat(twice.out()).contains("frames came that nobody waited for");
    }

    @Test
    void eachCommandIsSummedUpInAWholeSentence() {
        var groups = Set.of("osdp", "sim", "wiegand", "card");
        var commands = LintelCommand.all(InputStream.nullInputStream()).getSubcommands();
        commands.forEach((group, of) -> {
            if (groups.contains(group)) of.getSubcommands().forEach(OsdpToolsTest::isSummedUp);
        });
    }

    private static void isSummedUp(String name, CommandLine command) {
        String first = command.getCommandSpec().usageMessage().description()[0];
        assertThat(first).as(name).endsWith(".");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "osdp info --port /dev/null-there-is-none",
                "osdp info --port tcp://127.0.0.1:1",
                "osdp scan --port tcp://host",
                "osdp pair reader --port /nowhere --seconds 3 --data /nonexistent-folder/x"
            })
    void aPortThatCannotBeHadIsToldInASentence(String line) {
        CommandRun run = CommandRun.of(line.split(" ", -1));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).isNotBlank().doesNotContain("Exception", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "osdp info --port x --address 200",
                "osdp address --port tcp://127.0.0.1:1 --address 3 --to-baud 9600",
                "osdp address --port tcp://127.0.0.1:1 --address 3 --to 4",
                "osdp info --port x --address one",
                "osdp info --port x --baud 9601",
                "osdp info",
                "osdp scan --port x --only-baud 1",
                "osdp pair --port x",
                "osdp pair n --port x --seconds 0",
                "osdp address --port x --to 127",
                "osdp line-test --port x --count 0",
                "osdp info --port x --key a --scbk-d",
                "sim osdp-acu --port x",
                "sim osdp-acu --port x --address 3 --address 3",
                "osdp decode --record f"
            })
    void wrongUseIsToldInASentenceAndChangesNothing(String line) {
        CommandRun run = CommandRun.of(line.split(" ", -1));
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).startsWith("lintel: ").contains("--help").doesNotContain("Exception");
    }
}
