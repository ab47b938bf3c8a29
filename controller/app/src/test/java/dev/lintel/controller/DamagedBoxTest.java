package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.CardBits;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The card's index of a whole box's database loses a page while nobody looks. The file is larger than what
/// is checked before it is opened.
@Timeout(180)
class DamagedBoxTest {
    /// Ada Demo's.
    private static final long CARD = 1001;

    private static final Predecessor DAMAGED = new Predecessor(true, Predecessor.NONE.left(), 0);

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private final SystemTime time = new SystemTime();
    private CountDownLatch asked = new CountDownLatch(1);

    private Lintel start(boolean service, Predecessor before) {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        asked = new CountDownLatch(1);
        return Lintel.start(
                options,
                new Surroundings(null, null, null, null, service, memory),
                time,
                new Lintel.HostProcess(asked::countDown, _ -> {}),
                before);
    }

    /// As an old card may, without a word: the whole of an index whose one page is its root.
    private void damage() throws Exception {
        damage("credential_card");
    }

    /// @param tree an index or a table of one page
    private void damage(String tree) throws Exception {
        long page;
        long bytes;
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("lintel.db"));
                var statement = sqlite.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS ballast (bytes BLOB)");
            statement.execute("INSERT INTO ballast VALUES (zeroblob(9000000))");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            bytes = number(statement, "PRAGMA page_size");
            page = number(
                    statement, "SELECT pageno FROM dbstat WHERE name = '" + tree + "' AND pagetype = 'leaf' LIMIT 1");
        }
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "rw")) {
            file.seek((page - 1) * bytes);
            file.write(new byte[512]);
        }
    }

    private static long number(Statement statement, String query) throws Exception {
        try (var result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    /// Whoever stands there is answered first.
    private void awaitDamage(Lintel lintel) {
        long endNs = time.nowNs() + TimeUnit.SECONDS.toNanos(30);
        while (lintel.report().reasons().stream().noneMatch(each -> each.startsWith("storage: the database is dam"))) {
            assertThat(time.nowNs() - endNs).isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void snapshot() {
        try (var data = DataFolder.open(folder)) {
            new Snapshots(data, time).take();
        }
    }

    /// A card that waits for its reader uses up the time of who waits for its answer.
    private String card() throws IOException {
        long endNs = time.nowNs() + TimeUnit.SECONDS.toNanos(30);
        while (!ask(Map.of("command", "sim", "channel", 1)).contains("\"online\":true")) {
            assertThat(time.nowNs() - endNs).as("the reader is online").isNegative();
            LockSupport.parkNanos(10_000_000);
        }
        String bits = CardBits.ofNumber(BigInteger.valueOf(CARD), 32).toString();
        return ask(Map.of("command", "present", "channel", 1, "bits", bits));
    }

    private String ask(Map<String, ?> request) throws IOException {
        Path socket = Objects.requireNonNull(ControlSocket.find(folder));
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private long head() throws Exception {
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("lintel.db"));
                var statement = sqlite.createStatement()) {
            return number(statement, "SELECT max(id) FROM event");
        }
    }

    /// A box that was killed leaves its log of writes behind, and no start checks the file.
    private void kill(Lintel lintel) throws IOException {
        byte[] file = Files.readAllBytes(folder.resolve("lintel.db"));
        byte[] log = Files.readAllBytes(folder.resolve("lintel.db-wal"));
        lintel.close();
        Files.write(folder.resolve("lintel.db"), file);
        Files.write(folder.resolve("lintel.db-wal"), log);
    }

    /// Of a damaged index nothing is lost. In place of a damaged table the snapshot decides, with the events since.
    @ParameterizedTest
    @CsvSource({
        "credential_card, false, only indexes are damaged",
        "credential_card, true, only indexes are damaged",
        "credential, false, events since",
        "credential, true, events since"
    })
    void aServiceWhoseDecisionsMeetDamageReplacesItsDatabase(String damaged, boolean killed, String kept)
            throws Exception {
        start(true, Predecessor.NONE).close();
        snapshot();
        long known = head();
        damage(damaged);
        if (killed) kill(start(true, Predecessor.NONE));
        List<Event> before;
        try (Lintel lintel = start(true, Predecessor.NONE)) {
            assertThat(lintel.report().reasons()).isEmpty();
            assertThat(card()).contains("rejected");
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(lintel.handOver(false).damaged()).isTrue();
            awaitDamage(lintel);
            assertThat(lintel.database().awaitDisk(10_000)).isTrue();
            before = new EventStore(lintel.database()).after(known, 500);
            assertThat(before).hasSizeGreaterThan(3);
        }
        try (Lintel lintel = start(true, DAMAGED)) {
            assertThat(card()).contains("admitted");
            assertThat(lintel.handOver(false).damaged()).isFalse();
            assertThat(lintel.report().reasons()).singleElement().asString().contains("was damaged", kept);
            assertThat(new EventStore(lintel.database()).after(known, 500)).containsAll(before);
        }
        try (Lintel lintel = start(true, Predecessor.NONE)) {
            assertThat(card()).contains("admitted");
            assertThat(lintel.report().reasons()).isEmpty();
        }
    }

    @Test
    void whatTheBoxLooksThroughIsFoundBeforeAnybodyShowsACard() throws Exception {
        start(true, Predecessor.NONE).close();
        snapshot();
        damage();
        var service = new Surroundings(null, null, null, null, true, memory);
        var whole = new CutRestore(folder, null, null);
        try (var data = DataFolder.open(folder);
                var box = BoxStore.open(whole, data, service, time, Recovery.Before.NOTHING)) {
            assertThat(box.isDamaged()).isFalse();
            box.look();
            assertThat(box.isDamaged()).as("before a second look").isFalse();
            long endNs = time.nowNs() + TimeUnit.SECONDS.toNanos(30);
            while (!box.isDamaged()) {
                assertThat(time.nowNs() - endNs).isNegative();
                box.settle();
            }
        }
    }

    @Test
    void atATerminalItIsSaidAndNothingIsReplaced() throws Exception {
        start(false, Predecessor.NONE).close();
        snapshot();
        damage();
        try (Lintel lintel = start(false, Predecessor.NONE)) {
            assertThat(card()).contains("rejected");
            awaitDamage(lintel);
            assertThat(lintel.handOver(false).damaged()).isFalse();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.contains("lintel.db.damaged-"));
        }
    }

    @Test
    void aDiskThatDamagesOneAfterTheOtherIsLeftAloneAtTheThirdTime() throws Exception {
        start(true, Predecessor.NONE).close();
        snapshot();
        for (int i = 0; i < 2; i++) {
            damage();
            start(true, DAMAGED).close();
        }
        damage();
        try (Lintel lintel = start(true, DAMAGED)) {
            assertThat(card()).contains("admitted");
            assertThat(lintel.report().reasons())
                    .singleElement()
                    .asString()
                    .contains("in memory only", "within an hour", "as of snapshot");
        }
    }

    /// What happens at the doors meanwhile is in memory only, and goes over to the next box.
    @Test
    void aServiceWhoseEventsMeetDamageBeginsAnewAndLosesNone() throws Exception {
        start(true, Predecessor.NONE).close();
        snapshot();
        damage("event_person");
        Predecessor before;
        try (Lintel lintel = start(true, Predecessor.NONE)) {
            assertThat(card()).contains("admitted").contains("\"event_id\":null");
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            before = lintel.handOver(false);
            assertThat(before.damaged()).isTrue();
        }
        try (Lintel lintel = start(true, before)) {
            assertThat(lintel.database().awaitDisk(10_000)).isTrue();
            assertThat(new EventStore(lintel.database()).newest(500))
                    .filteredOn(event -> event.kind() == EventKind.ADMITTED_CARD)
                    .hasSize(1);
            assertThat(card()).contains("admitted").doesNotContain("\"event_id\":null");
        }
    }
}
