package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DebPackageTest {
    @Test
    void theControlFileSaysWhatIsNeeded() {
        String control = DebPackage.control("0.1.0", Arch.ARM64, 1234, List.of("libc6 (>= 2.38)", "zlib1g"));
        assertThat(control.lines().toList())
                .contains("Package: lintel", "Version: 0.1.0", "Architecture: arm64", "Installed-Size: 1234")
                .contains("Depends: libc6 (>= 2.38), zlib1g, init-system-helpers,"
                        + " systemd | systemd-standalone-sysusers");
        assertThat(control).endsWith("\n").doesNotContain("\n\n");
        assertThat(control.lines().filter(line -> line.startsWith(" "))).isNotEmpty();
    }
}
