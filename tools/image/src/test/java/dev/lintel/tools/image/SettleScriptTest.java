package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The image's script, as it stands in the image, on a folder in place of the machine: `lintel` and
/// `systemctl` are small programs there, which say what a box's would.
class SettleScriptTest {
    private static final Path SCRIPT = Path.of(System.getProperty("lintel.home", "../.."))
            .resolve("tools/image/src/main/image/root/usr/lib/lintel-os/settle");
    private static final String RESTARTED = "restarted";
    private static final String GOOD = "lintel-a.conf";
    private static final String TRIAL = "lintel-b+2-1.conf";

    @TempDir
    Path root;

    @BeforeEach
    void machine() throws IOException {
        put("proc/cmdline", "initrd=x root=PARTUUID=b-id ro quiet\n");
        entry(GOOD, "a-id");
        entry(TRIAL, "b-id");
        program("systemctl", "echo \"$@\" >>" + root.resolve(RESTARTED));
        settling(1);
    }

    private void put(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text);
    }

    private void entry(String name, String id) throws IOException {
        put("efi/loader/entries/" + name, "title x\noptions root=PARTUUID=" + id + " ro\n");
    }

    private void program(String name, String text) throws IOException {
        put("bin/" + name, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(root.resolve("bin/" + name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void settling(int exit) throws IOException {
        program("lintel", "[ \"$*\" = 'bundle settle' ] && exit " + exit);
    }

    /// Its exit code and what it said.
    private String run() throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", SCRIPT.toString()).redirectErrorStream(true);
        builder.environment().put("LINTEL_ROOT", root.toString());
        builder.environment().merge("PATH", root.resolve("bin").toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    private long restarts() throws IOException {
        Path told = root.resolve(RESTARTED);
        return Files.exists(told)
                ? Files.readAllLines(told).stream().filter("reboot"::equals).count()
                : 0;
    }

    @Test
    void aVersionThatIsKeptRestartsNothing() throws Exception {
        settling(0);
        assertThat(run()).isEqualTo("0 ");
        assertThat(restarts()).isZero();
    }

    @Test
    void oneThatIsLeftRestartsIntoTheOther() throws Exception {
        assertThat(run()).isEqualTo("1 lintel-settle: restarting\n");
        assertThat(restarts()).isEqualTo(1);
    }

    @Test
    void onARaspberryPiItIsTheSame() throws Exception {
        Files.delete(root.resolve("efi/loader/entries/" + GOOD));
        Files.delete(root.resolve("efi/loader/entries/" + TRIAL));
        put("efi/lintel/a/entry", "options=root=PARTUUID=a-id\n");
        put("efi/lintel/a/good", "");
        put("efi/lintel/b/entry", "options=root=PARTUUID=b-id\n");
        put("efi/lintel/b/trial", "tries=2\n");
        assertThat(run()).isEqualTo("1 lintel-settle: restarting\n");
        put("efi/lintel/b/good", "");
        assertThat(run()).as("it is no trial any more").isEqualTo("1 ");
        assertThat(restarts()).isEqualTo(1);
    }

    /// Nothing else would start.
    @ValueSource(strings = {"lintel-a+0-3.conf", ""})
    @ParameterizedTest
    void theOnlyVersionThatStartsIsStayedWith(String other) throws Exception {
        Files.delete(root.resolve("efi/loader/entries/" + GOOD));
        if (!other.isEmpty()) entry(other, "a-id");
        assertThat(run()).isEqualTo("1 ");
        assertThat(restarts()).isZero();
    }

    /// A boot partition that takes no writes: the loader's tries are never used up, and the version is never left.
    @Test
    void restartsThatChangeNothingEnd() throws Exception {
        for (int i = 0; i < 6; i++) assertThat(run()).isEqualTo("1 lintel-settle: restarting\n");
        assertThat(run()).startsWith("1 lintel-settle: 6 restarts have not left this version");
        assertThat(run()).startsWith("1 lintel-settle: 6 restarts have not left this version");
        assertThat(restarts()).isEqualTo(6);
        settling(0);
        assertThat(run()).isEqualTo("0 ");
        settling(1);
        assertThat(run()).as("another update counts anew").isEqualTo("1 lintel-settle: restarting\n");
    }

    /// Its data is in memory: what it does with that is no fault of the version's.
    @Test
    void aBrokenDataPartitionSaysNothingOfTheVersion() throws Exception {
        put("run/lintel-os/fault", "boot: the boot partition cannot be read\n");
        settling(0);
        assertThat(run()).isEqualTo("0 ");
        put("run/lintel-os/fault", "data: the data partition cannot be read\n");
        assertThat(run()).startsWith("1 lintel-settle: the data partition cannot be used");
        settling(1);
        assertThat(run()).startsWith("1 lintel-settle: the data partition cannot be used");
        assertThat(restarts()).isZero();
    }

    /// The loader's counting does not come to the disk: no restart leads to the other version.
    @Test
    void triesThatDoNotCountRestartNothing() throws Exception {
        Files.delete(root.resolve("efi/loader/entries/" + TRIAL));
        entry("lintel-b+3.conf", "b-id");
        assertThat(run()).isEqualTo("1 ");
        Files.delete(root.resolve("efi/loader/entries/lintel-b+3.conf"));
        put("efi/lintel/b/entry", "options=root=PARTUUID=b-id\n");
        put("efi/lintel/b/trial", "tries=3\n");
        assertThat(run()).isEqualTo("1 ");
        assertThat(restarts()).isZero();
    }
}
