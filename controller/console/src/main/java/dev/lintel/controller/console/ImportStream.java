package dev.lintel.controller.console;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.peoplefile.ChunkForm;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.RefusedRows;
import dev.lintel.controller.peoplefile.Watcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/// Tells a page what becomes of its file, as server-sent events. Confined to the stream's thread.
///
/// ```
///   begin     {rows, header}                    header: of a file of refused rows
///   progress  {done, created, changed, unchanged, refused,
///              lines: [{line, faults, csv}]}    after each hundred rows; csv: the row for that file
///   end       {}                                without it the work broke off
///   refused   {error}                           in place of all others
/// ```
final class ImportStream implements Watcher {
    private final Reply.Sink sink;
    private final CsvFile file;
    private final RefusedRows rows;
    private final List<Map<String, Object>> lines = new ArrayList<>();

    ImportStream(Reply.Sink sink, CsvFile file) {
        this.sink = sink;
        this.file = file;
        this.rows = new RefusedRows(file);
    }

    void begin() {
        send("begin", Map.of("rows", file.rows(), "header", rows.header()));
    }

    void end() {
        send("end", Map.of());
    }

    void refused(String why) {
        send("refused", Map.of("error", why));
    }

    @Override
    public void refused(CsvRow row, RefusedRow why) {
        Map<String, Object> line = new LinkedHashMap<>(ChunkForm.tree(why));
        line.put("csv", rows.line(row, why));
        lines.add(line);
    }

    @Override
    public void progress(Progress progress) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("done", progress.done());
        json.put("created", progress.created());
        json.put("changed", progress.changed());
        json.put("unchanged", progress.unchanged());
        json.put("refused", progress.refused());
        json.put("lines", List.copyOf(lines));
        lines.clear();
        send("progress", json);
    }

    /// Throws [CancellationException] when the server closes: what was taken in stays, the rest can be brought again.
    private void send(String event, Map<String, Object> json) {
        try {
            sink.send(event, null, Json.write(json));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the server closes");
        }
    }
}
