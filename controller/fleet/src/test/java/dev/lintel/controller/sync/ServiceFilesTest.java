package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.secret.SecretFile;
import dev.lintel.controller.sync.ServiceFiles.Allowed;
import dev.lintel.sync.TargetException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each state that a kill can leave behind, and what is made of it.
class ServiceFilesTest {
    private static final Allowed ALLOWED =
            new Allowed(URI.create("https://api.example.com"), "box-7", "Yard", "12", 1_000, "olga@example.com");

    @TempDir
    Path path;

    private DataFolder folder;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
    }

    @AfterEach
    void close() {
        folder.close();
    }

    private ServiceFiles followed() {
        var files = new ServiceFiles(folder);
        files.begin("refresh-1", "secret-1");
        files.confirm(ALLOWED);
        return files;
    }

    private Path file(String name) {
        return path.resolve("service").resolve(name);
    }

    @Test
    void aPermissionIsNothingBeforeItIsConfirmed() {
        var files = new ServiceFiles(folder);
        var pending = files.begin("refresh-1", "secret-1");
        pending.grant().underWay();
        pending.grant().rotated("refresh-2");
        assertThat(files.allowed()).isNull();
        assertThat(path.resolve("service.part")).exists();
        assertThat(new ServiceFiles(folder).allowed())
                .as("a restart lets go of it")
                .isNull();
        assertThat(path.resolve("service.part")).doesNotExist();
        files.begin("refresh-3", null);
        files.drop();
        assertThat(path.resolve("service.part")).doesNotExist();
    }

    @Test
    void whatWasTriedIsWhatStands() {
        var files = new ServiceFiles(folder);
        var pending = files.begin("refresh-1", "secret-1");
        pending.grant().underWay();
        pending.grant().rotated("refresh-2");
        files.confirm(ALLOWED);
        for (ServiceFiles one : new ServiceFiles[] {files, new ServiceFiles(folder)}) {
            assertThat(one.allowed()).isEqualTo(ALLOWED);
            assertThat(one.grant().refreshToken()).isEqualTo("refresh-2");
            assertThat(one.grant().isUnderWay()).isFalse();
            assertThat(one.clientSecret()).isEqualTo("secret-1");
            assertThat(one.webhookSecret()).isNull();
        }
    }

    @Test
    void everyFileIsItsOwnersOnly() throws IOException {
        followed().webhookSecret("hooks");
        try (Stream<Path> files = Files.list(path.resolve("service"))) {
            assertThat(files.toList())
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("service"))))
                .isEqualTo("rwx------");
    }

    /// The box is killed after each step of a refresh.
    @Test
    void eachStepOfARefreshIsOnDiskBeforeTheNext() throws IOException {
        var files = followed();
        var grant = files.grant();
        grant.underWay();
        var killed = new ServiceFiles(folder).grant();
        assertThat(killed.refreshToken()).isEqualTo("refresh-1");
        assertThat(killed.isUnderWay()).as("the service may have spent it").isTrue();
        Files.writeString(file("permission.json.part"), "{\"refresh_tok"); // in the middle of the next file
        killed = new ServiceFiles(folder).grant();
        assertThat(killed.refreshToken()).isEqualTo("refresh-1");
        assertThat(killed.isUnderWay()).isTrue();
        grant.rotated("refresh-2");
        killed = new ServiceFiles(folder).grant();
        assertThat(killed.refreshToken()).isEqualTo("refresh-2");
        assertThat(killed.isUnderWay()).isFalse();
        killed.underWay();
        killed.underWay();
        assertThat(new ServiceFiles(folder).grant().isUnderWay()).isTrue();
    }

    /// A directory where the part file would be: the disk takes nothing.
    @Test
    void aTokenThatCannotBeWrittenIsKeptAndNothingIsSentBeforeItIs() throws IOException {
        var grant = followed().grant();
        grant.underWay();
        Path inTheWay = Files.createDirectories(file("permission.json.part/x"));
        assertThatThrownBy(() -> grant.rotated("refresh-2")).isInstanceOf(TargetException.class);
        assertThat(grant.refreshToken()).isEqualTo("refresh-2");
        assertThatThrownBy(grant::underWay).isInstanceOf(TargetException.class);
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        grant.underWay();
        assertThat(new ServiceFiles(folder).grant().refreshToken()).isEqualTo("refresh-2");
    }

    @Test
    void anotherPermissionOfTheSameServiceKeepsItsWebhooks() {
        var files = followed();
        files.webhookSecret("hooks");
        files.begin("refresh-9", "secret-2");
        files.confirm(ALLOWED);
        assertThat(new ServiceFiles(folder).webhookSecret()).isEqualTo("hooks");
        assertThat(new ServiceFiles(folder).grant().refreshToken()).isEqualTo("refresh-9");
        assertThat(path.resolve("service.gone")).doesNotExist();
        files.webhookSecret(null);
        assertThat(new ServiceFiles(folder).webhookSecret()).isNull();
    }

    @Test
    void aKillBetweenTheTwoRenamingsIsFinished() throws IOException {
        followed();
        Files.move(path.resolve("service"), path.resolve("service.part"));
        Files.createDirectory(path.resolve("service.gone"));
        Files.writeString(path.resolve("service.gone/permission.json"), "{}");
        var files = new ServiceFiles(folder);
        assertThat(files.allowed()).isEqualTo(ALLOWED);
        assertThat(path.resolve("service.gone")).doesNotExist();
        assertThat(path.resolve("service.part")).doesNotExist();
    }

    @Test
    void leavingRemovesEverySecret() throws IOException {
        var files = followed();
        files.leave();
        assertThat(files.allowed()).isNull();
        try (Stream<Path> left = Files.list(path)) {
            assertThat(left.map(file -> Objects.toString(file.getFileName())))
                    .noneMatch(name -> name.startsWith("service"));
        }
        files.leave();
        assertThat(new ServiceFiles(folder).fault()).isNull();
    }

    @Test
    void filesThatCannotBeReadAreAFault() throws IOException {
        followed();
        for (String wrong : new String[] {"", "{", "{\"refresh_token\": 7}", "[]"}) {
            Files.writeString(file("permission.json"), wrong);
            var files = new ServiceFiles(folder);
            assertThat(files.allowed()).isNull();
            assertThat(files.fault()).contains("cannot be read");
        }
        var files = new ServiceFiles(folder);
        files.leave();
        assertThat(files.fault()).isNull();
    }

    @Test
    void aSecretOfOnesOwnIsReadOnlyWhereNobodyElseCan() throws IOException {
        Path secret = Files.writeString(path.resolve("secret"), "s3cret\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> SecretFile.read("client_secret_file", secret)).hasMessageContaining("chmod 600");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertThat(SecretFile.read("client_secret_file", secret)).isEqualTo("s3cret");
        Files.writeString(secret, "\n");
        assertThatThrownBy(() -> SecretFile.read("client_secret_file", secret)).hasMessageContaining("is empty");
        Files.writeString(secret, "x".repeat(9_000));
        assertThatThrownBy(() -> SecretFile.read("client_secret_file", secret)).hasMessageContaining("too long");
        assertThatThrownBy(() -> SecretFile.read("client_secret_file", path.resolve("none")))
                .hasMessageContaining("is not there");
    }
}
