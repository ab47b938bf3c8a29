package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What runs before an image's ssh server, as it stands in the image, on a folder in place of the machine.
class SshKeyScriptTest {
    private static final Path ROOT =
            Path.of(System.getProperty("lintel.home", "../..")).resolve("tools/image/src/main/image/root");

    @TempDir
    Path root;

    private Path os;
    private Path key;

    @BeforeEach
    void machine() throws IOException {
        Installed.require("ssh-keygen");
        os = Files.createDirectories(root.resolve("var/lib/lintel-os"));
        key = os.resolve("ssh_host_ed25519_key");
        Files.writeString(os.resolve("authorized_keys"), "kept");
    }

    /// Its exit code and what it said.
    private String run() throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                "sh", ROOT.resolve("usr/lib/lintel-os/ssh-key").toString());
        builder.redirectErrorStream(true).environment().put("LINTEL_ROOT", root.toString());
        builder.environment().merge("PATH", root.resolve("bin").toString(), (path, own) -> own + ":" + path);
        builder.redirectInput(Path.of("/dev/null").toFile()); // as of a unit: nobody answers a question
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    private String publicKey() {
        return Programs.run("ssh-keygen", "-y", "-P", "", "-f", key.toString());
    }

    @Test
    void theServerAsksForItBeforeItStarts() {
        assertThat(ROOT.resolve("usr/lib/systemd/system/ssh.service.d/lintel.conf"))
                .content()
                .contains("ExecStartPre=/usr/lib/lintel-os/ssh-key\n");
    }

    @Test
    void aBoxHasItsOwnKeyFromTheFirstStartOn() throws Exception {
        assertThat(run()).isEqualTo("0 ");
        assertThat(publicKey()).startsWith("ssh-ed25519 ");
        assertThat(Files.getPosixFilePermissions(key)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        String before = Files.readString(key);
        assertThat(run()).isEqualTo("0 ");
        assertThat(key).as("it stays").hasContent(before);
    }

    /// Names reach the disk before what is in the files does.
    @ValueSource(strings = {"", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n"})
    @ParameterizedTest
    void whatAPowerCutLeftOfItIsNoKey(String left) throws Exception {
        for (String name : List.of("", ".pub", ".new", ".new.pub")) {
            Files.writeString(os.resolve("ssh_host_ed25519_key" + name), left);
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        assertThat(run()).startsWith("0 ");
        assertThat(publicKey()).startsWith("ssh-ed25519 ");
        try (Stream<Path> files = Files.list(os)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("authorized_keys", "ssh_host_ed25519_key", "ssh_host_ed25519_key.pub");
        }
    }

    /// Else it could be under its name without its content still.
    @Test
    void itIsOnTheDiskBeforeItHasItsName() throws Exception {
        Path bin = Files.createDirectories(root.resolve("bin"));
        for (String name : List.of("sync", "mv")) {
            Path program = Files.writeString(bin.resolve(name), """
                    #!/bin/sh
                    echo "%s ${*##*/}" >>"$LINTEL_ROOT/calls"
                    PATH=/usr/bin:/bin exec %s "$@"
                    """.formatted(name, name));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(run()).isEqualTo("0 ");
        assertThat(Files.readAllLines(root.resolve("calls")))
                .satisfiesExactly(
                        call -> assertThat(call).startsWith("sync ").contains("ssh_host_ed25519_key.new"),
                        call -> assertThat(call).startsWith("mv ").endsWith("ssh_host_ed25519_key.pub"),
                        call -> assertThat(call).startsWith("mv ").endsWith("ssh_host_ed25519_key"),
                        call -> assertThat(call).isEqualTo("sync lintel-os"));
    }

    /// A disk that takes nothing: what is there serves, and nothing that is no key is left under its name.
    @Test
    void whereNoneCanBeMadeTheServerSaysSo() throws Exception {
        Path bin = Files.createDirectories(root.resolve("bin"));
        Path program = Files.writeString(bin.resolve("ssh-keygen"), "#!/bin/sh\necho no room >&2\nexit 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(run()).startsWith("1 no room");
        assertThat(key).doesNotExist();
    }
}
