package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.Box;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportCommandTest {
    @TempDir
    Path temp;

    private static Map<String, String> parts(Path zip) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        try (var file = new ZipFile(zip.toFile())) {
            for (var entry : file.stream().toList()) {
                parts.put(
                        entry.getName(), new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return parts;
    }

    @Test
    void itSaysHowTheBoxIsAndNothingOfPeopleOrSecrets() throws IOException {
        Path zip = temp.resolve("support.zip");
        String key;
        try (Box box = Box.start(temp.resolve("data"))) {
            key = String.valueOf(box.lintel("key create --email support@example.com --json")
                    .json()
                    .get("api_key"));
            assertThat(box.lintel("present --channel 1 --card 1001 --json").json())
                    .containsEntry("decision", "admitted");
            CommandRun made = CommandRun.of("support", zip.toString(), "--data", box.data.toString());
            assertThat(made.exit()).as(made.err()).isZero();
            assertThat(made.out()).contains("doctor.txt").contains("events.jsonl");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(zip)))
                .isEqualTo("rw-------");
        Map<String, String> parts = parts(zip);
        assertThat(parts.get("doctor.txt")).contains("process").contains("data folder");
        assertThat(parts.get("site.yaml")).contains("Front Door");
        assertThat(parts.get("events.jsonl")).contains("ADMITTED_CARD");
        assertThat(parts.get("machine/kernel.txt")).contains("Linux");
        assertThat(key).hasSizeGreaterThan(20);
        assertThat(String.join("\n", parts.values())).doesNotContain(key, "Ada", "Ben Demo");
        CommandRun again = CommandRun.of("support", zip.toString());
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("is there already");
    }

    @Test
    void aBoxThatDoesNotRunIsToldOfAsFarAsItGoes() throws IOException {
        Path zip = temp.resolve("support.zip");
        CommandRun made = CommandRun.of(
                "support", zip.toString(), "--data", temp.resolve("none").toString());
        assertThat(made.exit()).as(made.err()).isZero();
        Map<String, String> parts = parts(zip);
        assertThat(parts.get("site.yaml")).startsWith("not there: no lintel runs on");
        assertThat(parts.get("about.txt")).contains("Lintel ").contains("Java ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            https://box:8443/setup?token=AbCdEf123456_-x  | https://box:8443/setup?token=(left out)
            Authorization: Basic YWJjZGVmZw==              | Authorization: Basic (left out)
            "password" : "quiet hinges"                    | "password" : (left out)
            password: "quiet hinges" and more              | password: (left out) and more
            https://hub/join?code=7K2M-9QXR                | https://hub/join?code=(left out)
            "event_code":10                                | "event_code":10
            client_secret=s3cr3ts3cr3t&x=1                 | client_secret=(left out)&x=1
            smtp://me:pass@mail.example:25                 | smtp://(left out)@mail.example:25
            the token is in the mail                       | the token is in the mail
            12:00 strike released                          | 12:00 strike released
            """)
    void whatOpensSomethingIsLeftOut(String line, String left) {
        assertThat(SupportFile.hidden(line)).isEqualTo(left);
    }
}
