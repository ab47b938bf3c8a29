package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What root takes from a folder whose owner is not to be trusted.
class SystemIntakeTest {
    @TempDir
    Path temp;

    private SystemFolders folders;
    private Path request;

    @BeforeEach
    void begin() throws IOException {
        folders = new SystemFolders(temp.resolve("machine"), temp.resolve("data"));
        request = folders.requests().resolve("request.json");
        Files.createDirectories(folders.requests());
    }

    private Intake intake() {
        return new Intake(folders);
    }

    @Test
    void aRequestIsTakenOnce() throws IOException {
        Files.writeString(request, "{}");
        assertThat(intake().request()).isEqualTo(new byte[] {'{', '}'});
        assertThat(request).doesNotExist();
        assertThat(folders.workroom()).isEmptyDirectory();
        assertThat(Files.getPosixFilePermissions(folders.workroom()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(intake().request()).isNull();
    }

    @Test
    void aMountBetweenTheTwoIsNamed() throws IOException {
        Path memory = Files.createTempDirectory(onAnotherDisk(), "intake");
        try {
            var apart = new SystemFolders(memory, temp.resolve("data"));
            Files.writeString(request, "{}");
            assertThatThrownBy(() -> new Intake(apart).request())
                    .isInstanceOf(SystemException.class)
                    .hasMessageContaining("keep it and " + apart.own() + " on one file system");
            assertThat(request).hasContent("{}");
        } finally {
            try (Stream<Path> all = Files.walk(memory)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(one);
            }
        }
    }

    /// The folder for temporary files is in memory or on the disk: the other of both.
    private Path onAnotherDisk() throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.getFileStore(temp).equals(Files.getFileStore(memory)) ? Path.of("target") : memory;
    }

    @Test
    void whereTheBoxHasAskedForNothingNothingIsTaken() throws IOException {
        Files.delete(folders.requests());
        assertThat(intake().request()).isNull();
    }

    @Test
    void aLinkIsTakenAsALinkAndWhatItLeadsToStays() throws IOException {
        Path secret = Files.writeString(temp.resolve("shadow"), "root:secret");
        Files.createSymbolicLink(request, secret);
        assertThatThrownBy(() -> intake().request())
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("no file, but a link")
                .hasMessageNotContaining("secret");
        assertThat(secret).hasContent("root:secret");
        assertThat(request).doesNotExist();
        assertThat(folders.workroom()).isEmptyDirectory();
    }

    @Test
    void aFolderThatIsALinkIsNotGoneThrough() throws IOException {
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("request.json"), "{}");
        Files.delete(folders.requests());
        Files.createSymbolicLink(folders.requests(), elsewhere);
        assertThatThrownBy(() -> intake().request()).isInstanceOf(SystemException.class);
        assertThat(elsewhere.resolve("request.json")).hasContent("{}");
    }

    @Test
    void aFolderInPlaceOfTheFileIsRefusedAndGone() throws IOException {
        Files.createDirectories(request);
        assertThatThrownBy(() -> intake().request()).hasMessageContaining("no file");
        assertThat(request).doesNotExist();
        assertThat(intake().request()).isNull();
    }

    /// Opening it would wait for somebody who writes into it.
    @Test
    void aPipeIsNotOpened() throws Exception {
        Process made = new ProcessBuilder("mkfifo", request.toString()).start();
        assumeThat(made.waitFor()).isZero();
        assertThatThrownBy(() -> intake().request()).hasMessageContaining("no file");
        assertThat(Files.exists(request, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    /// A hard link to what the box may not read, where the kernel lets it make one.
    @Test
    void somebodyElsesFileIsRefused() throws IOException {
        assumeThat(System.getProperty("user.name")).as("what only root may do").isEqualTo("root");
        Path secret = Files.writeString(temp.resolve("secret"), "{}");
        var nobody = secret.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.setOwner(folders.data(), nobody);
        Files.createLink(request, secret);
        assertThatThrownBy(() -> intake().request()).hasMessageContaining("belongs to root, and not to the box");
        assertThat(secret).hasContent("{}");
    }

    @Test
    void nomoreIsReadThanARequestMayHave() throws IOException {
        Files.write(request, new byte[10_000_000]);
        assertThat(Objects.requireNonNull(intake().request())).hasSize(Letter.BYTES_MAX + 1);
        assertThatThrownBy(() -> Letter.parse(new byte[Letter.BYTES_MAX + 1])).hasMessageContaining("4096");
    }

    @Test
    void aBundleIsTakenOutOfTheBoxsHands() throws IOException {
        Files.writeString(folders.requests().resolve("bundle"), "LINTEL");
        Path taken = intake().bundle();
        assertThat(taken).hasContent("LINTEL").hasParentRaw(folders.workroom());
        assertThat(folders.requests()).isEmptyDirectory();
        intake().removeBundle();
        assertThatThrownBy(() -> intake().bundle()).hasMessageContaining("has to be uploaded first");
        Files.createSymbolicLink(folders.requests().resolve("bundle"), Path.of("/dev/zero"));
        assertThatThrownBy(() -> intake().bundle()).hasMessageContaining("no file, but a link");
        assertThat(folders.workroom()).isEmptyDirectory();
    }

    @Test
    void aFolderWithAnythingInItIsGoneTooAndLinksInItLeadNowhere() throws IOException {
        Path precious = Files.createDirectories(temp.resolve("precious"));
        Files.writeString(precious.resolve("file"), "stays");
        for (String name : new String[] {"request.json", "bundle"}) {
            Path folder = folders.requests().resolve(name);
            Files.createDirectories(folder.resolve("a/b"));
            Files.writeString(folder.resolve("a/b/c"), "x");
            Files.createSymbolicLink(folder.resolve("a/link"), precious);
        }
        assertThatThrownBy(() -> intake().request()).hasMessageContaining("no file");
        assertThatThrownBy(() -> intake().bundle()).hasMessageContaining("no file");
        assertThat(folders.workroom()).isEmptyDirectory();
        assertThat(precious.resolve("file")).hasContent("stays");
        Files.writeString(request, "{}");
        assertThat(intake().request()).isEqualTo(new byte[] {'{', '}'});
    }

    @Test
    void oneThatIsNestedWithoutEndIsOutOfTheWayAllTheSame() throws IOException {
        Path deep = request;
        for (int i = 0; i < 100; i++) deep = deep.resolve("d");
        Files.createDirectories(deep);
        assertThatThrownBy(() -> intake().request()).hasMessageContaining("no file");
        assertThat(folders.workroom()).isEmptyDirectory();
        Files.writeString(request, "{}");
        assertThat(intake().request()).isEqualTo(new byte[] {'{', '}'});
    }

    @Test
    void whatCouldNotBeTakenAwayGoesWithALaterTurn() throws IOException {
        intake().request(); // makes the room
        Path left = Files.createDirectories(folders.workroom().resolve("aside7/aside/d/e"));
        Files.writeString(left.resolve("f"), "of the box");
        Path elsewhere = Files.writeString(temp.resolve("elsewhere"), "root's");
        Files.createSymbolicLink(left.resolve("link"), elsewhere);
        Files.createSymbolicLink(left.resolve("folder"), temp);
        intake().clearAside();
        assertThat(folders.workroom()).isEmptyDirectory();
        assertThat(elsewhere).hasContent("root's");
    }
}
