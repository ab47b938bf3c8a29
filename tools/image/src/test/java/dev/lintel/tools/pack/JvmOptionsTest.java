package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The options that each JVM of ours is started with, on a JVM that does nothing else.
class JvmOptionsTest {
    private static final Path OPTIONS =
            Path.of(System.getProperty("lintel.home", "../..")).resolve("tools/image/src/main/board/jvm.options");
    private static final String CODE = "AOT code entries";

    @TempDir
    Path folder;

    /// What it prints with our options, and these after them.
    private static String java(String... more) {
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + OPTIONS));
        command.addAll(List.of(more));
        command.add("-version");
        return Programs.run(Map.of(), command);
    }

    private String used(String... more) {
        String cache = folder.resolve("cache").toString();
        var making = new ArrayList<>(List.of("-XX:AOTCacheOutput=" + cache, "-Xlog:disable"));
        making.addAll(List.of(more));
        java(making.toArray(String[]::new));
        var using = new ArrayList<>(List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-Xlog:aot+codecache+init"));
        using.addAll(List.of(more));
        return java(using.toArray(String[]::new));
    }

    /// A package and an image are made on one machine for many: a PC without AVX stops at the first instruction that
    /// it does not have, and this JVM does not look whether it has them.
    @Test
    void aStartUpCacheHasNoMachineCodeOfTheProcessorThatItWasMadeOn() {
        assertThat(used()).doesNotContain(CODE);
        assertThat(used("-XX:+AOTAdapterCaching"))
                .as("which it says where there is some")
                .contains(CODE);
    }

    /// Netty has a limit of its own, which must be the same: it takes its memory past the JVM's.
    @Test
    void directMemoryHasOneLimit() {
        String heap = OPTIONS.resolveSibling("heap.options").toString();
        String said = java("@" + heap, "-XX:+PrintFlagsFinal", "-XshowSettings:properties");
        assertThat(said).containsPattern("MaxDirectMemorySize += 33554432 ");
        assertThat(said).contains("io.netty.maxDirectMemory = 33554432");
    }
}
