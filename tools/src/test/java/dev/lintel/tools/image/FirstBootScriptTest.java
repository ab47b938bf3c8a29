package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image's scripts that take what a card was given, as they stand in the image, on a folder in place of the
/// machine.
class FirstBootScriptTest {
    private static final Path SCRIPTS =
            Path.of(System.getProperty("lintel.home", "..")).resolve("tools/src/main/image/root/usr/lib/lintel-os");

    @TempDir
    Path root;

    private Path box;

    @BeforeEach
    void machine() throws IOException {
        box = root.resolve("var/lib/lintel");
        Files.createDirectories(root.resolve("usr/lib/lintel-os"));
        Files.copy(SCRIPTS.resolve("reset"), root.resolve("usr/lib/lintel-os/reset"));
        Files.setPosixFilePermissions(
                root.resolve("usr/lib/lintel-os/reset"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(root.resolve("efi/lintel"));
        Files.createDirectories(root.resolve("var/lib"));
    }

    private void put(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text);
    }

    private String run(String script, String... path) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", SCRIPTS.resolve(script).toString()).redirectErrorStream(true);
        builder.environment().put("LINTEL_ROOT", root.toString());
        builder.environment().put("LINTEL_OWNER", System.getProperty("user.name"));
        if (path.length > 0) builder.environment().put("PATH", path[0] + ":" + System.getenv("PATH"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    private Set<PosixFilePermission> mode(Path path) throws IOException {
        return Files.getPosixFilePermissions(path);
    }

    @Test
    void whatTheCardWasGivenStandsAtItsPlaceOnce() throws Exception {
        put("efi/lintel/card/controller.yaml", "hardware: board");
        put("efi/lintel/card/ca.key", "secret");
        put("efi/lintel/card/join", "https://hub 1");
        assertThat(run("first-boot")).startsWith("0 ").contains("took controller.yaml", "took ca.key", "took join");
        assertThat(box.resolve("controller.yaml")).hasContent("hardware: board");
        assertThat(mode(box.resolve("tls/ca.key"))).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(mode(box)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(root.resolve("var/lib/lintel-os/given/join")).hasContent("https://hub 1");
        assertThat(root.resolve("efi/lintel/card")).isEmptyDirectory();
        assertThat(run("first-boot")).isEqualTo("0 ");
    }

    /// What a box's process that was taken over may have left: whatever it leads to stays as it is.
    @Test
    void noLinkOfTheBoxLeadsRootAstray() throws Exception {
        put("etc/shadow", "root's");
        Path outside = Files.createDirectories(root.resolve("etc/folder"));
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(box);
        Files.createSymbolicLink(box.resolve("tls"), outside);
        Files.createSymbolicLink(box.resolve("keys"), root.resolve("etc/shadow"));
        Files.createSymbolicLink(box.resolve("controller.yaml.new"), root.resolve("etc/shadow"));
        Files.createDirectories(box.resolve("controller.yaml/x"));
        put("efi/lintel/card/controller.yaml", "hardware: board");
        put("efi/lintel/card/ca.key", "secret");
        assertThat(run("first-boot")).startsWith("0 ");
        assertThat(root.resolve("etc/shadow")).hasContent("root's");
        assertThat(outside).isEmptyDirectory();
        assertThat(mode(outside)).isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(box.resolve("controller.yaml")).hasContent("hardware: board");
        assertThat(box.resolve("tls/ca.key")).hasContent("secret");
        assertThat(Files.isSymbolicLink(box.resolve("keys"))).isFalse();
    }

    /// Says so in place of the program, and fails.
    private String program(String says) throws IOException {
        Path folder = Files.createDirectories(root.resolve("bin"));
        Path program = Files.writeString(folder.resolve("lintel"), "#!/bin/sh\necho \"" + says + "\"\nexit 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder.toString();
    }

    @Test
    void whatIsRefusedIsPutAsideAndWhatMayGoAnotherTimeIsTriedAgain() throws Exception {
        Path given = root.resolve("var/lib/lintel-os/given");
        put("var/lib/lintel-os/given/site.yaml", "roles: wrong");
        put("var/lib/lintel-os/given/join", "https://hub.example 7KQ2-M9XD");
        assertThat(run("given", program("no lintel runs on /var/lib/lintel"))).startsWith("1 ");
        assertThat(given.resolve("site.yaml")).exists();
        assertThat(run("given", program("site.yaml:1: roles: must be a list"))).startsWith("1 ");
        assertThat(given.resolve("site.yaml")).doesNotExist();
        assertThat(given.resolve("site.yaml.refused")).content().startsWith("# refused: site.yaml:1: roles: must be");
        assertThat(given.resolve("join")).as("a hub may answer later").exists();
        assertThat(run("given", program("the hub says: the code is not one of this hub's, has been used, or is older")))
                .startsWith("0 ");
        assertThat(given.resolve("join")).doesNotExist();
        assertThat(given.resolve("join.refused")).exists();
        assertThat(run("given", program("no")))
                .as("nothing is left to be given")
                .startsWith("0 ");
    }
}
