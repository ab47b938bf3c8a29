package dev.lintel.controller.control;

import dev.lintel.controller.api.PeopleExport;
import dev.lintel.controller.api.PeopleImport;
import dev.lintel.controller.peoplefile.ChunkForm;
import dev.lintel.controller.peoplefile.Intake;
import dev.lintel.controller.peoplefile.PeopleFileException;
import java.util.LinkedHashMap;
import java.util.Map;

/// `people columns` (field `columns`, a file's header), `people import` (a chunk of the file, and `dry_run`), both in
/// the form of [ChunkForm], and `people export` (fields `pins`, and for all but the first part `after` and `highest`).
/// Each request stands by itself: a file is as many of them as it has chunks.
public final class PeopleCommands {
    private final PeopleImport people;
    private final PeopleExport export;

    public PeopleCommands(PeopleImport people, PeopleExport export) {
        this.people = people;
        this.export = export;
    }

    public void columns(Request request, Responses out) {
        try {
            out.send(ChunkForm.kinds(people.onTrial().open(ChunkForm.columns(request.fields()))));
        } catch (PeopleFileException e) { // a fault of the file, not of the request
            out.send(ChunkForm.refused(e));
        }
    }

    public void bring(Request request, Responses out) {
        Intake intake = request.flag("dry_run") ? people.onTrial() : people.by("command line", "people import");
        try {
            out.send(ChunkForm.tree(intake.take(ChunkForm.chunk(request.fields()))));
        } catch (PeopleFileException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    public void export(Request request, Responses out) {
        boolean pins = request.flag("pins");
        Long after = request.nullableNumber("after");
        PeopleExport.Part part =
                after == null ? export.first(pins) : export.next(after, request.number("highest"), pins);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("header", part.header());
        json.put("rows", part.rows());
        json.put("people", part.people());
        json.put("last", part.lastId());
        json.put("highest", part.highestId());
        json.put("more", part.more());
        out.send(json);
    }
}
