package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image's script in place of an emergency shell, as it stands in the image: on a folder with small programs in
/// place of the machine's, and its mounts for real where there are loop devices.
class EmergencyScriptTest {
    private static final Path SCRIPT = Path.of(System.getProperty("lintel.home", "../.."))
            .resolve("tools/image/src/main/image/root/usr/lib/lintel-os/emergency");
    private static final String EXT4 = "mount -t ext4 -o ro,noload,nodev,nosuid";
    private static final String TMPFS = "mount -t tmpfs -o ";
    private static final String ON = "systemctl --no-block default";
    private static final String AGAIN = "systemctl --force reboot";
    private static final String TAKES_NOTHING = "data: the data partition takes no writes or is damaged";
    private static final String UNREADABLE = "data: the data partition cannot be read";
    private static final String NO_BOOT = "boot: the boot partition cannot be read";

    @TempDir
    Path root;

    /// Each program says what it was called with; the partitions that are mounted are files in `mounted/`.
    @BeforeEach
    void machine() throws IOException {
        cmdline("PARTUUID=data-id");
        for (String folder : List.of("var", "efi", "mounted", "run")) Files.createDirectories(root.resolve(folder));
        logged("systemctl", "");
        logged("sleep", "");
        logged("umount", "rm -rf \"$LINTEL_ROOT/run/lintel-os/data/lib\"");
        program("mountpoint", "[ -e \"$LINTEL_ROOT/mounted/${2##*/}\" ]");
        mountsOf("exit 32");
    }

    private void cmdline(String data) throws IOException {
        put(
                "proc/cmdline",
                "root=PARTUUID=b-id ro systemd.mount-extra=PARTUUID=boot-id:/efi:vfat:umask=0077 systemd.mount-extra="
                        + data + ":/var:ext4:nodev,commit=5 quiet\n");
    }

