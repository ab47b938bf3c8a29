package dev.lintel.controller.peoplefile;

import dev.lintel.controller.csv.CsvRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Chunks and what becomes of them as JSON trees, for the control socket; both of its ends read here what the other
/// wrote here.
///
/// ```
///   chunk    {"columns": ["email", ...], "rows": [[2, "ada@example.com", ...], ...]}      2: the line
///   kinds    {"kinds": ["email", "plain", ...]}      or {"why": "there is no column ..."}
///   outcome  {"created": 1, "changed": 0, "unchanged": 0,
///             "refused": [{"line": 3, "faults": [{"column": "email", "message": "is invalid"}]}]}
/// ```
///
/// Reading throws [PeopleFileException] for anything else.
public final class ChunkForm {
    private ChunkForm() {}

    public static Map<String, Object> tree(Chunk chunk) {
        var rows = new ArrayList<List<Object>>();
        for (CsvRow row : chunk.rows()) {
            var cells = new ArrayList<Object>(row.cells().size() + 1);
            cells.add(row.line());
            cells.addAll(row.cells());
            rows.add(cells);
        }
        return Map.of("columns", chunk.columns(), "rows", rows);
    }

    /// What [#tree(Chunk)] made; the tree may say more.
    public static Chunk chunk(Map<String, ? extends @Nullable Object> tree) {
        List<String> columns = columns(tree);
        List<?> list = list(tree, "rows");
        if (list.size() > Chunk.ROWS_MAX) {
            throw new PeopleFileException("more than " + Chunk.ROWS_MAX + " rows at once");
        }
        var rows = new ArrayList<CsvRow>();
        for (Object row : list) {
            if (!(row instanceof List<?> cells) || cells.size() != columns.size() + 1) throw wrong("rows");
            if (!(cells.getFirst() instanceof Long line)) throw wrong("rows");
            rows.add(new CsvRow(whole(line), texts("rows", cells.subList(1, cells.size()))));
        }
        return new Chunk(columns, rows);
    }

    public static List<String> columns(Map<String, ? extends @Nullable Object> tree) {
        return texts("columns", list(tree, "columns"));
    }

    public static Map<String, Object> kinds(List<ColumnKind> kinds) {
        return Map.of("kinds", kinds.stream().map(ColumnKind::word).toList());
    }

    /// In place of the kinds, for a header that is refused.
    public static Map<String, Object> refused(PeopleFileException why) {
        return Map.of("why", String.valueOf(why.getMessage()));
    }

    /// Throws [PeopleFileException] also when the header was refused.
    public static List<ColumnKind> kinds(Map<String, ? extends @Nullable Object> tree) {
        if (tree.get("why") instanceof String why) throw new PeopleFileException(why);
        var kinds = new ArrayList<ColumnKind>();
        for (String word : texts("kinds", list(tree, "kinds"))) {
            try {
                kinds.add(ColumnKind.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) { // a process of another version
                throw wrong("kinds");
            }
        }
        return kinds;
    }

    public static Map<String, Object> tree(Outcome outcome) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("created", outcome.created());
        tree.put("changed", outcome.changed());
        tree.put("unchanged", outcome.unchanged());
        tree.put("refused", outcome.refused().stream().map(ChunkForm::tree).toList());
        return tree;
    }

    public static Map<String, Object> tree(RefusedRow row) {
        var faults = new ArrayList<Map<String, Object>>();
        for (CellFault fault : row.faults()) faults.add(Map.of("column", fault.column(), "message", fault.message()));
        return Map.of("line", row.line(), "faults", faults);
    }

    public static Outcome outcome(Map<String, ? extends @Nullable Object> tree) {
        var refused = new ArrayList<RefusedRow>();
        for (Object row : list(tree, "refused")) {
            if (!(row instanceof Map<?, ?> map) || !(map.get("line") instanceof Long line)) throw wrong("refused");
            if (!(map.get("faults") instanceof List<?> list)) throw wrong("refused");
            refused.add(new RefusedRow(whole(line), faults(list)));
        }
        return new Outcome(count(tree, "created"), count(tree, "changed"), count(tree, "unchanged"), refused);
    }

    private static List<CellFault> faults(List<?> list) {
        var faults = new ArrayList<CellFault>();
        for (Object fault : list) {
            if (!(fault instanceof Map<?, ?> map)
                    || !(map.get("column") instanceof String column)
                    || !(map.get("message") instanceof String message)) throw wrong("faults");
            faults.add(new CellFault(column, message));
        }
        return faults;
    }

    private static int count(Map<String, ? extends @Nullable Object> tree, String name) {
        if (!(tree.get(name) instanceof Long count)) throw wrong(name);
        return whole(count);
    }

    private static int whole(long number) {
        if (number < 0 || number > Integer.MAX_VALUE) throw wrong("a number");
        return (int) number;
    }

    private static List<?> list(Map<String, ? extends @Nullable Object> tree, String name) {
        if (!(tree.get(name) instanceof List<?> list)) throw wrong(name);
        return list;
    }

    private static List<String> texts(String name, List<?> list) {
        var texts = new ArrayList<String>();
        for (Object element : list) {
            if (!(element instanceof String text)) throw wrong(name);
            texts.add(text);
        }
        return texts;
    }

    private static PeopleFileException wrong(String name) {
        return new PeopleFileException(name + " cannot be read");
    }
}
