package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.RunException;
import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LintelTest {
    @TempDir
    Path folder;

    @TempDir
    Path memory;

    /// More than parts of a box that tell how they are.
    private static final int DOORS = 30;

    private Lintel start(boolean service, @Nullable Path config, @Nullable Integer httpPort) {
        var options = new RunOptions(folder, config, null, true, null, 0, httpPort);
        return Lintel.start(options, new Surroundings(null, null, null, null, service, memory), new SystemTime());
    }

    private static String welcome(Lintel lintel) {
        var out = new ByteArrayOutputStream();
        lintel.welcome(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("vert.x-eventloop") || name.equals("store-writer"))
                .toList();
    }

    @Test
    void aControlSocketThatCannotBeMadeEndsTheStartInASentenceAndLeavesNothingRunning() throws Exception {
        Path inTheWay = Files.createDirectories(folder.resolve("control.sock"));
        assertThatThrownBy(() -> start(false, null, 0))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("control socket")
                .hasMessageContaining("is a folder");
        assertThat(inTheWay).isDirectory();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("vert.x-")) thread.join(10_000);
        }
        assertThat(ours()).isEmpty();
        Files.delete(inTheWay);
        start(false, null, 0).close(); // the folder is free again
    }

    @Test
    void aServiceWithoutItsSocketOpensItsDoorsAndItsPage() throws Exception {
        Files.createDirectories(folder.resolve("control.sock"));
        try (Lintel lintel = start(true, null, 0)) {
            assertThat(lintel.report().reasons()).singleElement().asString().startsWith("control socket: ");
            assertThat(welcome(lintel)).contains("Page");
        }
    }

    @Test
    void aDoorThatMovesToAnotherUnitNeedsARestart() throws Exception {
        String site = """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels: [{id: 1, unit: 1, name: Front, site: 1}, {id: 2, unit: 3, name: Back, site: 1}]
                """;
        try (Lintel lintel = start(false, null, 0)) {
            assertThat(lintel.report().reasons()).isEmpty();
            assertThat(ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                    .contains("at the next restart")
                    .contains("\"exit\":0");
            assertThat(lintel.report().reasons()).containsExactly("restart needed: channels changed");
        }
        try (Lintel lintel = start(false, null, 0)) {
            assertThat(lintel.report().reasons()).isEmpty();
        }
    }

    @Test
    void aDoorThatBecomesOfAnotherKindNeedsARestart() throws Exception {
        String site = """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels: [{id: 1, unit: 1, name: Front, site: 1, kind: %s}]
                """;
        try (Lintel _ = start(false, null, 0)) {
            assertThat(apply(site.formatted("door"))).contains("\"exit\":0");
        }
        try (Lintel lintel = start(false, null, 0)) {
            assertThat(apply(site.formatted("floor"))).contains("at the next restart", "\"exit\":0");
            assertThat(lintel.report().reasons()).containsExactly("restart needed: channels changed");
        }
        try (Lintel lintel = start(false, null, 0)) {
            assertThat(lintel.report().reasons()).isEmpty();
        }
    }

    @Test
    void aPolicyThatCouldLockPeopleInIsNeitherPlannedNorApplied() throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), """
                hardware: simulated
                listen: {address: 127.0.0.1}
                channels:
                  - unit: 1
                    strike: {line: 17, fail: safe}
                    rex: {line: 22}
                    egress: controller
                    fire_panel_cuts_power: true
                  - unit: 2
                    strike: {line: 18}
                    egress: mechanical
                """);
        String site = """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels:
                  - {id: 1, unit: 1, name: %s, site: 1, interlock: %s}
                  - {id: 2, unit: 2, name: Back, site: 1}
                """;
        try (Lintel lintel = start(false, config, 0)) {
            assertThat(apply(site.formatted("Front", "[]"))).contains("\"exit\":0");
            String asked = site.formatted("Lobby", "[2]");
            for (String command : List.of("site plan", "site apply")) {
                assertThat(ask(Map.of("command", command, "name", "site.yaml", "text", asked)))
                        .contains("channel 1: interlock: nobody leaves through this door unless the box releases it")
                        .contains("could lock people in")
                        .contains("\"exit\":1");
            }
            assertThat(ask(Map.of("command", "site export")))
                    .contains("name: Front")
                    .doesNotContain("Lobby");
            assertThat(lintel.report().reasons()).isEmpty();
        }
    }

    private String apply(String site) throws IOException {
        return ask(Map.of("command", "site apply", "name", "site.yaml", "text", site));
    }

    private String ask(Map<String, Object> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aServiceWithoutCertificateOrPortOpensItsDoors() throws Exception {
        Files.writeString(folder.resolve("tls"), "a file where the folder belongs");
        try (Lintel lintel = start(true, null, 0)) {
            assertThat(lintel.report().reasons()).singleElement().asString().startsWith("web: ");
            assertThat(welcome(lintel)).contains("doors work");
        }
        Files.delete(folder.resolve("tls"));
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"));
                Lintel lintel = start(true, null, taken.getLocalPort())) {
            assertThat(lintel.report().reasons())
                    .singleElement()
                    .isEqualTo("plain HTTP: port " + taken.getLocalPort() + " is in use");
            String told = ask(Map.of("command", "trial")).lines().findFirst().orElseThrow();
            String listens = String.valueOf(Json.parseObject(told).get("listens"));
            int https = Integer.parseInt(listens.replaceFirst(".* ", ""));
            try (var pages = new Socket(InetAddress.getLoopbackAddress(), https)) {
                assertThat(pages.isConnected())
                        .as("the pages are served all the same")
                        .isTrue();
            }
        }
    }

    /// Each with a line in /health, and keys that are not there.
    @Test
    void aServiceWithManyBusesOpensItsDoors() throws Exception {
        var yaml = new StringBuilder("hardware: simulated\nbuses:\n");
        for (int i = 1; i <= DOORS; i++) yaml.append("  b%d: {protocol: osdp, port: p%d}\n".formatted(i, i));
        yaml.append("channels:\n");
        for (int i = 1; i <= DOORS; i++) {
            yaml.append("""
                      - unit: %1$d
                        readers: {entry: {driver: osdp, bus: b%1$d, address: 0, key: secret:k%1$d, formats: [raw]}}
                        strike: {line: %1$d, active: high, fail: secure}
                        egress: mechanical
                    """.formatted(i));
        }
        Path config = folder.resolve("controller.yaml");
        Files.writeString(config, yaml);
        try (Lintel lintel = start(true, config, 0)) {
            assertThat(welcome(lintel)).contains("doors work");
            assertThat(lintel.report().reasons())
                    .filteredOn(reason -> reason.startsWith("keys: "))
                    .as("in one sentence")
                    .hasSize(1);
        }
    }

    @Test
    void aTakenPortOrAnAddressOfAnotherMachineLeavesTheFolderWithoutADatabase() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            assertThatThrownBy(() -> start(false, null, taken.getLocalPort()))
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " is in use");
        }
        Path config = folder.resolve("controller.yaml");
        Files.writeString(config, "lintel: 1\nname: Box\nhardware: simulated\nlisten: {address: 192.0.2.1}\n");
        assertThatThrownBy(() -> start(false, config, 0)).isInstanceOf(RunException.class);
        assertThat(folder.resolve("lintel.db")).doesNotExist();
    }

    /// As with a disk that the kernel has made read-only, or that is gone.
    @Test
    void aServiceWithoutItsFolderDecidesFromMemoryAndSaysSo() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        Path nowhere = file.resolve("data");
        var options = new RunOptions(nowhere, null, null, true, null, 0, 0);
        var service = new Surroundings(null, null, null, null, true, memory);
        try (Lintel lintel = Lintel.start(options, service, new SystemTime())) {
            assertThat(lintel.report().reasons())
                    .anyMatch(reason -> reason.startsWith("storage: the database cannot be used"))
                    .anyMatch(reason -> reason.startsWith("web: "));
            assertThat(lintel.simulator()).isNotNull();
        }
        assertThat(file).hasContent("no folder");
        assertThat(memory).isEmptyDirectory();
    }

    @Test
    void aServiceWithADatabaseOfANewerVersionLeavesItAndDecidesFromAnEmptyOne() throws Exception {
        start(false, null, 0).close();
        Path database = folder.resolve("lintel.db");
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = sqlite.createStatement()) {
            statement.execute("PRAGMA user_version = 9999");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        byte[] before = Files.readAllBytes(database);
        try (Lintel lintel = start(true, null, 0)) {
            assertThat(lintel.report().reasons())
                    .singleElement()
                    .asString()
                    .startsWith("storage: ")
                    .contains("newer version");
        }
        assertThat(database).hasBinaryContent(before);
        assertThatThrownBy(() -> start(false, null, 0)).hasMessageContaining("newer version");
    }

    private static final String SECURE = """
            name: Box
            hardware: simulated
            buses: {one: {protocol: osdp, port: one}}
            channels:
              - unit: 1
                readers: {entry: {driver: osdp, bus: one, address: 3, key: secret:reader-1, formats: [raw]}}
                strike: {line: 17, active: high, fail: secure}
                egress: mechanical
            """;

    @Test
    void aReaderWithAKeyOpensTheDoorOverItsSecureChannel() throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), SECURE);
        DataFolder.writePrivate(
                Files.createDirectories(folder.resolve("keys")).resolve("reader-1"),
                "8f14e45fceea167a5a36dedd4bea2543\n".getBytes(StandardCharsets.US_ASCII));
        try (Lintel lintel = start(false, config, 0)) {
            String answer = ask(Map.of("command", "present", "channel", 1L, "bits", "0".repeat(22) + "1111101001"));
            assertThat(answer).contains("\"decision\":\"admitted\"").contains("\"event_code\":10");
            assertThat(ask(Map.of("command", "doctor"))).contains("channel 1, entry is online");
            assertThat(lintel.report().reasons()).isEmpty();
        }
    }

    @Test
    void aServiceWhoseSiteFileIsFaultyOrRefusedGoesOnWithWhatStood() throws Exception {
        start(false, null, 0).close();
        Path faulty = Files.writeString(folder.resolve("faulty.yaml"), "account: {name: A, time_zone: Mars}\n");
        Path refused = Files.writeString(folder.resolve("refused.yaml"), """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                credential_types: [{id: 2, label: Fob, slug: key_fob_number, code: 181}]
                channels: [{id: 1, unit: 1, name: Front, site: 1}]
                """);
        for (Path site : List.of(faulty, refused)) {
            var options = new RunOptions(folder, null, site, true, null, 0, 0);
            var watched = new Surroundings(null, null, null, null, false, memory);
            assertThatThrownBy(() -> Lintel.start(options, watched, new SystemTime()))
                    .isInstanceOf(RunException.class);
            var service = new Surroundings(null, null, null, null, true, memory);
            try (Lintel lintel = Lintel.start(options, service, new SystemTime())) {
                assertThat(lintel.report().reasons())
                        .singleElement()
                        .asString()
                        .startsWith("site: the site file is not applied, what stood before goes on: ");
                assertThat(ask(Map.of("command", "present", "channel", 1L, "bits", "0".repeat(22) + "1111101001")))
                        .contains("\"decision\":\"admitted\"");
            }
        }
    }

    @Test
    void aKeyThatIsMissingOrReadableByOthersEndsTheStartAndAServiceGoesOnWithoutThatReader() throws Exception {
        Path config = Files.writeString(folder.resolve("controller.yaml"), SECURE);
        assertThatThrownBy(() -> start(false, config, 0))
                .hasMessageContaining("unit 1, entry reader")
                .hasMessageContaining("keys/reader-1 is not there; 'lintel osdp key reader-1' makes one");
        Path key = Files.writeString(
                Files.createDirectories(folder.resolve("keys")).resolve("reader-1"),
                "8f14e45fceea167a5a36dedd4bea2543");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> start(false, config, 0)).hasMessageContaining("can be read by others");
        try (Lintel lintel = start(true, config, 0)) {
            assertThat(lintel.report().reasons()).singleElement().asString().startsWith("keys: unit 1");
        }
    }

    /// The file's first page and its schema are whole: it opens, and a statement at start meets the damage.
    @Test
    void aServiceWhoseTableIsDamagedStartsFromAnotherDatabase() throws Exception {
        start(false, null, 0).close();
        damageTable("channel");
        try (Lintel lintel = start(true, null, 0)) {
            assertThat(lintel.report().reasons()).singleElement().asString().contains("was damaged and is kept");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::toString)).anyMatch(name -> name.contains("lintel.db.damaged-"));
        }
    }

    @Test
    void aDatabaseThatIsGoneIsSaidAtATerminalAndNotBegunAnew() throws Exception {
        start(false, null, 0).close();
        Path kept = folder.resolve("lintel.db.damaged-1");
        Files.move(folder.resolve("lintel.db"), kept);
        assertThatThrownBy(() -> start(false, null, 0))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("lintel.db is not there")
                .hasMessageContaining("to begin with nothing move");
        assertThat(folder.resolve("lintel.db")).doesNotExist();
        try (Lintel lintel = start(true, null, 0)) {
            assertThat(lintel.report().reasons())
                    .singleElement()
                    .asString()
                    .contains("gone, one that was damaged is kept as lintel.db.damaged-1; an empty one decides");
        }
    }

    /// Also makes the file too large for the look before it is opened.
    private void damageTable(String table) throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("lintel.db");
        long offset;
        try (var sqlite = DriverManager.getConnection(url);
                var statement = sqlite.createStatement()) {
            statement.execute("CREATE TABLE ballast (bytes BLOB)");
            statement.execute("INSERT INTO ballast VALUES (zeroblob(9000000))");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            offset = number(statement, "SELECT rootpage - 1 FROM sqlite_schema WHERE name = '" + table + "'")
                    * number(statement, "PRAGMA page_size");
        }
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "rw")) {
            file.seek(offset);
            file.write(new byte[512]);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long number(java.sql.Statement statement, String query) throws Exception {
        try (var result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }
}
