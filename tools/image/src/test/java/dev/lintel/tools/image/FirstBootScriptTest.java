package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image's scripts that take what a card was given, as they stand in the image, on a folder in place of the
/// machine.
class FirstBootScriptTest {
    private static final Path SCRIPTS = Path.of(System.getProperty("lintel.home", "../.."))
            .resolve("tools/image/src/main/image/root/usr/lib/lintel-os");

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
        return runOf(System.getProperty("user.name"), script, path);
    }

    /// @param owner of the box's folders
    private String runOf(String owner, String script, String... path) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", SCRIPTS.resolve(script).toString()).redirectErrorStream(true);
        builder.environment().put("LINTEL_ROOT", root.toString());
        builder.environment().put("LINTEL_OWNER", owner);
        builder.environment().put("LINTEL_MACHINE", Files.exists(root.resolve("efi/loader")) ? "x86_64" : "aarch64");
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

    /// In memory it would be gone with the next restart, and whoever holds the card's paper could claim the box again.
    @Test
    void aBoxWhoseDataPartitionIsBrokenTakesNothingAndIsNotReset() throws Exception {
        put("run/lintel-os/fault", "boot: no boot partition\ndata: the data partition cannot be read\n");
        put("efi/lintel/card/claim", "token");
        put("efi/lintel/card/join", "https://hub 1");
        put("efi/lintel/reset", "");
        assertThat(run("first-boot")).startsWith("0 ").contains("the data partition cannot be used");
        assertThat(root.resolve("efi/lintel/card")).isDirectoryContaining("glob:**claim");
        assertThat(root.resolve("efi/lintel/reset")).exists();
        assertThat(box.resolve("claim")).doesNotExist();
        put("run/lintel-os/fault", "boot: the boot partition cannot be read\n");
        assertThat(run("first-boot")).contains("begins as a new one", "took claim", "took join");
    }

    @Test
    void whatIsForTheNewBoxWaitsForAResetThatIsNotUnderstood() throws Exception {
        put("var/lib/lintel/lintel.db", "old");
        put("efi/lintel/card/claim", "token");
        put("efi/lintel/card/controller.yaml", "new");
        put("efi/lintel/reset.txt", "please keep the wiring");
        assertThat(run("first-boot"))
                .startsWith("1 ")
                .contains("is not understood", "a new box waits, as the reset does");
        assertThat(box.resolve("lintel.db")).hasContent("old");
        assertThat(box.resolve("claim")).doesNotExist();
        put("efi/lintel/reset.txt", "");
        assertThat(run("first-boot")).contains("begins as a new one", "took claim", "took controller.yaml");
        assertThat(box.resolve("controller.yaml")).hasContent("new");
        assertThat(box.resolve("lintel.db")).doesNotExist();
    }

    @Test
    void theFirstSerialPortOfAPcIsAConsoleOnlyWhereTheCardSaysSo() throws Exception {
        String entry = "title Lintel\noptions root=PARTUUID=1 ro console=tty0 systemd.machine_id=%s%s\n";
        for (String slot : List.of("a", "b+2-1"))
            put("efi/loader/entries/lintel-" + slot + ".conf", entry.formatted(slot, ""));
        put("efi/loader/entries/other.conf", entry.formatted("other", ""));
        assertThat(run("first-boot")).isEqualTo("0 ");
        put("efi/lintel/card/serial_console", "on\r\n");
        assertThat(run("first-boot")).isEqualTo("0 lintel-first-boot: serial console: on\n");
        assertThat(root.resolve("efi/loader/entries/lintel-a.conf"))
                .hasContent(entry.formatted("a", " console=ttyS0,115200"));
        assertThat(root.resolve("efi/loader/entries/lintel-b+2-1.conf"))
                .hasContent(entry.formatted("b+2-1", " console=ttyS0,115200"));
        assertThat(root.resolve("efi/loader/entries/other.conf")).hasContent(entry.formatted("other", ""));
        put("efi/lintel/card/serial_console", "on");
        assertThat(run("first-boot")).startsWith("0 ");
        assertThat(root.resolve("efi/loader/entries/lintel-a.conf"))
                .as("once")
                .hasContent(entry.formatted("a", " console=ttyS0,115200"));
        put("efi/lintel/card/serial_console", "off");
        assertThat(run("first-boot")).isEqualTo("0 lintel-first-boot: serial console: off\n");
        assertThat(root.resolve("efi/loader/entries/lintel-a.conf")).hasContent(entry.formatted("a", ""));
        put("efi/lintel/card/serial_console", "ttyS0; reboot");
        assertThat(run("first-boot")).startsWith("1 ").contains("says neither on nor off");
        assertThat(root.resolve("efi/loader/entries/lintel-a.conf")).hasContent(entry.formatted("a", ""));
        assertThat(root.resolve("efi/lintel/card")).isEmptyDirectory();
    }

    @Test
    void aBoardWithoutSuchAPortSaysSo() throws Exception {
        put("efi/lintel/a/entry", "title=Lintel\noptions=root=PARTUUID=1\n");
        put("efi/lintel/card/serial_console", "on");
        assertThat(run("first-boot")).startsWith("1 ").contains("serial_console is for PCs");
        assertThat(root.resolve("efi/lintel/a/entry")).hasContent("title=Lintel\noptions=root=PARTUUID=1\n");
    }

    @Test
    void whatPowerCutsLeftBehindGoes() throws Exception {
        put("var/lib/lintel.copying/lintel.db.part", "everybody");
        put("efi/FSCK0000.REC", "half a kernel");
        put("efi/FSCK0001.REC", "another half");
        put("efi/lintel/a/linux", "a kernel");
        assertThat(run("first-boot")).isEqualTo("0 ");
        assertThat(root.resolve("var/lib/lintel.copying")).doesNotExist();
        assertThat(root.resolve("efi")).isDirectoryNotContaining("glob:**.REC");
        assertThat(root.resolve("efi/lintel/a/linux")).hasContent("a kernel");
    }

    /// As agetty takes it: what it would read as a command of its own, or a terminal as one, is none any more.
    @Test
    void whatTheBoxSaysIsShownAtItsScreensUntilItSaysNothing() throws Exception {
        Path shown = root.resolve("run/issue.d/lintel.issue");
        assertThat(run("screen")).isEqualTo("0 ");
        assertThat(shown).doesNotExist();
        put("run/lintel/screen", "  https://north-gate.local:8443/setup?token=aB-3_\n");
        assertThat(run("screen")).isEqualTo("0 ");
        assertThat(shown).hasContent("  https://north-gate.local:8443/setup?token=aB-3_\n\n");
        put("run/lintel/screen", "\\n \033[2J\u00e9 " + "x".repeat(5_000));
        assertThat(run("screen")).isEqualTo("0 ");
        assertThat(shown).content().startsWith("\\\\n [2J x").hasSizeLessThan(1_100);
        put("run/lintel/screen", "");
        assertThat(run("screen")).isEqualTo("0 ");
        assertThat(shown).doesNotExist();
        Files.delete(root.resolve("run/lintel/screen"));
        Files.createDirectory(root.resolve("run/lintel/screen"));
        assertThat(run("screen")).isEqualTo("0 ");
        assertThat(shown).doesNotExist();
    }

    /// As its source is: on the machine itself nobody else has to read who may become its administrator.
    @Test
    void onlyRootReadsWhatIsShown() throws Exception {
        put("run/lintel/screen", "the link\n");
        assertThat(run("screen")).isEqualTo("0 ");
        assertThat(mode(root.resolve("run/issue.d/lintel.issue")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(mode(root.resolve("run/issue.d")))
                .as("others have theirs there")
                .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// In place of `mv`, with which the script puts it there: the box says something else at that moment.
    private String boxSaysMeanwhile(String words) throws IOException {
        Path folder = Files.createDirectories(root.resolve("bin"));
        Path program = Files.writeString(folder.resolve("mv"), """
                #!/bin/sh
                PATH=/usr/bin:/bin
                echo round >>"$LINTEL_ROOT/rounds"
                mv "$@" || exit 1
                %s >"$LINTEL_ROOT/run/lintel/screen"
                """.formatted(words));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder.toString();
    }

    /// Nothing starts the script for it: systemd looks again once it has ended, and the box says nothing twice.
    @Test
    void whatTheBoxSaysWhileItIsShownIsShownToo() throws Exception {
        Path shown = root.resolve("run/issue.d/lintel.issue");
        put("run/lintel/screen", "the first link\n");
        assertThat(run("screen", boxSaysMeanwhile("echo the second link"))).isEqualTo("0 ");
        assertThat(shown).hasContent("the second link\n\n");
        put("run/lintel/screen", "a link\n");
        assertThat(run("screen", boxSaysMeanwhile(":"))).isEqualTo("0 ");
        assertThat(shown).as("it is spent").doesNotExist();
    }

    @Test
    void aBoxThatSaysSomethingElseAllTheTimeIsNotFollowedForEver() throws Exception {
        put("run/lintel/screen", "0\n");
        assertThat(run("screen", boxSaysMeanwhile("wc -l <\"$LINTEL_ROOT/rounds\"")))
                .isEqualTo("0 ");
        assertThat(root.resolve("run/issue.d/lintel.issue")).hasContent("19\n\n");
        assertThat(root.resolve("rounds")).content().hasLineCount(20);
    }

    /// A link in its place would else put any file of root's on the screen.
    @Test
    void whatIsShownIsReadWithTheBoxsRights() throws Exception {
        assumeThat(System.getProperty("user.name")).as("what only root may do").isEqualTo("root");
        for (String folder : List.of("", "run", "run/lintel")) {
            Path made = Files.createDirectories(root.resolve(folder));
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path said = Files.writeString(root.resolve("run/lintel/screen"), "the link\n");
        Files.setOwner(
                said, root.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon"));
        Files.setPosixFilePermissions(said, PosixFilePermissions.fromString("rw-------"));
        Path shown = root.resolve("run/issue.d/lintel.issue");
        assertThat(runOf("daemon", "screen")).isEqualTo("0 ");
        assertThat(shown).content().startsWith("the link");
        put("etc/shadow", "root's");
        Files.setPosixFilePermissions(root.resolve("etc"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(root.resolve("etc/shadow"), PosixFilePermissions.fromString("rw-------"));
        Files.delete(said);
        Files.createSymbolicLink(said, root.resolve("etc/shadow"));
        assertThat(runOf("daemon", "screen")).isEqualTo("0 ");
        assertThat(shown).doesNotExist();
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

    /// Says so in place of the program, and ends with that exit code.
    private String program(int exit, String says) throws IOException {
        Path folder = Files.createDirectories(root.resolve("bin"));
        String text = "#!/bin/sh\necho its plan\ncat >&2 <<'END'\n" + says + "\nEND\nexit " + exit + "\n";
        Path program = Files.writeString(folder.resolve("lintel"), text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder.toString();
    }

    @Test
    void whatIsRefusedIsPutAsideAndWhatMayGoAnotherTimeIsTriedAgain() throws Exception {
        Path given = root.resolve("var/lib/lintel-os/given");
        put("var/lib/lintel-os/given/site.yaml", "roles: wrong");
        put("var/lib/lintel-os/given/join", "https://hub.example 7KQ2-M9XD");
        for (int exit : List.of(75, 137)) { // nobody answers; whoever asked was killed
            assertThat(run("given", program(exit, "no lintel runs on /var/lib/lintel")))
                    .startsWith("1 ");
            assertThat(given.resolve("site.yaml")).exists();
            assertThat(given.resolve("join")).exists();
        }
        assertThat(root.resolve("var/lib/lintel-os/refused")).doesNotExist();
        assertThat(run("given", program(1, "this box follows the hub North (https://north) already")))
                .startsWith("0 ");
        assertThat(given.resolve("site.yaml")).doesNotExist();
        assertThat(given.resolve("site.yaml.refused")).content().startsWith("# refused: its plan this box follows");
        assertThat(given.resolve("join")).doesNotExist();
        assertThat(given.resolve("join.refused")).content().startsWith("# refused: this box follows the hub North (");
        assertThat(run("given", program(1, "no")))
                .as("nothing is left to be given")
                .isEqualTo("0 ");
    }

    /// The hub's code lets one box in once: not one that forgets it.
    @Test
    void aBoxThatWorksInMemoryIsGivenNothing() throws Exception {
        put("var/lib/lintel-os/given/join", "https://hub.example 7KQ2-M9XD");
        put("run/lintel-os/fault", "data: the data partition cannot be used\n");
        assertThat(run("given", program(1, "no"))).isEqualTo("0 ");
        assertThat(root.resolve("var/lib/lintel-os/given/join")).exists();
    }

    /// Whoever stands before the box reads it on a page, whose process is not root's.
    @Test
    void whyIsLeftForEverybodyToReadAndTheCodeIsNot() throws Exception {
        Path refused = root.resolve("var/lib/lintel-os/refused");
        put("var/lib/lintel-os/given/join", "https://hub.example 7KQ2-M9XD");
        run("given", program(1, "the hub says:\tthe code is over\nor \u001b[8mhidden; its café is shut"));
        assertThat(refused).hasContent("join: the hub says: the code is over or [8mhidden; its café is shut");
        assertThat(mode(refused)).isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(mode(root.resolve("var/lib/lintel-os/given/join.refused")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        put("var/lib/lintel-os/given/site.yaml", "roles: wrong");
        run("given", program(1, "1 fault"));
        assertThat(refused).content().contains("join: the hub says", "\nsite.yaml: its plan 1 fault\n");
        put("var/lib/lintel-os/given/join", "https://hub.example AAAA-BBBB");
        assertThat(run("given", program(1, "'AAAA-BBBB' is unknown"))).doesNotContain("AAAA");
        assertThat(refused).content().contains("join: its code is not one\n").doesNotContain("AAAA", "the hub says");
        put("var/lib/lintel-os/given/join", "https://hub.example CCCC-DDDD");
        assertThat(run("given", program(0, ""))).startsWith("0 ").contains("this box follows https://hub.example");
        assertThat(refused).hasContent("site.yaml: its plan 1 fault");
        assertThat(root.resolve("var/lib/lintel-os/given/join.refused")).doesNotExist();
        put("var/lib/lintel-os/given/site.yaml", "roles: []");
        assertThat(run("given", program(0, ""))).startsWith("0 ");
        assertThat(refused).doesNotExist();
        assertThat(root.resolve("var/lib/lintel-os/given")).doesNotExist();
    }
}
