package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.SupportFacts.Known;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SupportFactsTest {
    /// More than a box is made for.
    private static final int PEOPLE = 400_000;
    /// A box's command line has 64 MB for all that it does.
    private static final String HEAP = "-Xmx32m";

    @TempDir
    Path folder;

    /// The two tables, with names of which hardly any comes twice.
    private Path people(int count) throws SQLException {
        Path file = folder.resolve("lintel.db");
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = sqlite.createStatement()) {
            statement.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT)");
            statement.execute("CREATE TABLE credential (id INTEGER PRIMARY KEY, value TEXT)");
            String numbers =
                    " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + count + ") ";
            statement.execute("INSERT INTO person" + numbers
                    + "SELECT i, 'First-' || hex(i * 7919 % 1000003), 'De Last-' || hex(i) FROM n");
            statement.execute("INSERT INTO credential" + numbers + "SELECT i, 1000000 + i FROM n");
        }
        return file;
    }

    @Test
    @Timeout(120)
    void veryManyPeopleTakeNoMoreMemoryThanTheCommandLineHas() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyPeople.class.getName(),
                        people(PEOPLE).toString())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }

    @Test
    void whoeverIsThereIsKnownInEachSpellingAndHardlyAnybodyElse() throws Exception {
        Known known = SupportFacts.known(people(20_000));
        for (int i = 1; i <= 20_000; i++) {
            String first = "first-" + hex(i * 7919L % 1_000_003);
            String last = "de last-" + hex(i);
            assertThat(List.of(first, last, first + " " + last, last + " " + first, last + ", " + first))
                    .allMatch(known::isName);
            assertThat(known.isNumber(Integer.toString(1_000_000 + i))).isTrue();
        }
        int wrongly = 0;
        for (int i = 0; i < 100_000; i++) {
            if (known.isName("word" + i)) wrongly++;
            if (known.isNumber(Integer.toString(2_000_000 + i))) wrongly++;
        }
        assertThat(wrongly).isLessThan(3);
    }

    /// As SQLite has it: of the number's text.
    private static String hex(long number) {
        return HexFormat.of().formatHex(Long.toString(number).getBytes(StandardCharsets.UTF_8));
    }

    /// With four million texts one of 900 is.
    @Test
    void aFullSetIsWrongNowAndThenAndNeverMissesOne() {
        var set = new RoughSet();
        assertThat(set.mayHave("a")).isFalse();
        for (int i = 0; i < 4_000_000; i++) set.add("text " + i);
        int wrongly = 0;
        for (int i = 0; i < 100_000; i++) {
            if (!set.mayHave("text " + i * 40)) throw new AssertionError("text " + i * 40 + " is missing");
            if (set.mayHave("other " + i)) wrongly++;
        }
        assertThat(wrongly).isBetween(20, 400);
    }

    /// In a process of its own.
    static final class ManyPeople {
        private ManyPeople() {}

        public static void main(String[] arguments) {
            Known known = SupportFacts.known(Path.of(arguments[0]));
            if (!known.isNumber("1000001")) throw new IllegalStateException("a number is missing");
        }
    }
}
