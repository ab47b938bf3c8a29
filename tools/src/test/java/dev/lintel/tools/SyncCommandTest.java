package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyncCommandTest {
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
