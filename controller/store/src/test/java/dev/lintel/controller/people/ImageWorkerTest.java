package dev.lintel.controller.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of images when the box dies, and of those that it dies of.
class ImageWorkerTest {
    private static final long NEVER = Long.MAX_VALUE;
    private static final byte[] IMAGE = TestImages.jpeg(50, 50);

    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder folder;
    private Database database;
    private ImageShelf shelf;
    private ImageWorker worker;
    private long person;

    @BeforeEach
    void start() {
        open();
        person = database.write(sql -> {
            sql.run("INSERT INTO account VALUES (1, 'Test', 'UTC', 0, 0)");
            return PersonStore.insert(sql, Map.of("first_name", "A", "last_name", "B"), time.nowMs());
        });
    }

    @AfterEach
    void stop() {
        worker.close();
        database.close();
        folder.close();
    }

    private void open() {
        folder = DataFolder.open(path.resolve("data"));
        database = TestDatabase.open(folder, time);
        shelf = new ImageShelf(folder);
        var guard = new AddressGuard(_ -> true);
        var fetcher = new ImageFetcher(guard, () -> {
            throw new OutOfMemoryError("a test's: no room for certificates");
        });
        worker = new ImageWorker(database, shelf, fetcher, time);
    }

    /// As a kill does it: what is on disk stays, nothing else.
    private void die() {
        database.abandon();
        folder.close();
        open();
    }

    private String arrived() {
        var upload = new Upload(shelf);
        upload.write(IMAGE, IMAGE.length);
        upload.end();
        assertThat(upload.fault()).isNull();
        return upload.name();
    }

    private void want(String name) {
        database.write(sql -> {
            PersonImageStore.want(sql, person, name, null, time.nowMs());
            return true;
        });
    }

    private @Nullable String shown() {
        return database.read(sql -> PersonImageStore.shown(sql, List.of(person)))
                .get(person);
    }

    private @Nullable Long next() {
        return database.read(PersonImageStore::nextAtMs);
    }

    private Path incoming() {
        return path.resolve("data/images/incoming");
    }

    @Test
    void anUploadIsMadeAfterTheBoxDied() {
        String name = arrived();
        want(name);
        die();
        assertThat(shown()).isNull();
        worker.work();
        assertThat(shown()).isEqualTo(name);
        assertThat(shelf.read(name, false)).isNotNull();
        assertThat(shelf.read(name, true)).isNotNull();
        assertThat(incoming()).isEmptyDirectory();
    }

    @Test
    @Timeout(20)
    void itsOwnThreadBeginsWithWhatWaits() {
        String name = arrived();
        String orphan = arrived();
        want(name);
        die();
        worker.start();
        assertThat(incoming().resolve(orphan)).doesNotExist();
        while (shown() == null) LockSupport.parkNanos(2_000_000); // the worker is at it
        assertThat(shown()).isEqualTo(name);
    }

    /// Of images, that is; what an error ends elsewhere is the process.
    @Test
    @Timeout(20)
    void anErrorEndsTheImageAndNotTheOnesAfterIt() throws IOException {
        long other = database.write(
                sql -> PersonStore.insert(sql, Map.of("first_name", "C", "last_name", "D"), time.nowMs()));
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "https://127.0.0.1:" + server.getLocalPort() + "/a.jpg";
            database.write(sql -> {
                PersonImageStore.want(sql, other, "far", url, time.nowMs());
                return true;
            });
            worker.start();
            server.accept().close(); // it is at it
            String name = arrived();
            want(name);
            worker.wake();
            while (shown() == null) LockSupport.parkNanos(2_000_000);
            assertThat(shown()).isEqualTo(name);
        }
    }

    @Test
    void whatArrivedAndWasNeverAskedForIsSweptAtAStart() throws IOException {
        String wanted = arrived();
        want(wanted);
        arrived();
        Files.writeString(incoming().resolve("0123.raw"), "half of it");
        die();
        worker.start();
        worker.close();
        try (var files = Files.list(incoming())) {
            assertThat(files.map(file -> file.getFileName().toString())).allMatch(name -> name.equals(wanted));
        }
    }

    @Test
    void anImageThatTheBoxDiesOfIsGivenUpAfterFourTimes() {
        String name = arrived();
        want(name);
        for (int i = 0; i < ImageWorker.ATTEMPTS_MAX; i++) {
            PersonImageStore.@Nullable Job due = database.read(sql -> PersonImageStore.due(sql, NEVER - 1, NEVER));
            PersonImageStore.Job job = Objects.requireNonNull(due);
            assertThat(job.attempts()).isEqualTo(i);
            database.write(sql -> {
                PersonImageStore.begin(sql, job, time.nowMs());
                return true;
            });
            die(); // in the middle of it
        }
        worker.work();
        assertThat(shown()).isNull();
        assertThat(incoming()).isEmptyDirectory();
        assertThat(next()).isNull();
    }

    @Test
    void filesThatAreDroppedAreRemovedAfterTheBoxDied() {
        String name = arrived();
        want(name);
        worker.work();
        database.write(sql -> PersonImageStore.remove(sql, person));
        die();
        assertThat(shelf.read(name, false)).isNotNull();
        worker.work();
        assertThat(shelf.read(name, false)).isNull();
        List<String> left = database.read(sql -> PersonImageStore.dropped(sql, 10));
        assertThat(left).isEmpty();
    }

    @Test
    void aFileThatIsGoneIsNoEndlessTry() throws IOException {
        String name = arrived();
        want(name);
        Files.delete(incoming().resolve(name));
        worker.work();
        assertThat(shown()).isNull();
        assertThat(next()).isNull();
    }

    @Test
    void onlyTheOwnerReadsTheFiles() throws IOException {
        String name = arrived();
        assertThat(Files.getPosixFilePermissions(incoming().resolve(name))).hasSize(2);
        want(name);
        worker.work();
        assertThat(Files.getPosixFilePermissions(path.resolve("data/images/" + name + ".jpg")))
                .hasSize(2);
        assertThat(Files.getPosixFilePermissions(path.resolve("data/images"))).hasSize(3);
    }
}
