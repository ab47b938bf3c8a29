package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunOptionsTest {
    @ParameterizedTest
    @CsvSource({
        "--https-port, 65536, 'takes a port number, 0 to 65535'",
        "--http-port, -1, 'takes a port number, 0 to 65535'",
        "--http-port, http, 'takes a port number, 0 to 65535'",
        "--public-url, lobby, 'must be like https://'",
        "--public-url, 'https://lobby/path', 'must be like https://'",
    })
    void whatIsNoPortAndNoAddressIsWrongUsage(String option, String value, String sentence) {
        assertThat(RunOptions.parse(List.of(option, value)))
                .isInstanceOfSatisfying(
                        RunOptions.Parsed.Mistake.class,
                        mistake -> assertThat(mistake.sentence())
                                .startsWith(option)
                                .contains(sentence)
                                .contains(value));
    }

    @Test
    void portsAndAddressesThatAreSomeAreTaken() {
        assertThat(RunOptions.parse(List.of("--https-port=65535", "--http-port", "0", "--public-url=https://lobby")))
                .isInstanceOfSatisfying(RunOptions.Parsed.Run.class, run -> {
                    assertThat(run.options().httpsPort()).isEqualTo(65535);
                    assertThat(run.options().httpPort()).isZero();
                    assertThat(run.options().publicUrl()).isEqualTo("https://lobby");
                });
    }
}
