package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The image's script, as it stands in the image, on a folder in place of the machine.
class ResetScriptTest {
    private static final Path SCRIPT = Path.of(System.getProperty("lintel.home", ".."))
            .resolve("tools/src/main/image/root/usr/lib/lintel-os/reset");
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
        if (wiringStays) left.add("var/lib/lintel/controller.yaml");
        assertThat(files()).isEqualTo(left);
        put("var/lib/lintel/lintel.db", "of the new box");
        assertThat(run("finish")).isEqualTo("0 ");
        assertThat(files()).contains("var/lib/lintel/lintel.db");
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
