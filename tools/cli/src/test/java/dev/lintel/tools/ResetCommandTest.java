package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResetCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            reset --yes                       | Unknown option: '--yes'
            reset now                         | unknown command or argument 'now'
            sim --channel 1 --rex --hold long | --hold is a time such as 10s or 800ms, not long
            sim --channel 1 --rex --hold 10   | --hold is a time such as 10s or 800ms, not 10
            """)
    void aMistakeIsNamedAndExitsWithTwo(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said).contains("--help'");
    }

    @Test
    void allOfTheSystemGoesOnlyWhereAnImageMadeIt() {
        CommandRun run =
                CommandRun.of("reset", "--all", "--data", Path.of("nowhere").toString());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("--all is for boxes that an image made").contains("/usr/lib/lintel-os/reset");
    }
}
