package dev.lintel.controller.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.backup.Restores.Restored;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsTest {
    private static final String PASSPHRASE = "eleven quiet hinges";
    private static final Contents CONTENTS = new Contents("0.1.0", Instant.parse("2026-11-24T03:00:00Z"), "north-gate");

    /// [#anotherFolderIsTheSameBox] computes them as a box does.
    private static final PassphraseKeys KEYS = new PassphraseKeys();

    private static byte @Nullable [] standard;

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Restores restores = new Restores(_ -> {}, _ -> {}, KEYS);
    private Path data;
    private Path backup;

    @BeforeEach
    void fill() throws Exception {
        data = temp.resolve("data");
        backup = temp.resolve("b.backup");
        try (var folder = DataFolder.open(data);
                var database = TestDatabase.open(folder, time)) {
            event(database, 1);
            DataFolder.makePrivate(data.resolve("tls"));
            DataFolder.writePrivate(data.resolve("tls/ca.key"), "the key".getBytes(StandardCharsets.UTF_8));
            DataFolder.writePrivate(
                    data.resolve("tls/ca-replaced-86f84e94f16c48f4.pem"), "another".getBytes(StandardCharsets.UTF_8));
            DataFolder.writePrivate(data.resolve("controller.yaml"), "old wiring".getBytes(StandardCharsets.UTF_8));
            Files.writeString(data.resolve("claim"), "a token that makes an administrator");
            Files.createDirectories(data.resolve("snapshots"));
            Files.writeString(data.resolve("snapshots/policy-1.db"), "no");
            Files.writeString(data.resolve("commissioning.json"), "what was tried");
            Files.writeString(data.resolve("controller.yaml.before"), "of this run");
            DataFolder.makePrivate(data.resolve("keys"));
            DataFolder.writePrivate(data.resolve("keys/gate.new"), "given".getBytes(StandardCharsets.UTF_8));
            Files.createDirectories(data.resolve("system"));
            Files.writeString(data.resolve("system/bundle"), "for this machine");
        }
    }

    private void event(Database database, long number) throws InterruptedException {
        database.events()
                .append(new EventDraft(
                        EventKind.REX_PRESSED, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), Map.of()));
        assertThat(database.events().awaitHeadAbove(number - 1, 10_000)).isEqualTo(number);
    }

    private static Backups backups(Path data, Consumer<String> progress) {
        return new Backups(data, progress, KEYS);
    }

    private Backups.Made make() {
        return backups(data, _ -> {}).make(backup, CONTENTS, PASSPHRASE);
    }

    /// Has the backup of a folder as [#fill] leaves one: made once, for its key is slow to compute.
    private void standard() throws IOException {
        byte[] made = standard;
        if (made == null) {
            make();
            standard = Files.readAllBytes(backup);
        } else {
            Files.write(backup, made);
        }
    }

    private long events(Path folder) {
        try (var open = DataFolder.open(folder);
                var database = TestDatabase.open(open, time)) {
            return database.events().head();
        }
    }

    @Test
    void anotherFolderIsTheSameBox() throws IOException {
        Backups.Made made = new Backups(data, _ -> {}).make(backup, CONTENTS, PASSPHRASE);
        var restores = new Restores(_ -> {});
        assertThat(made.bytes()).isEqualTo(Files.size(backup));
        assertThat(restores.check(backup, PASSPHRASE).contents()).isEqualTo(CONTENTS);
        Path other = temp.resolve("other");
        Restored restored = restores.restore(backup, PASSPHRASE, other, false, time);
        assertThat(restored.files()).isEqualTo(made.files());
        assertThat(restored.before()).isNull();
        assertThat(other.resolve("tls/ca.key")).hasContent("the key");
        assertThat(other.resolve("tls/ca-replaced-86f84e94f16c48f4.pem")).hasContent("another");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other.resolve("tls/ca.key"))))
                .isEqualTo("rw-------");
        assertThat(other.resolve("controller.yaml")).hasContent("old wiring");
        assertThat(other.resolve("claim")).doesNotExist();
        assertThat(other.resolve("keys/gate.new")).as("the reader may have it").hasContent("given");
        assertThat(other.resolve("snapshots")).doesNotExist();
        assertThat(other.resolve("commissioning.json")).hasContent("what was tried");
        assertThat(other.resolve("controller.yaml.before")).doesNotExist();
        assertThat(other.resolve("system")).doesNotExist();
        assertThat(other.resolve("keys/event-names")).hasSameBinaryContentAs(data.resolve("keys/event-names"));
        assertThat(events(other)).isEqualTo(1);
        try (var left = Files.list(other)) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("restor"));
        }
    }

    /// It may have gone out after the backup was made: nobody gets an invitation twice.
    @Test
    void lettersThatWaitedAreNotSentByThemselves() {
        var draft = new MailStore.Draft("test", null, "ada@example.com", "ops");
        try (var folder = DataFolder.open(data);
                var database = TestDatabase.open(folder, time)) {
            database.write(sql -> MailStore.insert(sql, draft, time.nowMs()));
        }
        make();
        Path other = temp.resolve("other");
        restores.restore(backup, PASSPHRASE, other, false, time);
        try (var folder = DataFolder.open(other);
                var database = TestDatabase.open(folder, time)) {
            MailStore.Mail left = database.read(sql -> MailStore.list(sql, null, Long.MAX_VALUE, 10))
                    .getFirst();
            assertThat(left.state()).isEqualTo(MailStore.State.FAILED);
            assertThat(left.fault()).contains("restored from");
            assertThat(left.endedAtMs()).as("somebody is to see it").isEqualTo(time.nowMs());
            assertThat(database.<Boolean>write(sql -> MailStore.again(sql, left.id(), time.nowMs())))
                    .isTrue();
        }
    }

    @Test
    void aBoxThatRunsIsBackedUpAtOneMoment() throws Exception {
        try (var folder = DataFolder.open(data);
                var database = TestDatabase.open(folder, time)) {
            event(database, 2);
            make();
            event(database, 3);
        }
        Path other = temp.resolve("other");
        restores.restore(backup, PASSPHRASE, other, false, time);
        assertThat(events(other)).isEqualTo(2);
    }

    @Test
    void whoComesWhileABackupIsMadeHarmsNothing() {
        var told = new ArrayList<String>();
        backups(data, doing -> {
                    told.add(doing);
                    if (!doing.equals("copying lintel.db")) return;
                    for (Path target : List.of(temp.resolve("second.backup"), backup)) {
                        assertThatThrownBy(() -> backups(data, _ -> {}).make(target, CONTENTS, PASSPHRASE))
                                .isInstanceOf(BackupException.class)
                                .hasMessageContaining("another backup is being made");
                    }
                })
                .make(backup, CONTENTS, PASSPHRASE);
        assertThat(told).contains("copying lintel.db");
        Path other = temp.resolve("other");
        restores.restore(backup, PASSPHRASE, other, false, time);
        assertThat(events(other)).isEqualTo(1);
        assertThat(other.resolve("copying.lock")).doesNotExist();
    }

    /// As two of them may on a share of a network.
    @Test
    void twoBoxesDoNotWriteIntoOneFile() throws IOException {
        make();
        Path other = temp.resolve("other");
        restores.restore(backup, PASSPHRASE, other, false, time);
        Files.delete(backup);
        for (String at : new String[] {"copying lintel.db", "reading it back"}) {
            var told = new ArrayList<String>();
            backups(data, doing -> {
                        told.add(doing);
                        if (!doing.equals(at)) return;
                        assertThatThrownBy(() -> backups(other, _ -> {}).make(backup, CONTENTS, PASSPHRASE))
                                .isInstanceOf(BackupException.class)
                                .hasMessageContaining("b.backup.part: another backup is being written there");
                    })
                    .make(backup, CONTENTS, PASSPHRASE);
            assertThat(told).contains(at);
            assertThat(restores.check(backup, PASSPHRASE).contents()).isEqualTo(CONTENTS);
            assertThat(temp.resolve("b.backup.part")).doesNotExist();
        }
    }

    @Test
    void whatACutLeftOfABackupIsInNobodysWay() throws IOException {
        Path part = temp.resolve("b.backup.part");
        Path aim = temp.resolve("aim");
        Files.writeString(part, "the first half");
        make();
        Files.createSymbolicLink(part, aim);
        make();
        assertThat(part).doesNotExist();
        assertThat(aim).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)))
                .isEqualTo("rw-------");
        assertThat(restores.check(backup, PASSPHRASE).contents()).isEqualTo(CONTENTS);
    }

    /// There would be nothing to go back to.
    @Test
    void wiringOnTrialIsNotWhatIsKept() throws Exception {
        standard();
        Files.writeString(data.resolve("controller.yaml"), "no start has seen it");
        restores.restore(backup, PASSPHRASE, data, true, time);
        assertThat(data.resolve("controller.yaml")).hasContent("of this run");
        assertThat(data.resolve("controller.yaml.before")).doesNotExist();
    }

    @Test
    void whatWasThereStaysBeside() throws Exception {
        standard();
        try (var folder = DataFolder.open(data);
                var database = TestDatabase.open(folder, time)) {
            event(database, 2);
        }
        Files.writeString(data.resolve("controller.yaml"), "new wiring");
        Files.delete(data.resolve("controller.yaml.before"));
        Restored restored = restores.restore(backup, PASSPHRASE, data, true, time);
        assertThat(events(data)).isEqualTo(1);
        assertThat(data.resolve("controller.yaml")).hasContent("new wiring");
        Path before = Objects.requireNonNull(restored.before());
        assertThat(before).isEqualTo(data.resolve("before-restore-of-20261124T030000Z"));
        assertThat(events(before)).isEqualTo(2);
        // Once more: nothing of the first time is lost either, nor goes into the next backup.
        assertThat(restores.restore(backup, PASSPHRASE, data, false, time).before())
                .isEqualTo(data.resolve("before-restore-of-20261124T030000Z-2"));
        assertThat(data.resolve("controller.yaml")).hasContent("old wiring");
        int files = make().files();
        assertThat(files).isEqualTo(restores.check(backup, PASSPHRASE).files()).isLessThan(10);
    }

    @Test
    void whatAnEditorLeftIsPassedOverAndSaid() throws IOException {
        Files.writeString(data.resolve(".controller.yaml.swp"), "x");
        assertThat(make().passedOver()).containsExactly(".controller.yaml.swp");
        restores.restore(backup, PASSPHRASE, temp.resolve("other"), false, time);
    }

    @Test
    void withoutWiringHereTheBackupsIsTaken() throws IOException {
        standard();
        Path other = temp.resolve("other");
        restores.restore(backup, PASSPHRASE, other, true, time);
        assertThat(other.resolve("controller.yaml")).hasContent("old wiring");
    }

    @Test
    void whatCannotBeFinishedIsTakenBack() throws IOException {
        standard();
        Files.delete(data.resolve("controller.yaml"));
        // A folder that is there already, and not empty, is in the way of what comes.
        Restores torn = new Restores(
                told -> {
                    if (!told.equals("checking lintel.db")) return;
                    try {
                        Files.createDirectories(data.resolve("before-restore-of-20261124T030000Z"));
                        Files.createDirectories(data.resolve("files.restoring/before-restore-of-20261124T030000Z/x"));
                        Files.createDirectories(data.resolve("before-restore-of-20261124T030000Z/y"));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                _ -> {},
                KEYS);
        assertThatThrownBy(() -> torn.restore(backup, PASSPHRASE, data, false, time))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("the backup was not restored");
        assertThat(events(data)).isEqualTo(1);
        assertThat(data.resolve("tls/ca.key")).hasContent("the key");
    }

    @Test
    void aRunningBoxIsNotReplaced() throws IOException {
        standard();
        try (var folder = DataFolder.open(data)) {
            assertThat(folder.path()).isEqualTo(data);
            assertThatThrownBy(() -> restores.restore(backup, PASSPHRASE, data, false, time))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("another Lintel process uses the data folder");
        }
        assertThat(events(data)).isEqualTo(1);
    }

    @Test
    void anotherPassphraseOpensNothing() throws IOException {
        standard();
        assertThatThrownBy(() -> restores.check(backup, PASSPHRASE + "!"))
                .hasMessageContaining("the passphrase is another, or the file is damaged");
        assertThatThrownBy(() -> backups(data, _ -> {}).make(backup, CONTENTS, "short"))
                .hasMessageContaining("at least 12 characters");
        assertThatThrownBy(() -> backups(temp.resolve("nothing"), _ -> {}).make(backup, CONTENTS, PASSPHRASE))
                .hasMessageContaining("is no box's data folder");
    }

    @Test
    void whatWasAlteredCutOrPutTogetherAnewIsRefusedAndTouchesNothing() throws IOException {
        byte[] random = new byte[5 * Sealing.PIECE_BYTES];
        new Random(7).nextBytes(random);
        DataFolder.makePrivate(data.resolve("images"));
        Files.write(data.resolve("images/a.webp"), random);
        make();
        byte[] whole = Files.readAllBytes(backup);
        int piece = Sealing.PIECE_BYTES + Sealing.TAG_BYTES;
        byte[] swapped = whole.clone();
        System.arraycopy(whole, Sealing.HEAD_BYTES, swapped, Sealing.HEAD_BYTES + piece, piece);
        System.arraycopy(whole, Sealing.HEAD_BYTES + piece, swapped, Sealing.HEAD_BYTES, piece);
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        byte[][] wrongs = {
            Arrays.copyOf(whole, Sealing.HEAD_BYTES + 2 * piece), // cut where a piece ends
            Arrays.copyOf(whole, whole.length - 1),
            Arrays.copyOf(whole, Sealing.HEAD_BYTES),
            Arrays.copyOf(whole, 3),
            swapped,
            longer,
            changed(whole, 20),
            changed(whole, Sealing.HEAD_BYTES + 3 * piece + 100),
            changed(whole, whole.length - 1),
        };
        Path wrong = temp.resolve("wrong");
        for (byte[] bytes : wrongs) {
            Files.write(wrong, bytes);
            assertThatThrownBy(() -> restores.restore(wrong, PASSPHRASE, data, false, time))
                    .isInstanceOf(BackupException.class);
        }
        assertThat(data.resolve("files.restoring")).doesNotExist();
        assertThat(data.resolve("controller.yaml")).hasContent("old wiring");
        assertThat(events(data)).isEqualTo(1);
    }

    private static byte[] changed(byte[] bytes, int at) {
        byte[] copy = bytes.clone();
        copy[at] ^= 1;
        return copy;
    }

    @Test
    void aFileThatLeavesTheFolderIsRefused() throws IOException {
        for (String name :
                new String[] {"../x", "/etc/x", "a/../../x", ".ssh/x", "a\u0000b", "x\ny", "a//b", "a/", ""}) {
            Files.write(backup, KEYS.sealed(PASSPHRASE, zip(name, "content")));
            assertThatThrownBy(() -> restores.restore(backup, PASSPHRASE, data, false, time))
                    .as(name)
                    .isInstanceOf(BackupException.class);
        }
        assertThat(temp.resolve("x")).doesNotExist();
    }

    @Test
    void aDamagedDatabaseInItIsNotPutBack() throws IOException {
        byte[] zip = zip("lintel.db", "no database at all, and longer than a hundred bytes".repeat(20));
        Files.write(backup, KEYS.sealed(PASSPHRASE, zip));
        assertThatThrownBy(() -> restores.restore(backup, PASSPHRASE, data, false, time))
                .hasMessageContaining("lintel.db in the backup:");
        assertThat(events(data)).isEqualTo(1);
    }

    private static byte[] zip(String name, String content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            zip.putNextEntry(new ZipEntry(Contents.FILE));
            zip.write(CONTENTS.write().getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
