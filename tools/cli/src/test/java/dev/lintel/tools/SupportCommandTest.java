package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.lintel.controller.store.SupportFacts;
import dev.lintel.tools.box.Box;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SupportCommandTest {
    @TempDir
    private static Path shared;

    /// It may have more keys, people and events than one case gave it.
    private static Box box;

    @TempDir
    Path temp;

    @BeforeAll
    static void start() {
        box = Box.start(Box.prepared(shared.resolve("data")));
    }

    @AfterAll
    static void stop() {
        box.close();
    }

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
        String key = String.valueOf(box.lintel("key create --email support@example.com --json")
                .json()
                .get("api_key"));
        assertThat(box.lintel("present --channel 1 --card 1001 --json").json()).containsEntry("decision", "admitted");
        CommandRun made = CommandRun.of("support", zip.toString(), "--data", box.data.toString());
        assertThat(made.exit()).as(made.err()).isZero();
        assertThat(made.out()).contains("doctor.txt").contains("events.jsonl");
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

    /// Root makes the file, and the box's process may have put the links there.
    @Test
    void noLinkLeadsToAFileOutsideTheFolder() throws IOException {
        Path data = Files.createDirectory(temp.resolve("data"));
        Path roots = Files.writeString(temp.resolve("roots"), "only root may read this");
        for (String name : List.of("controller.yaml", "crash.log")) {
            Files.createSymbolicLink(data.resolve(name), roots);
        }
        Path zip = temp.resolve("support.zip");
        CommandRun made = CommandRun.of("support", zip.toString(), "--data", data.toString());
        assertThat(made.exit()).as(made.err()).isZero();
        Map<String, String> parts = parts(zip);
        assertThat(String.join("\n", parts.values())).doesNotContain("only root may read this");
        assertThat(parts.get("wiring.yaml")).contains("not there: ", "it is a link");
        assertThat(parts.get("crash.txt")).contains("not there: ", "it is a link");
        assertThat(parts.get("files.txt")).doesNotContain("crash.log");
    }

    /// A box with secrets of every kind, which the command has to pass by or to blank; where nothing blanks them, this
    /// fails: `crash.log` and `controller.yaml` go into the file as they are but for that.
    @Test
    void noSecretLeavesAndNobodyIsNamedUnlessAsked() throws Exception {
        Path data = box.data;
        List<String> secrets = new ArrayList<>();
        box.lintel("site export"); // it runs
        secrets.add(value(box, "key create --email k@example.com --json", "api_key"));
        secrets.add(
                value(box, "user invite --email i@example.com --json", "link").replaceAll(".*=", ""));
        secrets.add(value(box, "app create --name N --redirect-uri https://a.example/cb --json", "client_secret"));
        secrets.add(value(box, "hub code --box Gate --json", "code"));
        secrets.add("MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg"); // of a key without its frame
        secrets.add("0123456789abcdef0123456789ABCDEF"); // an OSDP reader's
        secrets.add("hunter2-of-the-proxy");
        secrets.add("4711-PIN");
        secrets.add("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.s1gnatureOfThisToken");
        try (var keys = Files.list(data.resolve("keys"))) {
            for (Path key : keys.toList()) {
                byte[] bytes = Files.readAllBytes(key);
                byte[] long32 = bytes.length < 32 ? Arrays.copyOf(bytes, 32) : bytes;
                secrets.add(Base64.getEncoder().encodeToString(long32));
            }
        }
        secrets.add("mMvmTSwYUEtwpQAGAAAAAAAAAAAAAAAAAAAAAAAAAAA="); // without a digit, as one in some is
        secrets.add("SFu/gcrMGMTzTwDPAAAAAAAAAAAAAAAAAAAAAAAAAAA="); // the same with a stroke, as in a path
        String pem = Files.readString(data.resolve("tls/ca.key"));
        secrets.add(pem.lines().skip(1).findFirst().orElseThrow());
        String left = "webhook_secret: " + secrets.get(2) + "\nkey " + secrets.get(5) + "\n" + pem + "\nclaim="
                + secrets.get(3) + "\nhttps://me:" + secrets.get(6) + "@proxy.example:3128/\npin: " + secrets.get(7)
                + "\nAuthorization: Bearer " + secrets.get(8) + "\n" + secrets.get(4) + "\n"
                + String.join("\n", secrets.subList(0, 4)) + "\n"
                + String.join(" ", secrets.subList(9, secrets.size()));
        Files.writeString(data.resolve("crash.log"), left + "\nseen: Amira Castell, card 1234567, a@b.example\n");
        Files.writeString(data.resolve("claim"), secrets.get(0));
        Path people = temp.resolve("people.csv");
        Files.writeString(people, "first_name,last_name,email,card\nAmira,Castell,a@b.example,1234567\n");
        assertThat(box.lintel("people import " + people).exit()).isZero();
        assertBlank(data, "running.zip", secrets, true);
        Path stopped = stoppedCopy();
        assertBlank(stopped, "stopped.zip", secrets, true);
        Map<String, String> named = parts(support(stopped, "named.zip", "--with-names"));
        assertThat(named.get("crash.txt")).contains("Amira Castell", "1234567").doesNotContain(secrets);
        Files.write(stopped.resolve("lintel.db"), new byte[100]);
        assertBlank(stopped, "damaged.zip", secrets, false);
    }

    /// The data folder as an orderly end of the box leaves it: its databases whole, without logs beside them.
    private Path stoppedCopy() throws IOException, SQLException {
        Path copy = temp.resolve("data");
        List<Path> all;
        try (Stream<Path> walk = Files.walk(box.data)) {
            all = walk.toList();
        }
        for (Path file : all) {
            String name = file.getFileName().toString();
            Path there = copy.resolve(box.data.relativize(file).toString());
            if (Files.isDirectory(file)) Files.createDirectories(there);
            else if (name.endsWith(".db")) vacuum(file, there);
            else if (Files.isRegularFile(file) && !name.matches(".*[.]db-(wal|shm)"))
                Files.copy(file, there, StandardCopyOption.COPY_ATTRIBUTES);
        }
        return copy;
    }

    private static void vacuum(Path database, Path copy) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            statement.execute("VACUUM INTO '" + copy + "'");
        }
    }

    private Path support(Path data, String name, String... more) {
        var words = new ArrayList<>(List.of("support", temp.resolve(name).toString(), "--data", data.toString()));
        words.addAll(List.of(more));
        CommandRun made = CommandRun.of(words.toArray(String[]::new));
        assertThat(made.exit()).as(made.err()).isZero();
        return temp.resolve(name);
    }

    /// `known`: whether the database says who is not to be named.
    private void assertBlank(Path data, String name, List<String> secrets, boolean known) throws IOException {
        Map<String, String> parts = parts(support(data, name));
        String all = String.join("\n", parts.values());
        assertThat(secrets).allSatisfy(secret -> assertThat(secret).hasSizeGreaterThan(7));
        assertThat(all).doesNotContain(secrets).doesNotContain("a@b.example");
        assertThat(parts.get("crash.txt")).contains("seen: ").contains("(left out)");
        if (known) assertThat(all).doesNotContain("Amira", "Castell", "1234567");
        assertThat(parts.get("doctor.txt")).contains("This box ").contains("lintel.db");
        assertThat(parts.get("files.txt")).contains("tls/ca.key");
        assertThat(parts).containsKeys("health.json", "about.txt", "log/lintel.txt", "wiring.yaml");
        if (known) assertThat(parts.get("event-counts.txt")).contains("CHANNEL_STARTED");
        else assertThat(parts.get("event-counts.txt")).startsWith("not there: ");
    }

    private static String value(Box box, String command, String field) {
        CommandRun run = box.lintel(command);
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.json()).as(command).containsKey(field);
        return String.valueOf(run.json().get(field));
    }

    @Test
    void peopleAreLeftOutByNameAndCardsByNumber() {
        var scrub = new Scrub(SupportFacts.Known.of(
                Set.of("ada lovelace", "lovelace, ada", "lovelace", "jean-luc de la tour"),
                Set.of("1234567", "00042")));
        assertThat(scrub.text("Ada Lovelace passed; LOVELACE, ADA; lovelace's; loveland; Jean-Luc de la Tour."))
                .isEqualTo("(left out) passed; (left out); (left out); loveland; (left out).");
        assertThat(scrub.text("card 1234567, 12345678 ms, 00042"))
                .isEqualTo("card (left out), 12345678 ms, (left out)");
        assertThat(scrub.text("to ada@example.com at 10.0.0.1")).isEqualTo("to (left out) at 10.0.0.1");
        assertThat(Scrub.SECRETS.text("to ada@example.com")).isEqualTo("to ada@example.com");
    }

    @Test
    void aVeryLongValueIsLeftOutToo() {
        String value = "a\\\"b".repeat(100_000);
        assertThat(Scrub.SECRETS.text("\"password\":\"" + value + "\", x")).isEqualTo("\"password\":(left out), x");
        assertThat(Scrub.SECRETS.text("token='" + value)).doesNotContain(value);
    }

    @Test
    void linesFurtherInThanTheNameOfASecretAreLeftOutWithIt() {
        String text = "mail:\n  password: |\n    quiet\n    hinges\n  host: a\nsecret: correct\n  horse\nzone: UTC\n";
        assertThat(Scrub.SECRETS.text(text))
                .isEqualTo("mail:\n  password: (left out)\n  host: a\nsecret: (left out)\nzone: UTC\n");
    }

    /// Between paragraphs, as YAML keeps them; what follows the last one belongs to the file.
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "  \n", "\n\n"})
    void emptyLinesDoNotEndASecret(String empty) {
        String text = "mail:\n  password: |\n    quiet\n" + empty + "    hinges\n" + empty + "  host: a\n";
        assertThat(Scrub.SECRETS.text(text)).isEqualTo("mail:\n  password: (left out)\n" + empty + "  host: a\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token: >-",
                "webhook_secret: |",
                "password: >",
                "\"passphrase\": |2",
                "api_key: |",
                "api-key: >+",
                "Authorization:",
                "cookie: |",
                "scbk: |-",
                "claim: &a |",
                "pin: quiet",
                "- session: |"
            })
    void whateverASecretIsCalledItsLinesAreLeftOut(String name) {
        String key = name.substring(0, name.indexOf(':') + 1);
        String text = "mail:\n  " + name + "\n      quiet\n\n      hinges\n  host: a\n";
        assertThat(Scrub.SECRETS.text(text))
                .doesNotContain("quiet", "hinges")
                .startsWith("mail:\n  " + key)
                .endsWith("(left out)\n  host: a\n");
    }

    @Test
    void aSecretOfVeryManyLinesIsLeftOutToo() {
        String lines = "\n  quiet\n\n \n  hinges".repeat(100_000);
        assertThat(Scrub.SECRETS.text("token: |" + lines + "\nzone: UTC")).isEqualTo("token: (left out)\nzone: UTC");
    }

    /// As whoever took over the box may leave in a file that root reads.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                " ",
                "Environment=a\\\n",
                "password:",
                "password: |\n  x\n",
                "password: |\n\n",
                "token: |\n  x\n \n\n",
                "token: |\r\n \r\n",
                " pin:\n",
                "tokentoken",
                "secret = '",
                "''",
                "token=\\a"
            })
    void aFileThatIsMadeToTakeLongDoesNot(String piece) {
        String text = piece.repeat((1 << 18) / piece.length());
        assertTimeout(Duration.ofSeconds(20), () -> Scrub.SECRETS.text(text));
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
            join by 7KQ2-M9XD now                          | join by (left out) now
            root=PARTUUID=0f1e2d3c-0000-8000-8000-000000000001 | root=PARTUUID=0f1e2d3c-0000-8000-8000-000000000001
            key 000102030405060708090a0b0c0d0e0f           | key (left out)
            a name-of-a-unit-that-is-very-long-indeed.service | a name-of-a-unit-that-is-very-long-indeed.service
            2026-11-25 7KQ2-M9X                            | 2026-11-25 7KQ2-M9X
            Cookie: lintel=abc; other=1                    | Cookie: (left out); other=1
            session=abcdef                                 | session=(left out)
            Environment="LINTEL_ADMIN_PASSWORD=quiet hinges by the hundred" | Environment=(left out)
            Environment=FOO=hunter2 BAR='x y'              | Environment=(left out)
            Environment=LINTEL_JAVA_OPTS=-Xmx128m          | Environment=LINTEL_JAVA_OPTS=-Xmx128m
            Environment=LINTEL_JAVA_OPTS=-Xmx128m A=b      | Environment=(left out)
            LINTEL_ADMIN_PASSWORD=quiet hinges "by" the hundred | LINTEL_ADMIN_PASSWORD=(left out)
            password: correct horse battery staple         | password: (left out)
            secret: correct horse                          | secret: (left out)
            "password":"a\\"b secret tail", "x": 1         | "password":(left out), "x": 1
            passphrase='it\\'s long' and                  | passphrase=(left out) and
            password: 'it''s a quiet hinge'                | password: (left out)
            secret = correct horse                         | secret = (left out)
            12:00 strike released                          | 12:00 strike released
            """)
    void whatOpensSomethingIsLeftOut(String line, String left) {
        assertThat(Scrub.SECRETS.text(line)).isEqualTo(left);
    }
}
