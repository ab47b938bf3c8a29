package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher of an installed Lintel by itself, with a program in the JVM's place that says how it was started.
class InstalledLauncherTest {
    private static final Path BOARD = Path.of("src/main/board");
    private static final String JAVA = """
            #!/bin/sh
            for word in "$@"; do printf '%s\\n' "$word"; done
            printf 'arenas %s\\n' "$MALLOC_ARENA_MAX"
            printf 'mark %s\\n' "${LINTEL_STARTING:-none}"
            printf 'characters %s\\n' "$(locale charmap)"
            """;

    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void install() throws IOException {
        home = folder.resolve("a place/lintel");
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("jre/bin"));
        Trees.copyFile(BOARD.resolve("lintel"), home.resolve("bin/lintel"));
        Files.writeString(home.resolve("jre/bin/java"), JAVA);
        assertThat(home.resolve("jre/bin/java").toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("BUILD"), "0.1.0 amd64 abc\n");
    }

    private List<String> started(Map<String, String> environment, String... words) throws Exception {
        var builder = new ProcessBuilder(home.resolve("bin/lintel").toString());
        builder.command().addAll(List.of(words));
        builder.environment().keySet().removeIf(name -> name.startsWith("LINTEL_") || name.equals("RUNTIME_DIRECTORY"));
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.lines().toList();
    }

    private String cache(Map<String, String> environment, String... words) throws Exception {
        return started(environment, words).stream()
                .filter(word -> word.startsWith("-XX:AOTCache="))
                .findFirst()
                .map(word -> home.relativize(Path.of(word.substring("-XX:AOTCache=".length())))
                        .toString())
                .orElse("none");
    }

    @Test
    void theJvmIsStartedWithItsOptionsAndAllWords() throws Exception {
        List<String> words = started(Map.of("LINTEL_JAVA_OPTS", "-Xlog:gc -Da=b"), "card", "decode", "a b", "");
        assertThat(words)
                .containsSubsequence(
                        "@" + home.resolve("options/jvm.options"),
                        "@" + home.resolve("options/heap.options"),
                        "-Dorg.sqlite.lib.path=" + home.resolve("native"),
                        "-Dlintel.home=" + home,
                        "-Dlintel.data=./data",
                        "-Dlintel.board=true",
                        "-Xlog:gc",
                        "-Da=b",
                        "-jar",
                        home.resolve("lintel.jar").toString(),
                        "card",
                        "decode",
                        "a b",
                        "",
                        "arenas 2",
                        "mark none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8", "C.UTF-8"})
    void jvmGetsUtf8_inEveryLocale(String locale) throws Exception {
        assertThat(started(Map.of("LC_ALL", locale), "version")).contains("characters UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lintel", "lintel-cache", "lintel-system"})
    void serviceGetsUtf8(String unit) throws IOException {
        assertThat(Files.readAllLines(BOARD.resolve("systemd/" + unit + ".service")))
                .contains("Environment=LC_ALL=C.UTF-8");
    }

    @Test
    void aLinkLeadsToIt() throws Exception {
        Path link = folder.resolve("lintel");
        Files.createSymbolicLink(link, home.resolve("bin/lintel"));
        Process process = new ProcessBuilder(link.toString(), "version").start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("-Dlintel.home=" + home);
    }

    @Test
    void theMachinesOwnCacheIsUsedWhereItIsOfThisBuild() throws Exception {
        assertThat(cache(Map.of())).isEqualTo("none");
        Files.writeString(home.resolve("start.aot"), "came along");
        assertThat(cache(Map.of())).isEqualTo("start.aot");
        Files.writeString(home.resolve("own.aot"), "made here");
        assertThat(cache(Map.of())).as("nobody says of which build").isEqualTo("start.aot");
        Files.writeString(home.resolve("own.aot.of"), "0.0.9 amd64 abc\n");
        assertThat(cache(Map.of())).as("of another build").isEqualTo("start.aot");
        Files.writeString(home.resolve("own.aot.of"), "0.1.0 amd64 abc\n");
        assertThat(cache(Map.of())).isEqualTo("own.aot");
        Files.delete(home.resolve("own.aot"));
        assertThat(cache(Map.of()))
                .as("the one that came along was found to fit")
                .isEqualTo("start.aot");
        assertThat(cache(Map.of("LINTEL_CACHE", "/dev/null"))).isEqualTo("none");
    }

    /// The JVM ends over some caches that do not fit, instead of doing without.
    @Test
    void aServiceThatDidNotComeUpDoesWithoutTheCacheNext() throws Exception {
        Files.writeString(home.resolve("start.aot"), "came along");
        Path run = Files.createDirectory(folder.resolve("run"));
        var service = Map.of("RUNTIME_DIRECTORY", run.toString());
        assertThat(cache(service, "run")).isEqualTo("start.aot");
        assertThat(run.resolve("starting")).exists();
        assertThat(cache(service, "run")).isEqualTo("none");
        assertThat(cache(service, "doctor")).as("only a run says so").isEqualTo("start.aot");
        Files.delete(run.resolve("starting")); // it worked
        assertThat(started(service, "run")).contains("mark " + run.resolve("starting"));
        Files.delete(run.resolve("starting"));
        assertThat(cache(service, "run")).isEqualTo("start.aot");
    }
}
