package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MobileCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    mobile             | Missing required subcommand
                    mobile invite      | Missing required parameter: 'PERSON'
                    mobile invite Ada  | 'Ada' is not a whole number
                    mobile show        | Missing required parameter: 'ID'
                    mobile revoke      | Missing required parameter: 'ID'
                    mobile list --n x  | 'x' is not a whole number
                    """)
    void aMistakeIsNamedAndExitsWithTwo(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }

    @Test
    void noPhoneIsRevokedUnasked() {
        CommandRun run = CommandRun.of("mobile", "revoke", "7", "--data", folder.toString());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("nobody is here to be asked", "--yes");
    }
}