    private void put(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text);
    }

    private void program(String name, String text) throws IOException {
        put("bin/" + name, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(root.resolve("bin/" + name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void logged(String name, String text) throws IOException {
        program(name, "[ \"$1\" = show ] || echo \"" + name + " $*\" >>\"$LINTEL_ROOT/calls\"\n" + text);
    }

    /// What comes of mounting the data partition.
    private void mountsOf(String data) throws IOException {
        logged("mount", "case \"$*\" in *ext4*)\n" + data + "\n;; esac");
    }

    private static String holding(String folder) {
        return "mkdir -p \"$LINTEL_ROOT/run/lintel-os/data/" + folder + "\"";
    }

    private void mounted(String... names) throws IOException {
        for (String name : names) put("mounted/" + name, "");
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

    /// What was called, without the folder's name.
    private List<String> calls() throws IOException {
        return Files.readAllLines(root.resolve("calls")).stream()
                .map(line -> line.replace(root.toString(), ""))
                .toList();
    }

    private String fault() throws IOException {
        Path file = root.resolve("run/lintel-os/fault");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @Test
    void dataThatTakesNoWritesIsShownForReadingAndTheStartGoesOn() throws Exception {
        mounted("efi");
        mountsOf(holding("lib/lintel"));
        assertThat(run()).startsWith("0 ").contains(TAKES_NOTHING);
        assertThat(fault()).startsWith(TAKES_NOTHING).hasLineCount(1);
        assertThat(calls())
                .contains(
                        TMPFS + "size=10%,mode=0755,nodev,nosuid tmpfs /var",
                        EXT4 + " PARTUUID=data-id /run/lintel-os/data",
                        "mount --bind /run/lintel-os/data/lib/lintel /var/lib/lintel",
                        "mount --bind /run/lintel-os/data/lib/lintel-os /var/lib/lintel-os")
                .endsWith(ON)
                .doesNotContain(AGAIN);
    }

    @Test
    void theClockGoesOnFromWhereItWas() throws Exception {
        mounted("efi");
        mountsOf(holding("lib/lintel") + " " + holding("lib/systemd/timesync").substring("mkdir -p ".length())
                + " && echo then >\"$LINTEL_ROOT/run/lintel-os/data/lib/systemd/timesync/clock\"");
        run();
        assertThat(root.resolve("var/lib/systemd/timesync/clock")).hasContent("then");
    }

    @Test
    void dataThatCannotBeReadIsDoneWithout() throws Exception {
        mounted("efi");
        assertThat(run()).startsWith("0 ").contains(UNREADABLE);
        assertThat(fault()).startsWith(UNREADABLE).hasLineCount(1);
        assertThat(calls())
                .contains(EXT4 + ",sb=131072 PARTUUID=data-id /run/lintel-os/data")
                .doesNotContain("mount --bind /run/lintel-os/data/lib/lintel /var/lib/lintel")
                .endsWith(ON);
    }

    @Test
    void whatHoldsNoBoxIsNoDataOfOne() throws Exception {
        mounted("efi");
        mountsOf(holding("lib/other"));
        assertThat(run()).startsWith("0 ").contains(UNREADABLE);
        assertThat(calls()).contains("umount /run/lintel-os/data");
    }

    @Test
    void aBootPartitionThatCannotBeReadKeepsNoDoorShut() throws Exception {
        mounted("var");
        assertThat(run()).startsWith("0 ");
        assertThat(fault()).startsWith(NO_BOOT).hasLineCount(1);
        assertThat(calls()).containsExactly(TMPFS + "ro,size=4k,mode=0700 tmpfs /efi", ON);
    }

    @Test
    void bothMayBeBroken() throws Exception {
        assertThat(run()).startsWith("0 ");
        assertThat(fault()).contains(NO_BOOT, UNREADABLE);
    }

    /// Whoever checks the partition still may need it for minutes.
    @Test
    void aCheckThatIsUnderWayIsWaitedFor() throws Exception {
        mounted("efi");
        logged("systemctl", "[ \"$1 $4\" != 'show var.mount' ] || cat \"$LINTEL_ROOT/job\" 2>/dev/null");
        put("job", "103\n");
        logged("sleep", "rm \"$LINTEL_ROOT/job\" && : >\"$LINTEL_ROOT/mounted/var\"");
        assertThat(run()).isEqualTo("0 ");
        assertThat(calls()).containsExactly("sleep 1", ON);
        assertThat(fault()).isEmpty();
    }

    @Test
    void whatDidNotHelpIsTriedAgainByARestart() throws Exception {
        mounted("efi", "var");
        assertThat(run()).isEqualTo("0 ");
        assertThat(run()).startsWith("1 ").contains("once more in a minute");
        assertThat(calls()).containsExactly(ON, "sleep 60", AGAIN);
    }

    @Test
    void aStartThatDoesNotGoOnYetIsAskedAgain() throws Exception {
        mounted("efi", "var");
        logged("systemctl", "[ \"$1\" != --no-block ] || [ \"$(grep -c no-block \"$LINTEL_ROOT/calls\")\" = 3 ]");
        assertThat(run()).startsWith("0 ");
        assertThat(calls()).endsWith(ON).filteredOn(ON::equals).hasSize(3);
    }

    private void entries(String ownTries) throws IOException {
        put("efi/loader/entries/lintel-a.conf", "options root=PARTUUID=a-id ro\n");
        put("efi/loader/entries/lintel-b" + ownTries + ".conf", "options root=PARTUUID=b-id ro\n");
    }

    @Test
    void aVersionOnTrialIsLeftFirst() throws Exception {
        entries("+2-1");
        mounted("efi");
        mountsOf(holding("lib/lintel"));
        assertThat(run()).startsWith("1 ").contains("on trial");
        assertThat(calls()).containsExactly("sleep 60", AGAIN);
        assertThat(fault()).isEmpty();
    }

    /// Its last write was that of the loader: the entry says for ever that one try was taken.
    @Test
    void aLoaderThatCountsNoMoreRestartsTheBoxThreeTimesAndNotForEver() throws Exception {
        entries("+2-1");
        mounted("efi");
        mountsOf(holding("lib/lintel"));
        for (int start = 0; start < 3; start++) {
            assertThat(run()).startsWith("1 ").contains("on trial");
            Files.delete(root.resolve("run/lintel-os/tried")); // in memory: gone with the restart
        }
        assertThat(run()).startsWith("0 ").contains(TAKES_NOTHING);
    }

    @Test
    void aBootPartitionThatTakesNothingLeavesNoVersion() throws Exception {
        entries("+2-1");
        mounted("efi");
        mountsOf(holding("lib/lintel"));
        Files.createDirectories(root.resolve("efi/lintel/emergency/in the way"));
        assertThat(run()).startsWith("0 ").contains(TAKES_NOTHING);
    }

    /// The loader counts on the boot partition: one that takes no writes would restart the box for ever.
    @Test
    void triesThatDoNotCountLeadNowhere() throws Exception {
        entries("+3");
        mounted("efi");
        mountsOf(holding("lib/lintel"));
        assertThat(run()).startsWith("0 ").contains(TAKES_NOTHING);
        assertThat(calls()).endsWith(ON).doesNotContain(AGAIN);
    }

    @Test
    void aVersionThatHasProvedItselfIsNotLeft() throws Exception {
        entries("");
        mounted("efi");
        assertThat(run()).startsWith("0 ").contains(UNREADABLE);
    }

    /// A data partition as a power cut leaves it, on a disk that takes no writes: the kernel's own word.
    @Test
    void theKernelShowsTheDataOfADiskThatTakesNoWrites() throws Exception {
        Path cut = root.resolve("cut.ext4");
        try (var disk = LoopDisk.make(root.resolve("data.ext4"), Partitions.DATA_BYTES_MIN)) {
            Programs.run("mkfs.ext4", "-q", "-b", "4096", disk.device().toString());
            Path at = Files.createDirectories(root.resolve("at"));
            Programs.run("mount", disk.device().toString(), at.toString());
            try {
                Files.createDirectories(at.resolve("lib/lintel"));
                Files.writeString(at.resolve("lib/lintel/controller.yaml"), "wired");
                Files.createDirectories(at.resolve("lib/lintel-os"));
                Files.createDirectories(at.resolve("cache/lintel"));
                Programs.run("sync", "--file-system", at.toString());
                Files.copy(root.resolve("data.ext4"), cut);
            } finally {
                Programs.run("umount", at.toString());
            }
        }
        onReadOnlyDisk(cut, device -> {
            assertThat(Programs.run("dumpe2fs", "-h", device.toString())).contains("needs_recovery");
            Path at = root.resolve("at");
            assertThatThrownBy(() -> Programs.run("mount", device.toString(), at.toString()))
                    .as("neither for writing nor for reading")
                    .isInstanceOf(PackException.class);
            shownIn(TAKES_NOTHING);
        });
        wreckBeginning(cut);
        onReadOnlyDisk(cut, _ -> shownIn(TAKES_NOTHING));
    }

    private interface OnDevice {
        void run(Path device) throws IOException, InterruptedException;
    }

    private void onReadOnlyDisk(Path file, OnDevice then) throws IOException, InterruptedException {
        Path device = Path.of(Programs.run("losetup", "--read-only", "--find", "--show", file.toString())
                .strip());
        try {
            cmdline(device.toString());
            then.run(device);
        } finally {
            Programs.run("losetup", "--detach", device.toString());
        }
    }

    /// The first of its superblocks, of which there are copies.
    private static void wreckBeginning(Path file) throws IOException {
        try (var medium = new RandomAccessFile(file.toFile(), "rw")) {
            medium.write(new byte[4096]);
        }
    }

    /// The script with this machine's own mounts: what is shown, and that it takes nothing while all around it does.
    private void shownIn(String sentence) throws IOException, InterruptedException {
        for (String name : List.of("mount", "umount")) Files.deleteIfExists(root.resolve("bin/" + name));
        Files.deleteIfExists(root.resolve("run/lintel-os/tried"));
        Files.deleteIfExists(root.resolve("run/lintel-os/fault"));
        mounted("efi");
        try {
            assertThat(run()).startsWith("0 ").contains(sentence);
            Path box = root.resolve("var/lib/lintel");
            assertThat(box.resolve("controller.yaml")).hasContent("wired");
            assertThatThrownBy(() -> Files.writeString(box.resolve("new"), "x")).hasMessageContaining("Read-only");
            Files.writeString(root.resolve("var/lib/new"), "all else can be written to");
        } finally {
            Programs.run("umount", "--recursive", root.resolve("var").toString());
            Programs.run("umount", root.resolve("run/lintel-os/data").toString());
        }
    }
}
