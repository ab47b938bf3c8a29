package dev.lintel.controller.peoplefile;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Brings a file of people to an [Intake], chunk by chunk.
public final class PeopleFile {
    private final List<String> columns;
    private final Intake intake;
    private final Watcher watcher;
    private final Repeats repeats;
    private final List<CsvRow> rows = new ArrayList<>();
    private final List<RefusedRow> refused = new ArrayList<>();
    private final Map<Integer, CsvRow> byLine = new HashMap<>();
    private int chars;
    private Progress progress;

    private PeopleFile(CsvFile file, Intake intake, Watcher watcher) {
        this.columns = file.header();
        this.intake = intake;
        this.watcher = watcher;
        this.repeats = new Repeats(columns, intake.open(columns));
        this.progress = Progress.begin(file.rows());
    }

    /// Brings all of it. Throws [PeopleFileException] when the header is refused, and then nothing was brought.
    public static Progress bring(CsvFile file, Intake intake, Watcher watcher) {
        var bringing = new PeopleFile(file, intake, watcher);
        file.each(bringing::add);
        bringing.send();
        return bringing.progress;
    }

    private void add(CsvRow row) {
        byLine.put(row.line(), row);
        List<CellFault> faults = faults(row);
        if (faults.isEmpty()) rows.add(row);
        else refused.add(new RefusedRow(row.line(), faults));
        for (String cell : row.cells()) chars += cell.length();
        if (byLine.size() >= Chunk.ROWS_MAX || chars >= Chunk.CHARS_MAX) send();
    }

    private List<CellFault> faults(CsvRow row) {
        int cells = row.cells().size();
        if (cells == columns.size()) return repeats.of(row);
        String has = "has " + cells + (cells == 1 ? " cell" : " cells");
        return List.of(new CellFault("", has + ", and the header has " + columns.size()));
    }

    private void send() {
        if (byLine.isEmpty()) return;
        Outcome outcome = rows.isEmpty() ? new Outcome(0, 0, 0, List.of()) : intake.take(new Chunk(columns, rows));
        refused.addAll(outcome.refused());
        refused.sort(Comparator.comparingInt(RefusedRow::line));
        for (RefusedRow row : refused) {
            CsvRow given = byLine.get(row.line());
            if (given != null) watcher.refused(given, row);
        }
        progress = progress.and(new Outcome(outcome.created(), outcome.changed(), outcome.unchanged(), refused));
        watcher.progress(progress);
        rows.clear();
        refused.clear();
        byLine.clear();
        chars = 0;
    }
}
