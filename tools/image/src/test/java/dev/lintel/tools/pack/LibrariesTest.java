package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
    /// As readelf prints it of a JDK's library.
    private static final String SAID = """
            Dynamic section at offset 0x2d60 contains 33 entries:
              Tag        Type                         Name/Value
             0x0000000000000001 (NEEDED)             Shared library: [libz.so.1]
             0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
             0x0000000000000001 (NEEDED)             Shared library: [ld-linux-aarch64.so.1]
             0x000000000000000e (SONAME)             Library soname: [libzip.so]

            Version needs section '.gnu.version_r' contains 1 entry:
             Addr: 0x0000000000000878  Offset: 0x00000878  Link: 4 (.dynstr)
              000000: Version: 1  File: libc.so.6  Cnt: 3
              0x0010:   Name: GLIBC_2.4  Flags: none  Version: 4
              0x0020:   Name: GLIBC_2.38  Flags: none  Version: 3
              0x0030:   Name: GLIBC_2.17  Flags: none  Version: 2
            """;

    @Test
    void librariesAreToldAsTheirPackages() {
        assertThat(Libraries.ofText(SAID).packages()).containsExactly("libc6 (>= 2.38)", "zlib1g");
    }

    @Test
    void theNewestCLibraryOfAllCounts() {
        assertThat(Libraries.ofText(SAID, SAID.replace("2.38", "2.9")).packages())
                .contains("libc6 (>= 2.38)");
        assertThat(Libraries.ofText(SAID.replace("2.38", "2.9")).packages()).contains("libc6 (>= 2.17)");
    }

    @Test
    void packedRelocationsNeedGlibc236() {
        assertThat(Libraries.ofText(SAID.replace("GLIBC_2.38", "GLIBC_ABI_DT_RELR"))
                        .packages())
                .contains("libc6 (>= 2.36)");
    }

    @Test
    void aLibraryOfWhichNobodyKnowsThePackageIsNamed() {
        assertThatThrownBy(() -> Libraries.ofText(SAID.replace("libz.so.1", "libweather.so.3"))
                        .packages())
                .isInstanceOf(PackException.class)
                .hasMessageContaining("libweather.so.3");
    }

    @Test
    void whatIsNoProgramIsNotLookedAt(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("readme"), "ELF");
        Files.write(folder.resolve("short"), new byte[] {0x7F});
        assertThat(Libraries.of(folder).packages()).isEmpty();
    }
}
