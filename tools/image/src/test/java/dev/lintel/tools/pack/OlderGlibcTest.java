package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// With libraries that a compiler made against glibc 2.38; `needs-glibc-2.38.c` says how.
class OlderGlibcTest {
    private static final Path MADE = Path.of("src/test/resources/glibc");
    private static final String NEWER = "needs-glibc-2.38.so";
    private static final String UNKNOWN = "needs-unknown.so";

    @TempDir
    Path folder;

    @Test
    void rewrittenLibraryNeedsTheFirstGlibcOnly() throws Exception {
        Trees.copyFile(MADE.resolve(NEWER), folder.resolve(NEWER));
        assertThat(Libraries.of(folder).packages()).containsExactly("libc6 (>= 2.38)");
        OlderGlibc.fit(folder);
        assertThat(Libraries.of(folder).packages()).containsExactly("libc6 (>= 2.2)");
    }

    @Test
    void rewrittenLibraryIsTheSameWhenItIsRewrittenAgain() throws Exception {
        byte[] library = Files.readAllBytes(MADE.resolve(NEWER));
        assertThat(OlderGlibc.fit(NEWER, library)).isTrue();
        byte[] once = library.clone();
        assertThat(OlderGlibc.fit(NEWER, library)).isFalse();
        assertThat(library).isEqualTo(once);
    }

    /// On Debian 12 the library as it was made does not load.
    @Test
    @SuppressWarnings("restricted") // it calls native code
    void rewrittenLibraryLoadsAndCallsTheOlderFunction() throws Throwable {
        Assumptions.assumeTrue(Arch.AMD64.isHost(), "the library is one for amd64");
        Trees.copyFile(MADE.resolve(NEWER), folder.resolve(NEWER));
        OlderGlibc.fit(folder);
        try (Arena arena = Arena.ofConfined()) {
            var number = Linker.nativeLinker()
                    .downcallHandle(
                            SymbolLookup.libraryLookup(folder.resolve(NEWER), arena)
                                    .findOrThrow("number"),
                            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
            assertThat((long) number.invokeExact(arena.allocateFrom("41"))).isEqualTo(42);
        }
    }

    @Test
    void functionWithoutAnOlderOneIsAnError() throws Exception {
        byte[] library = Files.readAllBytes(MADE.resolve(UNKNOWN));
        assertThatThrownBy(() -> OlderGlibc.fit(UNKNOWN, library))
                .isInstanceOf(PackException.class)
                .hasMessage("needs-unknown.so needs tomorrow of GLIBC_2.38, which Debian 12 (glibc 2.36) does not have,"
                        + " and no older function is known for it");
    }

    @ParameterizedTest
    @CsvSource({
        "GLIBCXX_3.4.30, false",
        "GLIBCXX_3.4.31, true",
        "GLIBCXX_3.4, false",
        "CXXABI_1.3.13, false",
        "CXXABI_1.3.14, true",
        "CXXABI_1.3, false",
        "GCC_12.0.0, false",
        "GCC_14.0.0, true",
        "GCC_3.0, false",
        "GLIBC_2.38, false"
    })
    void librariesOfTheCompilerMayBeThoseOfDebian12(String version, boolean tooNew) {
        assertThat(OlderGlibc.isTooNewForCompiler(version)).isEqualTo(tooNew);
    }

    @Test
    void newerLibraryOfTheCompilerIsAnError() throws Exception {
        String text = Files.readString(MADE.resolve(NEWER), StandardCharsets.ISO_8859_1);
        byte[] library = text.replace("GLIBC_2.38", "GCC_14.0.0").getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> OlderGlibc.fit(NEWER, library))
                .isInstanceOf(PackException.class)
                .hasMessage("needs-glibc-2.38.so needs libc.so.6 with GCC_14.0.0, which Debian 12 does not have");
    }

    @Test
    void incompleteFileIsAnError() throws Exception {
        byte[] library = Files.readAllBytes(MADE.resolve(NEWER));
        byte[] half = Arrays.copyOf(library, library.length / 2);
        assertThatThrownBy(() -> OlderGlibc.fit(NEWER, half))
                .isInstanceOf(PackException.class)
                .hasMessage("needs-glibc-2.38.so is not a complete ELF file");
    }
}
