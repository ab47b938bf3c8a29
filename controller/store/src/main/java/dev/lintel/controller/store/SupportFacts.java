package dev.lintel.controller.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What a support file says of a database, and what it must not say: read beside a process that runs, or where none
/// does. Changes nothing.
public final class SupportFacts {
    /// Shorter words are in every text.
    private static final int NAME_CHARS_MIN = 3;
    /// A shorter number is an id, a time or a port as often as a card.
    private static final int DIGITS_MIN = 5;

    private static final String COUNTS = """
            SELECT kind, count(*), min(occurred_at), max(occurred_at) FROM event GROUP BY kind ORDER BY count(*) DESC
            """;

    private SupportFacts() {}

    /// How often there was one kind of event.
    ///
    /// @param kind its number
    public record Count(int kind, long count, long firstMs, long lastMs) {}

    /// People and their cards, as they could stand in a log. Of very many people others are taken for one
    /// now and then: rather that than one who is named.
    public static final class Known {
        /// Where nobody is known.
        public static final Known NOBODY = new Known();

        private final RoughSet names = new RoughSet();
        private final RoughSet numbers = new RoughSet();

        private Known() {}

        /// Of those alone.
        ///
        /// @param names each in lower case: `ada lovelace`, and `lovelace` alone
        /// @param numbers of cards and PINs
        public static Known of(Collection<String> names, Collection<String> numbers) {
            var known = new Known();
            names.forEach(known.names::add);
            numbers.forEach(known.numbers::add);
            return known;
        }

        /// Whether there is anybody.
        public boolean hasNames() {
            return !names.isEmpty();
        }

        /// Whether somebody may be called that, which is in lower case.
        public boolean isName(String words) {
            return names.mayHave(words);
        }

        /// Whether a card or a PIN may have that number.
        public boolean isNumber(String digits) {
            return numbers.mayHave(digits);
        }
    }

    /// The most frequent first. Throws [StoreException].
    public static List<Count> counts(Path database) {
        return look(
                database,
                sql -> sql.list(COUNTS, row -> new Count(row.integer(1), row.number(2), row.number(3), row.number(4))));
    }

    /// Who is not to be named. Takes the same memory for however many. Throws [StoreException].
    public static Known known(Path database) {
        return look(database, sql -> {
            var known = new Known();
            sql.each("SELECT first_name, last_name FROM person", row -> {
                String first = lower(row.text(1));
                String last = lower(row.text(2));
                Stream.of(
                                (first + " " + last).strip(),
                                (last + " " + first).strip(),
                                (last + ", " + first),
                                first,
                                last)
                        .filter(name -> name.length() >= NAME_CHARS_MIN)
                        .forEach(known.names::add);
            });
            sql.each("SELECT value FROM credential", row -> {
                String value = row.text(1);
                if (value.length() >= DIGITS_MIN) known.numbers.add(value);
            });
            return known;
        });
    }

    private static String lower(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private static <T> T look(Path database, Database.Work<T> work) {
        try (Connection connection = Database.connectToRead(database)) {
            return work.run(new Sql(connection));
        } catch (SQLException e) {
            throw Sql.failed("close " + database.getFileName(), e);
        }
    }
}
