package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DebPackageTest {
    @Test
    void theControlFileSaysWhatIsNeeded() {
        String control =
                DebPackage.control("0.1.0", Arch.ARM64, 1234, List.of("libc6 (>= 2.34)", "zlib1g"), "25.0.5.1+2-1");
        assertThat(control.lines().toList())
                .contains("Package: lintel", "Version: 0.1.0", "Architecture: arm64", "Installed-Size: 1234")
                .contains("Depends: libc6 (>= 2.34), zlib1g, init-system-helpers,"
                        + " systemd (>= 250) | systemd-standalone-sysusers")
                .contains("Breaks: systemd (<< 250)") // where the other alternative is installed beside an older one
                .contains("Built-Using: openjdk-25 (= 25.0.5.1+2-1)");
        assertThat(control).endsWith("\n").doesNotContain("\n\n");
        assertThat(control.lines().filter(line -> line.startsWith(" "))).isNotEmpty();
    }

    /// systemd mounts what these name onto itself in the service's own view, and a rename crosses no mount: the box's
    /// requests could not be taken.
    @Test
    void rootsServiceHasNoMountBetweenTheBoxsFolderAndItsOwn() throws IOException {
        List<String> unit = Files.readAllLines(Path.of("src/main/board/systemd/lintel-system.service"));
        assertThat(unit)
                .noneMatch(line -> line.matches("(State|Cache|Logs)Directory=.*"))
                .noneMatch(line -> line.matches("(ReadWrite|ReadOnly|Inaccessible|Bind|BindReadOnly|Exec)Paths=.*"))
                .noneMatch(line -> line.matches("ProtectSystem=.*|TemporaryFileSystem=.*|DynamicUser=.*"));
    }
}
