package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyncCommandTest {
    /// Who asks to be joined chooses its own name.
    @Test
    void aHubsNameEndsNoLineOfThePlan() {
        Map<String, @Nullable Object> plan = new LinkedHashMap<>();
        plan.put("hub", "Yard\nIts CA       AA:BB\u001b[8m");
        plan.put("url", "https://hub.example:8443");
        plan.put("fingerprint", "CC:DD");
        plan.put("box", "Gate\r\nReplaced     0 people");
        plan.put("people", 3L);
        plan.put("roles", 2L);
        String text = JoinCommand.plan(plan);
        assertThat(text.lines()).hasSize(4);
        assertThat(text).doesNotContain("\u001b").contains("Its CA       CC:DD");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            join                          | Missing required
            join https://hub.example:8443 | Missing required option: '--code=C'
            sync                          | Missing required subcommand
            sync now --waiting            | Unknown option
            """)
    void aMistakeIsNamedAndExitsWithTwo(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said).contains("--help'");
    }
}
