package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `doctor` and `certificate show` make of the sheet that a running box gives.
class CertificateChecksTest {
    private static Map<String, @Nullable Object> sheet(long given, long own, @Nullable String fault) {
        String certificates = given < -99 ? "" : """
                {"certificate":"given","names":["lobby.example.com"],"issuer":"CN=R11","begins_at":"B","ends_at":"E",
                 "days_left":%d,"fingerprint":"AA:BB"},""".formatted(given);
        return Json.parseObject("""
                {"source":"acme","fault":%s,"remarks":[],"certificates":[%s
                 {"certificate":"own","names":["localhost","box","box.local","10.0.0.7"],"issuer":"CN=Lintel CA",
                  "begins_at":"B","ends_at":"E","days_left":%d,"fingerprint":"CC:DD","authority":"/d/tls/ca.crt",
                  "authority_fingerprint":"EE:FF"}],
                 "order":{"directory":"https://ca.example/dir","names":["lobby.example.com"],"under_way":true,
                  "fault":"the authority says: no","next_at":"N"}}
                """.formatted(Json.write(fault), certificates, own));
    }

    private static List<String> words(Map<String, @Nullable Object> sheet) {
        return CertificateChecks.of(sheet).stream()
                .map(finding -> finding.state() + " " + finding.found())
                .toList();
    }

    @Test
    void eachCertificateHasALineWithItsIssuerItsNamesAndTheDaysThatAreLeft() {
        assertThat(words(sheet(60, 380, null)))
                .containsExactly(
                        "OK given, by CN=R11, for lobby.example.com, 60 days left",
                        "OK the box's own, for localhost, box, box.local and 1 more, 380 days left");
    }

    @Test
    void fewDaysAreAWarningAndNoneAFailure() {
        assertThat(words(sheet(13, 380, null)).getFirst()).startsWith("WARN ");
        assertThat(words(sheet(-1, 380, null)).getFirst()).startsWith("FAIL ");
        assertThat(words(sheet(60, 13, null)).getLast()).startsWith("WARN ");
    }

    @Test
    void whatIsNotAsItWasAskedForFails() {
        assertThat(words(sheet(-100, 380, "tls.key: /k is not there")))
                .containsExactly(
                        "OK the box's own, for localhost, box, box.local and 1 more, 380 days left",
                        "FAIL tls.key: /k is not there");
    }

    @Test
    void theSheetIsToldInLines() {
        assertThat(CertificateCommand.lines(sheet(60, 380, "it\u001b[31m fails")))
                .contains("Ordered by ACME:\n  for      lobby.example.com\n  issuer   CN=R11")
                .contains("holds    B to E (60 days left)", "trust    /d/tls/ca.crt")
                .contains("Orders at https://ca.example/dir for lobby.example.com: one is under way")
                .contains("last try failed: the authority says: no", "next     N")
                .contains("Wrong: it\\u001b[31m fails");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    certificate                             | Missing required subcommand
                    certificate install --key k.pem         | Missing required option: '--certificate=F'
                    certificate install --certificate c.pem | Missing required option: '--key=F'
                    certificate show now                    | unknown command or argument 'now'
                    """, quoteCharacter = '"')
    void aMistakeIsNamed(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" ", 4));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }
}
