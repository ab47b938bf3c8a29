package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The image's script, as it stands in the image, on a folder in place of the machine.
class ResetScriptTest {
    private static final Path SCRIPT = Path.of(System.getProperty("lintel.home", "../.."))
            .resolve("tools/image/src/main/image/root/usr/lib/lintel-os/reset");
    private static final List<String> BOX = List.of(
            "var/lib/lintel/lintel.db",
            "var/lib/lintel/controller.yaml",
            "var/lib/lintel/tls/ca.key",
            "var/lib/lintel/.hidden",
            "var/lib/lintel.copying/lintel.db.part",
            "var/lib/lintel.copying.lock",
            "var/lib/lintel-os/authorized_keys",
            "var/lib/lintel-os/ssh_host_ed25519_key",
            "var/lib/lintel-os/wired.network",
            "var/lib/lintel-os/given/join",
            "var/lib/lintel-os/refused");
    private static final List<String> KEPT =
            List.of("var/lib/lintel-os/update/trust.json", "efi/lintel/card/network", "etc/hostname");

    @TempDir
    Path root;

    @BeforeEach
    void box() throws IOException {
        for (String name : BOX) put(name, "of the old box");
        for (String name : KEPT) put(name, "kept");
    }

    private void put(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text);
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            var names = new TreeSet<String>();
            all.filter(Files::isRegularFile)
                    .forEach(file -> names.add(root.relativize(file).toString()));
            return names;
        }
    }

    private String run(String... words) throws IOException, InterruptedException {
        var command = new java.util.ArrayList<>(List.of("sh", SCRIPT.toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LINTEL_ROOT", root.toString());
        builder.environment().merge("PATH", root.resolve("bin").toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    @Test
    void aStartThatNobodyAskedForErasesNothing() throws Exception {
        assertThat(run("finish")).isEqualTo("0 ");
        assertThat(files()).containsAll(BOX).containsAll(KEPT);
    }

    @ParameterizedTest
    @CsvSource({"reset,'',false", "reset.txt,'',false", "reset,'keep-wiring\r\n',true"})
    void aFileOnTheBootPartitionMakesANewBoxOnce(String name, String text, boolean wiringStays) throws Exception {
        put("efi/lintel/" + name, text);
        assertThat(run("finish")).startsWith("0 ").contains("begins as a new one");
        var left = new TreeSet<>(KEPT);
        left.add("var/lib/lintel-os/reset-obeyed");
        if (wiringStays) left.add("var/lib/lintel/controller.yaml");
        assertThat(files()).isEqualTo(left);
        put("var/lib/lintel/lintel.db", "of the new box");
        assertThat(run("finish")).isEqualTo("0 ");
        assertThat(files()).contains("var/lib/lintel/lintel.db").doesNotContain("var/lib/lintel-os/reset-obeyed");
    }

    /// As PowerShell's `echo`, Notepad, and a hand write it.
    @ParameterizedTest
    @CsvSource({"UTF-16LE,'\uFEFFkeep-wiring\r\n'", "UTF-8,'\uFEFFkeep-wiring'", "UTF-8,' Keep-Wiring '"})
    void howeverItIsWrittenTheWiringStays(String charset, String text) throws Exception {
        put("efi/lintel/reset.txt", "");
        Files.write(root.resolve("efi/lintel/reset.txt"), text.getBytes(Charset.forName(charset)));
        assertThat(run("finish")).startsWith("0 ").contains("begins as a new one");
        assertThat(files()).contains("var/lib/lintel/controller.yaml").doesNotContain("var/lib/lintel/lintel.db");
    }

    @Test
    void whatIsNotUnderstoodErasesNothing() throws Exception {
        put("efi/lintel/reset", "keep the wirring");
        assertThat(run("finish"))
                .startsWith("1 lintel-reset: This box is not reset: the file lintel/reset")
                .contains("is empty, or");
        assertThat(files()).containsAll(BOX).contains("efi/lintel/reset").doesNotContain("var/lib/lintel-os/resetting");
        assertThat(root.resolve("run/issue.d/lintel-reset.issue")).content().contains("is not understood");
    }

    /// A boot partition that takes no writes: `rm` says so, or, on another card, says nothing.
    @ParameterizedTest
    @ValueSource(ints = {1, 0})
    void whatCannotBeRemovedFromTheBootPartitionErasesNothing(int exit) throws Exception {
        put("efi/lintel/reset", "");
        program("rm", "case \"$*\" in */efi/lintel/*) exit " + exit + " ;; esac; exec /bin/rm \"$@\"");
        for (int start = 0; start < 3; start++) {
            assertThat(run("finish"))
                    .startsWith("1 lintel-reset: This box is not reset: the file lintel/reset cannot be removed");
            assertThat(files()).containsAll(BOX).doesNotContain("var/lib/lintel-os/resetting");
        }
        assertThat(root.resolve("run/issue.d/lintel-reset.issue")).content().contains("lintel/reset cannot be removed");
        Files.delete(root.resolve("bin/rm"));
        assertThat(run("finish")).as("the card was mended").contains("begins as a new one");
    }

    /// Seen only after a restart: the card said that it went.
    @ParameterizedTest
    @ValueSource(strings = {"reset", "reset.txt"})
    void aFileThatIsThereAgainAfterARestartIsNotObeyedAgain(String name) throws Exception {
        asks(name, "keep-wiring\r\n", 1_700_000_000);
        assertThat(run("finish")).contains("begins as a new one");
        put("var/lib/lintel/lintel.db", "of the new box");
        asks(name, "keep-wiring\r\n", 1_700_000_000);
        for (int start = 0; start < 3; start++) {
            assertThat(run("finish"))
                    .isEqualTo("0 lintel-reset: The file lintel/" + name + " on the boot partition was obeyed by an"
                            + " earlier start, and is not obeyed again. Remove it; put there once more after a start"
                            + " without it, it resets this box once more.\n");
        }
        assertThat(files()).contains("var/lib/lintel/lintel.db", "efi/lintel/" + name);
        assertThat(root.resolve("run/issue.d/lintel-reset.issue")).content().contains("is not obeyed again");
    }

    @Test
    void aFileThatWentAwayAndCameBackIsAnotherAct() throws Exception {
        asks("reset", "", 1_700_000_000);
        assertThat(run("finish")).contains("begins as a new one");
        assertThat(run("finish")).isEqualTo("0 ");
        asks("reset", "", 1_700_000_000);
        assertThat(run("finish")).contains("begins as a new one");
    }

    /// Put in its place in another machine, without a start in between.
    @Test
    void anotherFileIsAnotherAct() throws Exception {
        asks("reset", "", 1_700_000_000);
        assertThat(run("finish")).contains("begins as a new one");
        asks("reset", "", 1_700_000_002);
        assertThat(run("finish")).contains("begins as a new one");
        asks("reset", "keep-wiring", 1_700_000_002);
        assertThat(run("finish")).contains("begins as a new one");
        asks("reset.txt", "keep-wiring", 1_700_000_002);
        assertThat(run("finish")).contains("begins as a new one");
    }

    /// A boot partition that is not there has no file either.
    @Test
    void aBootPartitionThatIsAwayForOneStartForgetsNothing() throws Exception {
        asks("reset", "", 1_700_000_000);
        assertThat(run("finish")).contains("begins as a new one");
        Files.move(root.resolve("efi"), root.resolve("efi-away"));
        assertThat(run("finish")).isEqualTo("0 ");
        Files.move(root.resolve("efi-away"), root.resolve("efi"));
        asks("reset", "", 1_700_000_000);
        assertThat(run("finish")).contains("is not obeyed again");
    }

    /// Whatever becomes of the file beside it.
    @Test
    void anActAtTheBoxCountsAlsoWhereAFileCannotBeRemoved() throws Exception {
        put("efi/lintel/reset", "");
        program("rm", "case \"$*\" in */efi/lintel/*) exit 1 ;; esac; exec /bin/rm \"$@\"");
        assertThat(run("mark", "keep-wiring")).isEqualTo("0 ");
        assertThat(run("finish")).contains("begins as a new one");
        assertThat(files()).contains("var/lib/lintel/controller.yaml").doesNotContain("var/lib/lintel/lintel.db");
        put("var/lib/lintel/lintel.db", "of the new box");
        assertThat(run("finish")).contains("is not obeyed again");
        assertThat(files()).contains("var/lib/lintel/lintel.db");
    }

    /// The mark stands, the file may have gone: its act is not lost, and is not done twice.
    @Test
    void aCutBetweenFileAndErasingLosesNothing() throws Exception {
        asks("reset", "keep-wiring", 1_700_000_000);
        program("find", "exit 1"); // the erasing comes to nothing
        assertThat(run("finish")).startsWith("1 ").contains("not all of it can be erased");
        Files.delete(root.resolve("bin/find"));
        asks("reset", "keep-wiring", 1_700_000_000);
        assertThat(run("finish")).contains("begins as a new one");
        assertThat(files()).contains("var/lib/lintel/controller.yaml").doesNotContain("var/lib/lintel/lintel.db");
        put("var/lib/lintel/lintel.db", "of the new box");
        assertThat(run("finish")).contains("is not obeyed again");
        assertThat(files()).contains("var/lib/lintel/lintel.db");
    }

    private void asks(String name, String text, long atSeconds) throws IOException {
        put("efi/lintel/" + name, text);
        Files.setLastModifiedTime(root.resolve("efi/lintel/" + name), FileTime.from(Instant.ofEpochSecond(atSeconds)));
    }

    /// In place of the machine's.
    private void program(String name, String text) throws IOException {
        put("bin/" + name, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(root.resolve("bin/" + name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void aCutErasingGoesOnAtTheNextStart() throws Exception {
        assertThat(run("ask", "keep-wiring")).isEqualTo("0 ");
        assertThat(files()).contains("var/lib/lintel/lintel.db", "var/lib/lintel-os/resetting");
        Files.delete(root.resolve("var/lib/lintel/lintel.db")); // so far it came
        assertThat(run("finish")).startsWith("0 ");
        var left = new TreeSet<>(KEPT);
        left.add("var/lib/lintel/controller.yaml");
        assertThat(files()).isEqualTo(left);
    }

    /// What a box's process that was taken over may have left: whatever it leads to stays as it is.
    @Test
    void noLinkOfTheBoxLeadsRootAstray() throws Exception {
        put("etc/shadow", "root's");
        Path boxs = root.resolve("var/lib/lintel");
        Files.createSymbolicLink(boxs.resolve("resetting"), root.resolve("etc/shadow"));
        Files.delete(boxs.resolve("controller.yaml"));
        Files.createDirectories(root.resolve("etc/folder"));
        Files.createSymbolicLink(boxs.resolve("controller.yaml"), root.resolve("etc/folder"));
        Files.createSymbolicLink(boxs.resolve("controller.yaml.before"), root.resolve("etc/shadow"));
        Files.createSymbolicLink(boxs.resolve("resetting.new"), root.resolve("etc/shadow"));
        assertThat(run("mark", "keep-wiring")).isEqualTo("0 ");
        assertThat(run("finish")).startsWith("0 ").contains("begins as a new one");
        assertThat(root.resolve("etc/shadow")).hasContent("root's");
        assertThat(root.resolve("etc/folder")).isEmptyDirectory();
        assertThat(boxs).isEmptyDirectory();
    }

    @Test
    void wiringOnTrialIsNotWhatIsKept() throws Exception {
        put("var/lib/lintel/controller.yaml.before", "tried");
        run("mark", "keep-wiring");
        assertThat(run("finish")).startsWith("0 ");
        assertThat(root.resolve("var/lib/lintel/controller.yaml")).hasContent("tried");
        put("var/lib/lintel/controller.yaml.before", "");
        run("mark", "keep-wiring");
        assertThat(run("finish")).startsWith("0 ");
        assertThat(root.resolve("var/lib/lintel")).isEmptyDirectory();
    }

    @Test
    void aWrongWordDoesNothing() throws Exception {
        assertThat(run("now")).startsWith("2 usage");
        assertThat(files()).containsAll(BOX);
    }
}
