package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputTest {
    @Test
    void whatATerminalWouldObeyIsNotPrinted() {
        assertThat(Output.harmless("Eve\u001B]0;title\u0007\u001B[2J\u202Egnp\r\u009B31m"))
                .isEqualTo("Eve\uFFFD]0;title\uFFFD\uFFFD[2J\uFFFDgnp\uFFFD\uFFFD31m");
        assertThat(Output.harmless("two lines:\n\tZoë Ångström 王")).isEqualTo("two lines:\n\tZoë Ångström 王");
    }

    @Test
    void aValueDoesNotEndItsLine() {
        assertThat(Output.inLine("Eve\n2026-01-01  9  Admitted")).isEqualTo("Eve 2026-01-01  9  Admitted");
    }
}
