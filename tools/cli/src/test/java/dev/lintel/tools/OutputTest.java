package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputTest {
    @Test
    void whatATerminalWouldObeyIsNotPrinted() {
        assertThat(Output.harmless("Eve\u001B]0;title\u0007\u001B[2J\u202Egnp\r\u009B31m"))
                .isEqualTo("Eve\\u001b]0;title\\u0007\\u001b[2J\\u202egnp\\u000d\\u009b31m");
        assertThat(Output.harmless("Eve\u061C \u200E \u200F \u200B \uDB40\uDC41"))
                .isEqualTo("Eve\\u061c \\u200e \\u200f \\u200b \\udb40\\udc41");
        assertThat(Output.inLine("Eve\u200F")).isEqualTo("Eve\\u200f");
        assertThat(Output.harmless("two lines:\n\tZoë Ångström 王")).isEqualTo("two lines:\n\tZoë Ångström 王");
    }

    /// JSON stays JSON: a program that reads it has the text itself.
    @Test
    void jsonHasTheSameValues() {
        String written = Json.write(Map.of("name", "Eve\u202E\u009B\uDB40\uDC41"));
        assertThat(Output.harmless(written)).isEqualTo("{\"name\":\"Eve\\u202e\\u009b\\udb40\\udc41\"}");
        assertThat(Json.parseObject(Output.harmless(written))).isEqualTo(Json.parseObject(written));
    }

    @Test
    void aValueDoesNotEndItsLine() {
        assertThat(Output.inLine("Eve\n2026-01-01  9  Admitted")).isEqualTo("Eve 2026-01-01  9  Admitted");
    }
}
