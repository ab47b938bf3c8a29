package dev.lintel.controller.api;

import dev.lintel.controller.csv.CsvWriter;
import dev.lintel.controller.csv.SpreadsheetText;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PersonStore.Filter;
import dev.lintel.controller.store.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// People as a file that [PeopleImport] takes: brought back, it changes nothing. Part by part, a read transaction each,
/// so that the write-ahead log does not grow meanwhile; people who come later are not in it. Any thread that may
/// block.
public final class PeopleExport {
    /// People in one part.
    private static final int PEOPLE_MAX = 500;
    /// Characters of a part, nearly: with long notes it has fewer people. A part is one answer of the control socket.
    private static final int CHARS_MAX = 250_000;

    private static final Filter ALL = new Filter(null, null, List.of());

    private final Database database;

    public PeopleExport(Database database) {
        this.database = database;
    }

    /// Some people.
    ///
    /// @param header the first line of a file; parts with different ones are not of one file
    /// @param rows lines with their ends
    /// @param lastId of the last person in it, or 0
    /// @param highestId the last to come in this file
    public record Part(String header, String rows, int people, long lastId, long highestId) {
        /// Whether somebody may be left.
        public boolean more() {
            return people > 0 && lastId < highestId;
        }
    }

    /// The first part of a file; `pins`: whether it has PINs, which are `******` where the account masks them.
    public Part first(boolean pins) {
        return database.read(sql -> part(sql, 0, PersonStore.highestId(sql), pins));
    }

    /// What follows a part that ended with `afterId`.
    public Part next(long afterId, long highestId, boolean pins) {
        return database.read(sql -> part(sql, afterId, highestId, pins));
    }

    /// The whole file, without PINs.
    public void write(Appendable out) throws IOException {
        Part part = first(false);
        out.append(part.header);
        out.append(part.rows);
        while (part.more()) {
            Part next = next(part.lastId, part.highestId, false);
            // The reader of a file that changes its columns half way would put one person's into another's.
            if (!next.header.equals(part.header)) throw new IOException("the credential types changed meanwhile");
            out.append(next.rows);
            part = next;
        }
    }

    private static Part part(Sql sql, long afterId, long highestId, boolean pins) {
        PeopleColumns columns = PeopleColumns.exported(CredentialTypeStore.all(sql), pins);
        var header = new StringBuilder();
        var rows = new StringBuilder();
        int count = 0;
        long last = 0;
        try {
            new CsvWriter(header)
                    .cells(columns.names().stream().map(SpreadsheetText::marked).toList());
            var csv = new CsvWriter(rows);
            List<Person> people = PersonStore.chunk(sql, ALL, afterId, highestId, PEOPLE_MAX);
            var held = Held.of(sql, people);
            for (Person person : people) {
                csv.cells(cells(columns, person, held));
                count++;
                last = person.id();
                if (rows.length() >= CHARS_MAX) break;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // to memory: it cannot be
        }
        return new Part(header.toString(), rows.toString(), count, last, highestId);
    }

    /// What several people have, by person.
    private record Held(
            Memberships groups,
            Memberships roles,
            Map<Long, List<Long>> groupIds,
            Map<Long, List<Long>> roleIds,
            Map<Long, List<Credential>> credentials,
            PinView pins) {
        static Held of(Sql sql, List<Person> people) {
            List<Long> ids = people.stream().map(Person::id).toList();
            return new Held(
                    Memberships.groups(sql),
                    Memberships.roles(sql),
                    PersonStore.givenGroupIds(sql, ids),
                    PersonStore.roleIds(sql, ids),
                    CredentialStore.of(sql, ids),
                    PinView.of(sql));
        }
    }

    private static List<String> cells(PeopleColumns columns, Person person, Held held) {
        var cells = new ArrayList<String>();
        for (PeopleColumns.Column column : columns.columns()) {
            String cell = cell(column, person, held);
            if (cell == null) cells.add("");
            else cells.add(isReadAsSaved(column) ? cell : SpreadsheetText.marked(cell));
        }
        return cells;
    }

    /// Whether an import reads the values of the column in the forms in which Excel saves them.
    private static boolean isReadAsSaved(PeopleColumns.Column column) {
        return PeopleColumns.DAYS.contains(column.field()) || PeopleColumns.FLAGS.contains(column.field());
    }

    private static @Nullable String cell(PeopleColumns.Column column, Person person, Held held) {
        if (column.type() != null) {
            for (Credential credential : held.credentials.getOrDefault(person.id(), List.of())) {
                if (credential.type().equals(column.type())) return held.pins.value(credential);
            }
            return null;
        }
        return switch (column.field()) {
            case PeopleColumns.ID -> Long.toString(person.id());
            case "enabled" -> Boolean.toString(person.enabled());
            case "valid_from" -> person.validFrom();
            case "valid_to" -> person.validTo();
            case "extended_unlock" -> Boolean.toString(person.extendedUnlock());
            case "first_responder" -> Boolean.toString(person.firstResponder());
            case PeopleColumns.GROUPS -> held.groups.cell(held.groupIds.getOrDefault(person.id(), List.of()));
            case PeopleColumns.ROLES -> held.roles.cell(held.roleIds.getOrDefault(person.id(), List.of()));
            default -> person.text(column.field());
        };
    }
}
