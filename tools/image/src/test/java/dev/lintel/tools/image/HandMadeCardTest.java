package dev.lintel.tools.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What somebody puts on a boot partition by hand, as Windows or anybody else writes it: the image's own script takes
/// it, on a folder in place of the machine.
class HandMadeCardTest {
    private static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAmn3ERdVhHrqLQOpA8aClILCojGWl7f55xkSYmlJ2/W me@caf\u00e9";

    private static final Path SCRIPT = Path.of(System.getProperty("lintel.home", "../.."))
            .resolve("tools/image/src/main/image/root/usr/lib/lintel-os/first-boot");

    @TempDir
    Path root;

    private Path box;

    @BeforeEach
    void machine() throws IOException {
        Installed.require("ssh-keygen", "iconv");
        box = root.resolve("var/lib/lintel");
        put(UTF_8, "usr/lib/lintel-os/reset", "#!/bin/sh\n");
        Files.setPosixFilePermissions(
                root.resolve("usr/lib/lintel-os/reset"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(root.resolve("efi/lintel/card"));
        Files.createDirectories(root.resolve("var/lib"));
    }

    private void put(Charset charset, String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text, charset);
    }

    private String run() throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", SCRIPT.toString()).redirectErrorStream(true);
        builder.environment().put("LINTEL_ROOT", root.toString());
        builder.environment().put("LINTEL_OWNER", System.getProperty("user.name"));
        builder.environment().put("LINTEL_MACHINE", "x86_64");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + said;
    }

    /// A text as each of Windows' programs writes it.
    @ParameterizedTest
    @CsvSource({"UTF-16LE,'\ufeff'", "UTF-16BE,'\ufeff'", "UTF-8,'\ufeff'", "UTF-8,''"})
    void whatWindowsWroteIsTakenAsText(String charset, String mark) throws Exception {
        Charset in = Charset.forName(charset);
        for (String name : List.of("network", "join", "site.yaml", "controller.yaml", "claim")) {
            put(in, "efi/lintel/card/" + name, mark + "one: caf\u00e9\r\ntwo\r\n");
        }
        put(in, "efi/lintel/card/authorized_keys", mark + KEY + "\r\n");
        assertThat(run()).startsWith("0 ");
        Path os = root.resolve("var/lib/lintel-os");
        for (Path taken : List.of(
                os.resolve("wired.network"),
                os.resolve("given/join"),
                os.resolve("given/site.yaml"),
                box.resolve("controller.yaml"),
                box.resolve("claim"))) {
            assertThat(Files.readString(taken)).isEqualTo("one: caf\u00e9\ntwo\n");
        }
        assertThat(Files.readString(os.resolve("authorized_keys"))).isEqualTo(KEY + "\n");
        assertThat(root.resolve("efi/lintel/card")).isEmptyDirectory();
        assertThat(root.resolve("run/lintel-os"))
                .as("nothing secret is left there")
                .isEmptyDirectory();
    }

    /// Windows' Notepad adds an ending to what it calls a name. Of two the one that is named as it should be counts.
    @Test
    void anEndingThatIsNoPartOfTheNameIsNoMatter() throws Exception {
        put(UTF_8, "efi/lintel/card/authorized_keys.txt", KEY);
        put(UTF_8, "efi/lintel/card/controller.yaml.txt", "hardware: old");
        put(UTF_8, "efi/lintel/card/controller.yaml", "hardware: board");
        put(UTF_8, "efi/lintel/card/serial_console.txt", "on\r\n");
        put(UTF_8, "efi/loader/entries/lintel-a.conf", "options root=PARTUUID=1 ro\n");
        assertThat(run()).startsWith("0 ").contains("took authorized_keys", "serial console: on");
        assertThat(root.resolve("var/lib/lintel-os/authorized_keys")).hasContent(KEY);
        assertThat(box.resolve("controller.yaml")).hasContent("hardware: board");
        assertThat(root.resolve("efi/lintel/card")).isEmptyDirectory();
    }

    @Test
    void keysThatWorkAreNotGivenUpForAFileWithoutOne() throws Exception {
        Path keys = root.resolve("var/lib/lintel-os/authorized_keys");
        put(UTF_8, "var/lib/lintel-os/authorized_keys", KEY);
        Path card = root.resolve("efi/lintel/card");
        Path secret = root.resolve("id"); // whoever takes the wrong one of both files
        Programs.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", secret.toString());
        for (String none : List.of("", Files.readString(secret), "ssh-ed25519 AAAAcut")) {
            put(UTF_8, "efi/lintel/card/authorized_keys.txt", none);
            assertThat(run()).startsWith("1 ").contains("authorized_keys.txt holds no public key");
            assertThat(keys).hasContent(KEY);
            assertThat(card.resolve("authorized_keys.refused")).hasContent(none);
            assertThat(card).isDirectoryNotContaining("glob:**.txt");
        }
        assertThat(run()).as("it is told once").isEqualTo("0 ");
        put(UTF_8, "efi/lintel/card/authorized_keys", "# mine\nno key\n" + KEY.replace("me@", "other@"));
        assertThat(run()).startsWith("0 ").contains("took authorized_keys");
        assertThat(keys).content().contains("other@");
        assertThat(card.resolve("authorized_keys.refused")).doesNotExist();
    }
}
