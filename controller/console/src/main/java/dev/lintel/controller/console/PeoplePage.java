package dev.lintel.controller.console;

import dev.lintel.controller.api.PeopleExport;
import dev.lintel.controller.api.PeopleImport;
import dev.lintel.controller.csv.CsvException;
import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvWriter;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.peoplefile.Intake;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.PeopleFileException;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// `/people`: people from a file and to one, by whoever is signed in.
///
/// ```
///   GET  /people                        the page
///   GET  /people/export                 all people as CSV, without PINs
///   POST /people/import?dry_run=true    the file as text/csv; a stream tells what becomes of it (ImportStream)
///                      &exact_numbers=true    a program wrote the file: no number in it is rounded
/// ```
///
/// One file at a time is read into memory, so files are short; the command line takes long ones.
final class PeoplePage {
    /// The page says so too. A small board has 64 MB for everything.
    static final int FILE_BYTES_MAX = 2 << 20;
    /// What a row repeats is looked up in memory.
    static final int ROWS_MAX = 10_000;

    private static final String CSV = "text/csv";

    private final Pages pages;
    private final PeopleImport people;
    private final PeopleExport export;
    private final Semaphore turn = new Semaphore(1);

    PeoplePage(Pages pages, PeopleImport people, PeopleExport export) {
        this.pages = pages;
        this.people = people;
        this.export = export;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/people/import", FILE_BYTES_MAX);
        endpoints.on(Method.GET, "/people", gate.page((_, session) -> pages.people(session)));
        endpoints.on(Method.GET, "/people/export", gate.page((_, _) -> all()));
        endpoints.on(Method.POST, "/people/import", gate.call(this::bring));
    }

    private Reply all() {
        return pages.guarded(new Reply.StreamedText(CSV + "; charset=utf-8; header=present", out -> {
                    out.append(CsvWriter.MARK);
                    export.write(out);
                }))
                .with("Cache-Control", "no-store")
                .with("Content-Disposition", "attachment; filename=\"lintel-people.csv\"");
    }

    private Reply bring(Request request, Session session) {
        if (!isCsv(request.header("Content-Type"))) return refused(400, "a file of people is sent as " + CSV);
        boolean trial = "true".equals(request.query("dry_run"));
        Intake intake = trial ? people.onTrial() : people.by(session.email(), "session");
        CsvFile file;
        try {
            file = file(request);
            if (file.rows() > ROWS_MAX) return refused(422, tooLong(file.rows()));
            intake.open(file.header()); // so that a wrong header is no stream at all
        } catch (CsvException | PeopleFileException e) {
            return refused(422, String.valueOf(e.getMessage()));
        }
        return new Reply.EventStream(sink -> inTurn(sink, file, intake));
    }

    private static CsvFile file(Request request) {
        CsvFile file = CsvFile.of(request.body().toArray());
        return "true".equals(request.query("exact_numbers")) ? file.withExactNumbers() : file;
    }

    private static boolean isCsv(@Nullable String type) {
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(CSV);
    }

    private static String tooLong(int rows) {
        return "the file has " + rows + " rows, and this page takes " + ROWS_MAX
                + ": use lintel people import on the box, or several files";
    }

    private static Reply refused(int status, String why) {
        return new Reply.Json(status, Map.of("error", why));
    }

    /// The turn is taken here: a stream that never starts must not keep it.
    private void inTurn(Reply.Sink sink, CsvFile file, Intake intake) throws InterruptedException {
        var stream = new ImportStream(sink, file);
        if (!turn.tryAcquire()) {
            stream.refused("somebody else's file is on its way in: try again");
            return;
        }
        try {
            stream.begin();
            PeopleFile.bring(file, intake, stream);
            stream.end();
        } catch (PeopleFileException e) { // the credential types changed since the header was looked at
            stream.refused(String.valueOf(e.getMessage()));
        } catch (CancellationException e) {
            throw new InterruptedException("the server closes");
        } finally {
            turn.release();
        }
    }
}
