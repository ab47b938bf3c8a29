package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HubCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    hub              | Missing required subcommand
                    hub code         | Missing required argument (specify one of these)
                    hub code --withdraw Gate --read-only | --everything and --read-only are of a code that is made
                    hub code --withdraw Gate --days 3 | --days, --everything and --read-only are of a code that is
                    hub code --box Gate --days some   | 'some' is not a whole number
                    hub revoke       | Missing required parameter: 'NAME'
                    hub approve      | Missing required parameter: 'NAME'
                    hub publish Gate | unknown command or argument 'Gate'
                    """)
    void aMistakeIsNamedAndExitsWithTwo(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }

    @Test
    void nobodyIsTurnedAwayUnasked() {
        CommandRun run = CommandRun.of("hub", "revoke", "Gate", "--data", folder.toString());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("nothing was done", "--yes");
    }
}
