package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArchTest {
    @Test
    void namesAreDebians() {
        for (Arch arch : Arch.values()) assertThat(Arch.named(arch.debian())).isEqualTo(arch);
        assertThatThrownBy(() -> Arch.named("armhf"))
                .isInstanceOf(PackException.class)
                .hasMessage("--arch: there is no 'armhf'; it is one of amd64, arm64");
    }
}
