package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What is wrong is told in a sentence, and nothing is touched.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
    private static final String FAULTY_CONTROLLER = """
            name: Lobby
            listen: {address: 0.0.0.0, https: 99999}
            colour: blue
            hardware: simulated
            channels:
              - unit: 1
                egres: mechanical
            """;
    private static final String FAULTY_SITE = """
            account: {name: X, time_zone: Mars/Phobos}
            sites: [{id: 1, name: One, time_zone: UTC}]
            shifts:
              - id: 1
                name: Office
                times: [{days: [mon, xyz], from: "25:00", to: "17:00"}]
            channels: []
            """;

    private Path folder;

    /// A data folder as an orderly stop leaves it; tests work on copies.
    private Path template;

    /// One that runs all the time. No case changes it.
    private Box running;

    @BeforeAll
    void start(@TempDir Path shared) {
        folder = shared;
        template = folder.resolve("template");
        Box.prepared(template);
        if (!Files.exists(template)) Box.start(template).close();
        running = Box.start(copy());
    }

    @AfterAll
    void stop() {
        running.close();
    }

    @Test
    void everyFaultOfBothFilesIsNamedAndNothingIsMade() throws IOException {
        Path config = Files.writeString(folder.resolve("controller.yaml"), FAULTY_CONTROLLER);
        Path site = Files.writeString(folder.resolve("site.yaml"), FAULTY_SITE);
        Path data = folder.resolve("never");
        var refused = Box.refused(data, "--config", config.toString(), "--site", site.toString());
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.output())
                .contains("controller.yaml:2: listen.https: ")
                .contains("controller.yaml:3: colour: is not a known key")
                .contains("controller.yaml:7: channels[0].egres: is not a known key; did you mean 'egress'?")
                .contains("site.yaml:1: account.time_zone: ")
                .contains("site.yaml:6: shifts[0].times[0].days: ")
                .contains("site.yaml:6: shifts[0].times[0].from: ")
                .doesNotContain("Exception");
        assertThat(data).doesNotExist();
    }

    @Test
    void aFaultySiteLeavesTheDataAsItIs() throws IOException {
        Path site = Files.writeString(folder.resolve("faulty.yaml"), FAULTY_SITE);
        refusedUntouched(copy(), "faulty.yaml:1: account.time_zone", "--site", site.toString());
        String before = running.lintel("site export").out();
        CommandRun applied = running.lintel("site apply " + site);
        assertThat(applied.exit()).isEqualTo(1);
        assertThat(applied.out() + applied.err()).contains("faulty.yaml:6: shifts[0].times[0].days: ");
        assertThat(running.lintel("site export").out()).isEqualTo(before);
    }

    @Test
    void aPortInUseIsNamedAndTheDataIsAsItWas() throws IOException {
        try (var taken = new ServerSocket(0)) {
            String port = "" + taken.getLocalPort();
            refusedUntouched(copy(), "port " + port + " is in use", "--https-port", port);
            refusedUntouched(copy(), "port " + port + " is in use", "--http-port", port);
        }
    }

    @Test
    void aSecondProcessIsTurnedAway() {
        var refused = Box.refused(running.data);
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.output()).isEqualTo("lintel: another Lintel process uses the data folder " + running.data);
        assertThat(running.lintel("present --channel 1 --card 1001 --json").exit())
                .isZero();
    }

    @Test
    void aFolderThatCannotBeMadeOrWrittenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "mine");
        for (Path data : List.of(file, file.resolve("data"))) {
            var refused = Box.refused(data);
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.output())
                    .startsWith("lintel: the data folder " + data)
                    .hasLineCount(1);
        }
        assertThat(file).hasContent("mine");
        assumeTrue(Mounts.possible(), "mounting a read-only folder needs root and a namespace of one's own");
        Path data = Files.createDirectories(folder.resolve("read-only"));
        var refused = Box.refused(Mounts.on(data, "ro", Box.command(data)), Map.of());
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.output())
                .contains("the data folder " + data + " is not writable")
                .hasLineCount(1);
    }

    @Test
    void dataOfANewerVersionIsLeftAlone() throws Exception {
        Path data = copy();
        LogFile.run(data.resolve("lintel.db"), "PRAGMA journal_mode = DELETE");
        LogFile.run(data.resolve("lintel.db"), "PRAGMA user_version = 999");
        refusedUntouched(data, "was written by a newer version");
    }

    @Test
    void aDamagedDatabaseIsLeftAloneAtATerminal() throws IOException {
        Path data = copy();
        damage(data.resolve("lintel.db"));
        refusedUntouched(data, "lintel.db is damaged or no database. It was left as it is");
        Files.write(data.resolve("lintel.db"), new byte[] {1, 2, 3, 4, 5});
        refusedUntouched(data, "lintel.db is damaged or no database. It was left as it is");
    }

    @Test
    void aServiceOpensItsDoorsOnADamagedDatabase() throws IOException {
        Path data = copy();
        damage(data.resolve("lintel.db"));
        String damaged = digest(data.resolve("lintel.db"));
        Map<String, String> service =
                Map.of("NOTIFY_SOCKET", folder.resolve("notify").toString());
        try (Box box = Box.start(data, service)) {
            BoxApi api = box.api();
            var health = api.get("/health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("the database was damaged and is kept as lintel.db.damaged-");
            long before = api.newest();
            box.lintel("sim --channel 1 --rex");
            api.awaitEvent(13, 1, before);
        }
        try (Stream<Path> files = Files.list(data)) {
            Path aside = files.filter(file -> file.getFileName().toString().matches("lintel\\.db\\.damaged-[0-9]+"))
                    .findFirst()
                    .orElseThrow();
            assertThat(digest(aside)).isEqualTo(damaged);
        }
    }

    @Test
    void aMistypedOptionIsMisuse() {
        var refused = Box.refused(folder.resolve("unused"), "--htps-port", "1");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.output())
                .isEqualTo(
                        "lintel run: unknown option --htps-port; did you mean --https-port?\nTry 'lintel run --help'.");
        assertThat(folder.resolve("unused")).doesNotExist();
    }

    private void refusedUntouched(Path data, String sentence, String... more) throws IOException {
        Map<String, String> before = digests(data);
        var refused = Box.refused(data, more);
        assertThat(refused.exit()).as(refused.output()).isEqualTo(1);
        assertThat(refused.output())
                .contains(sentence)
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
        assertThat(digests(data)).isEqualTo(before);
    }

    private Path copy() {
        try {
            Path target = Files.createTempDirectory(folder, "copy");
            try (Stream<Path> files = Files.walk(template)) {
                for (Path file : files.skip(1).toList()) {
                    Files.copy(file, target.resolve(template.relativize(file).toString()));
                }
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Beyond the first page, which alone would let it open.
    private static void damage(Path database) throws IOException {
        try (var file = new RandomAccessFile(database.toFile(), "rw")) {
            for (long at = 4096; at < file.length(); at += 4096) {
                file.seek(at);
                file.write(new byte[] {(byte) 0xAA, 0x55, (byte) 0xAA, 0x55, 0, 1, 2, 3});
            }
        }
    }

    private static Map<String, String> digests(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            Map<String, String> digests = new TreeMap<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                digests.put(data.relativize(file).toString(), digest(file));
            }
            return digests;
        }
    }

    private static String digest(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
