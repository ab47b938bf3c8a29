package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The triggers of `hub-triggers.sql`, which count what boxes follow. A Lintel that is no hub has none: each write of a
/// person would cost twice as much. In the caller's transaction, on the writer.
final class HubTriggers {
    private static final Pattern TRIGGER =
            Pattern.compile("^(CREATE TRIGGER (\\w+) .*?\nEND);$", Pattern.DOTALL | Pattern.MULTILINE);

    private HubTriggers() {}

    /// Makes those that are missing, and anew those that another version made.
    static void ensure(Sql sql) {
        Map<String, String> wanted = wanted();
        Map<String, String> standing = standing(sql);
        standing.forEach((name, text) -> {
            if (!text.equals(wanted.get(name))) sql.script("DROP TRIGGER " + name);
        });
        wanted.forEach((name, text) -> {
            if (!text.equals(standing.get(name))) sql.script(text);
        });
    }

    private static Map<String, String> standing(Sql sql) {
        var standing = new HashMap<String, String>();
        sql.each(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_revision' ESCAPE '\\'",
                row -> standing.put(row.text(1), row.text(2)));
        return standing;
    }

    /// By name, in the file's order.
    static Map<String, String> wanted() {
        var wanted = new LinkedHashMap<String, String>();
        Matcher each = TRIGGER.matcher(text());
        while (each.find()) wanted.put(each.group(2), each.group(1));
        return wanted;
    }

    private static String text() {
        try (InputStream file = HubTriggers.class.getResourceAsStream("hub-triggers.sql")) {
            if (file == null) throw new IllegalStateException("hub-triggers.sql is not in the jar");
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("hub-triggers.sql", e);
        }
    }
}
