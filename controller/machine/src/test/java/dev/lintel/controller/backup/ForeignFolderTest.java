package dev.lintel.controller.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Backups that root makes of a folder whose owner is not to be trusted: whoever took over the box's
/// process.
class ForeignFolderTest {
    private static final String PASSPHRASE = "eleven quiet hinges";
    private static final Contents CONTENTS = new Contents("0.1.0", Instant.parse("2026-11-24T03:00:00Z"), "north-gate");

    @TempDir
    Path temp;

    private static final BackupKeys KEYS = new PassphraseKeys();

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private Path data;
    private Path backup;
    /// A file of root's; nothing is to come out of it, or get into it.
    private Path roots;

    @BeforeEach
    void fill() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("who may give files to another user")
                .isEqualTo("root");
        data = Files.createDirectory(temp.resolve("data"));
        backup = temp.resolve("b.backup");
        roots = Files.writeString(temp.resolve("roots"), "root's");
        Files.setOwner(data, nobody());
        try (var folder = DataFolder.open(data);
                var database = TestDatabase.open(folder, time)) {
            assertThat(database.events().head()).isZero();
            DataFolder.writePrivate(data.resolve("controller.yaml"), "wiring".getBytes(StandardCharsets.UTF_8));
        }
    }

    private UserPrincipal nobody() throws IOException {
        return temp.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    }

    private Backups.Made make(Consumer<String> progress) {
        return new Backups(data, progress, KEYS).make(backup, CONTENTS, PASSPHRASE);
    }

    private List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theCopyIsNotMadeWhereTheBoxMayPutALink() throws IOException {
        Path aim = temp.resolve("aim");
        Path link = Files.createSymbolicLink(data.resolve("lintel.db.part"), aim);
        make(_ -> {});
        assertThat(aim).doesNotExist();
        assertThat(link).as("not even touched").isSymbolicLink();
        assertThat(names(temp)).containsExactly("b.backup", "data", "data.copying.lock", "roots");
        assertThat(new Restores(_ -> {}, _ -> {}, KEYS)
                        .check(backup, PASSPHRASE)
                        .contents())
                .isEqualTo(CONTENTS);
    }

    @Test
    void theCopysFolderIsRootsAlone() throws IOException {
        Path room = Files.createDirectory(temp.resolve("data.copying"));
        Files.writeString(room.resolve("lintel.db.part"), "of a backup that was cut");
        make(_ -> {});
        assertThat(room).doesNotExist();
        make(told -> {
            if (!told.equals("copying lintel.db")) return;
            try {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(room)))
                        .isEqualTo("rwx------");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        Files.createDirectory(room);
        Files.setOwner(room, nobody());
        assertThatThrownBy(() -> make(_ -> {}))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("data.copying is in the way, and no folder of root's");
        Files.delete(room);
        Files.createSymbolicLink(room, temp);
        assertThatThrownBy(() -> make(_ -> {})).isInstanceOf(BackupException.class);
        assertThat(names(temp)).containsExactly("b.backup", "data", "data.copying", "data.copying.lock", "roots");
    }

    @Test
    void whoComesWhileABackupIsMadeIsToldSoAndHarmsNothing() throws IOException {
        var second = new ArrayList<String>();
        make(told -> {
            if (!told.equals("copying lintel.db")) return;
            for (Path target : List.of(temp.resolve("second.backup"), backup)) {
                assertThatThrownBy(() -> new Backups(data, _ -> {}, KEYS).make(target, CONTENTS, PASSPHRASE))
                        .isInstanceOf(BackupException.class)
                        .hasMessageContaining("another backup is being made");
            }
            second.add(told);
        });
        assertThat(second).hasSize(1);
        assertThat(names(temp)).containsExactly("b.backup", "data", "data.copying.lock", "roots");
        assertThat(new Restores(_ -> {}, _ -> {}, KEYS)
                        .check(backup, PASSPHRASE)
                        .contents())
                .isEqualTo(CONTENTS);
    }

    /// It has its lock, and its folder is not whole yet, or is being emptied.
    @Test
    void whoBeginsOrEndsABackupIsNotDisturbedEither() throws IOException {
        Path lock = temp.resolve("data.copying.lock");
        Path copy = Files.createDirectory(temp.resolve("data.copying")).resolve("lintel.db.part");
        Files.writeString(copy, "another's");
        try (var held = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assertThat(held.tryLock()).isNotNull();
            assertThatThrownBy(() -> make(_ -> {}))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("another backup is being made");
            assertThat(copy).hasContent("another's");
        }
        make(_ -> {});
        assertThat(names(temp)).containsExactly("b.backup", "data", "data.copying.lock", "roots");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
                .as("also one that was there")
                .isEqualTo("rw-------");
    }

    @Test
    void whatIsNoLockOfRootsIsNotTakenForOne() throws IOException {
        Path lock = temp.resolve("data.copying.lock");
        Files.createSymbolicLink(lock, temp.resolve("aim"));
        assertLockInTheWay();
        assertThat(temp.resolve("aim")).doesNotExist();
        Files.delete(lock);
        Files.createDirectory(lock);
        assertLockInTheWay();
        Files.delete(lock);
        Files.createFile(lock);
        Files.setOwner(lock, nobody());
        assertLockInTheWay();
        assertThat(names(temp)).containsExactly("data", "data.copying.lock", "roots");
    }

    private void assertLockInTheWay() {
        assertThatThrownBy(() -> make(_ -> {}))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("data.copying.lock is in the way, and no file of root's");
    }

    /// As of a home folder: what is above the box's is the box's owner's as well.
    @Test
    void theCopyIsAboveAllThatIsTheOwners() throws IOException {
        Path home = Files.createDirectory(temp.resolve("home"));
        data = Files.move(data, home.resolve("data"));
        Files.setOwner(home, nobody());
        Files.createSymbolicLink(home.resolve("data.copying"), roots);
        make(_ -> {});
        assertThat(home.resolve("data.copying")).isSymbolicLink();
        assertThat(names(temp)).containsExactly("b.backup", "data.copying.lock", "home", "roots");
    }

    @Test
    void aDatabaseThatIsALinkIsRefused() throws IOException {
        Path other = temp.resolve("other.db");
        Files.move(data.resolve("lintel.db"), other);
        Files.createSymbolicLink(data.resolve("lintel.db"), other);
        assertThatThrownBy(() -> make(_ -> {}))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("lintel.db: it is a link");
        Files.delete(data.resolve("lintel.db"));
        Files.copy(other, data.resolve("lintel.db"));
        Files.createSymbolicLink(data.resolve("oauth.db"), other);
        assertThatThrownBy(() -> make(_ -> {}))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("oauth.db: it is a link");
        Files.delete(data.resolve("oauth.db"));
        assertThatThrownBy(() -> make(told -> {
                    if (told.equals("copying lintel.db")) replace("lintel.db", other);
                }))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("lintel.db: it is a link");
        assertThat(backup).doesNotExist();
        assertThat(names(temp)).containsExactly("data", "data.copying.lock", "other.db", "roots");
    }

    @Test
    void aLogThatIsALinkIsRefused() throws IOException {
        for (String end : List.of("-wal", "-shm", "-journal")) {
            Path link = Files.createSymbolicLink(data.resolve("lintel.db" + end), roots);
            assertThatThrownBy(() -> make(_ -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("lintel.db" + end + ": it is a link");
            Files.delete(link);
        }
        assertThat(roots).hasContent("root's");
        assertThat(backup).doesNotExist();
    }

    private void replace(String name, Path aim) {
        try {
            Files.deleteIfExists(data.resolve(name));
            Files.createSymbolicLink(data.resolve(name), aim);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void otherLinksAreNotInItAndThatIsSaid() {
        replace("controller.yaml", roots);
        replace("images", temp);
        assertThat(make(_ -> {}).passedOver()).containsExactlyInAnyOrder("controller.yaml", "images");
    }

    /// By who waits until the names are known.
    @Test
    void whatBecomesALinkMeanwhileIsRefused() throws IOException {
        assertThatThrownBy(() -> make(told -> {
                    if (told.equals("reading files: 0")) replace("controller.yaml", roots);
                }))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("controller.yaml: it is a link");
        replace("controller.yaml", temp.resolve("none"));
        Files.move(data.resolve("keys"), temp.resolve("keys"));
        Files.createDirectory(data.resolve("keys"));
        Files.copy(temp.resolve("keys/event-names"), data.resolve("keys/event-names"));
        assertThatThrownBy(() -> make(told -> {
                    if (!told.equals("reading files: 0")) return;
                    delete(data.resolve("keys/event-names"));
                    replace("keys", temp.resolve("keys"));
                }))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("data/keys: it is a link");
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// What is above the folder is not the box's.
    @Test
    void theFolderItselfMayBeNamedByALink() throws IOException {
        int files = make(_ -> {}).files();
        data = Files.createSymbolicLink(temp.resolve("there"), data);
        assertThat(make(_ -> {}).files()).isEqualTo(files);
    }

    @Test
    void wiringThatIsALinkIsNotKept() throws IOException {
        make(_ -> {});
        for (String name : List.of("controller.yaml", "controller.yaml.before")) {
            replace(name, roots);
            assertThatThrownBy(() -> new Restores(_ -> {}, _ -> {}, KEYS).restore(backup, PASSPHRASE, data, true, time))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining(name + ": it is a link");
            assertThat(data.resolve("lintel.db")).exists();
        }
    }

    @Test
    void rootMakesNothingInAFolderThatIsALinkOfTheBoxs() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Path tls = Files.createSymbolicLink(data.resolve("tls"), elsewhere);
        assertThatThrownBy(() -> DataFolder.makePrivate(tls)).hasMessageContaining("it is a link");
        Files.setOwner(data, Files.getOwner(temp));
        DataFolder.makePrivate(tls); // its owner's own doing: on another disk, as it may be
        assertThat(Files.exists(elsewhere, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
}
