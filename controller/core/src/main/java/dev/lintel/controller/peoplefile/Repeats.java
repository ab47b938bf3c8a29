package dev.lintel.controller.peoplefile;

import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.csv.SpreadsheetText;
import dev.lintel.controller.text.TextKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which rows of a file name who or what an earlier row names: of two rows for one person the second would undo
/// the first, and which of two people a card is for nobody knows. The earlier row stands, whatever else is wrong
/// with it.
///
/// Keeps each such cell in memory, some 100 bytes each: the command line has it, and the console's files are short.
final class Repeats {
    /// Asks for a PIN that the box chooses: any number of rows may.
    private static final String GENERATE = "******";

    private static final String REMOVE = "-";

    private final List<String> columns;
    private final List<ColumnKind> kinds;
    private final Map<ColumnKind, Map<String, Integer>> lines = new EnumMap<>(ColumnKind.class);

    Repeats(List<String> columns, List<ColumnKind> kinds) {
        this.columns = columns;
        this.kinds = kinds;
    }

    /// What the row repeats; empty when nothing. Each row once, in order.
    List<CellFault> of(CsvRow row) {
        var faults = new ArrayList<CellFault>();
        for (int i = 0; i < kinds.size(); i++) {
            ColumnKind kind = kinds.get(i);
            if (kind == ColumnKind.PLAIN) continue;
            String key = key(kind, row.cells().get(i));
            if (key.isEmpty() || key.equals(REMOVE) || key.equals(GENERATE)) continue;
            Integer before = lines.computeIfAbsent(kind, _ -> new HashMap<>()).putIfAbsent(key, row.line());
            if (before == null) continue;
            String where = before == row.line() ? "stands twice in this row" : "stands in line " + before + " already";
            faults.add(new CellFault(columns.get(i), where));
        }
        return faults;
    }

    /// What the box would compare: numbers without zeros before them, addresses and ids by [TextKey].
    private static String key(ColumnKind kind, String cell) {
        String text = SpreadsheetText.unmarked(cell.strip()).strip();
        return switch (kind) {
            case EMAIL, SYSTEM_ID -> TextKey.of(text);
            case ID, CARD, PIN -> withoutZeros(text);
            case PLAIN -> text;
        };
    }

    private static String withoutZeros(String number) {
        return number.replaceFirst("^0+(?=.)", "");
    }
}
