package dev.lintel.controller.api;

import dev.lintel.controller.api.PeopleColumns.Column;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.HourlyRefusals;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.Chunk;
import dev.lintel.controller.peoplefile.ColumnKind;
import dev.lintel.controller.peoplefile.Intake;
import dev.lintel.controller.peoplefile.Outcome;
import dev.lintel.controller.peoplefile.PeopleFileException;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Imports rows of a file of people, with the checks, the rows and the audit events of the API. A row that is refused
/// changes nothing, nor does a row that has only current values. Any thread that may block.
///
/// On trial nothing is written: the rows are compared with the current people inside a read transaction. A card that
/// one row takes from a person and another row gives to the next is therefore reported as taken. Where the account
/// masks PINs, a trial compares none: a row with a PIN counts as a change. A trial leaves no event, so it would else
/// confirm guesses of thousands of PINs unnoticed. An import compares PINs until [HourlyRefusals#MAX] of a user's rows
/// were refused for a PIN in use within an hour; after those it refuses rows with PINs.
public final class PeopleImport {
    /// Makes the box choose a PIN for a person who has none.
    private static final String GENERATE = PinView.MASK;

    private static final Map<String, String> HINTS = Map.of(
            "valid_from", ": a day is written as 2026-03-31",
            "valid_to", ": a day is written as 2026-03-31, and is not before valid_from");

    private final Database database;
    private final Supplier<@Nullable String> elsewhere;
    private final Audit audit;
    private final PersonWriter people;
    private final HourlyRefusals refusals;

    public PeopleImport(Database database, Time time) {
        this(database, time, () -> null);
    }

    /// While `elsewhere` gives a sentence, people are changed there and nothing is brought in here.
    public PeopleImport(Database database, Time time, Supplier<@Nullable String> elsewhere) {
        this.database = database;
        this.elsewhere = elsewhere;
        this.audit = new Audit(database.events(), time);
        this.people = new PersonWriter(new CredentialValues(), time);
        this.refusals = new HourlyRefusals(time);
    }

    /// For one file, or one chunk of it.
    ///
    /// @param email of the user who imports it, or `command line`
    /// @param credential what they showed
    public Intake by(String email, String credential) {
        return new Taking(new Audit.By(email, credential));
    }

    /// Writes nothing.
    public Intake onTrial() {
        return new Taking(null);
    }

    /// Who it is by is null on trial.
    private final class Taking implements Intake {
        private final Audit.@Nullable By by;

        Taking(Audit.@Nullable By by) {
            this.by = by;
        }

        @Override
        public List<ColumnKind> open(List<String> columns) {
            refuseElsewhere();
            return database.read(sql ->
                    PeopleColumns.of(columns, CredentialTypeStore.all(sql)).kinds());
        }

        private void refuseElsewhere() {
            String sentence = by == null ? null : elsewhere.get();
            if (sentence != null) throw new PeopleFileException(sentence);
        }

        @Override
        public Outcome take(Chunk chunk) {
            Audit.By writing = by;
            refuseElsewhere();
            if (writing == null)
                return database.read(
                        sql -> rows(sql, chunk, new Trial(PinView.of(sql).masked())));
            return database.write(sql -> {
                var changes = new ArrayList<Audit.Change>();
                Outcome outcome = rows(
                        sql,
                        chunk,
                        new Writing(changes, writing.email(), PinView.of(sql).masked()));
                for (Audit.Change change : changes) audit.tell(writing, change);
                return outcome;
            });
        }
    }

    /// What is done with a row.
    private interface Use {
        /// Whether PINs of rows are compared with those that people have.
        boolean comparesPins();

        /// Why a row that sets a PIN is refused without a comparison; null: it is not.
        default @Nullable String refusesPins() {
            return null;
        }

        /// Takes a row that is right. True when it changes something.
        boolean draft(Sql sql, @Nullable Person before, PersonWriter.Draft draft);

        /// Takes a row that is wrong.
        default void refused(PeopleRow row) {}
    }

    private final class Trial implements Use {
        private final boolean masked;

        Trial(boolean masked) {
            this.masked = masked;
        }

        @Override
        public boolean comparesPins() {
            return !masked;
        }

        @Override
        public boolean draft(Sql sql, @Nullable Person before, PersonWriter.Draft draft) {
            return before == null || !people.differences(sql, before, draft).isEmpty();
        }
    }

    private final class Writing implements Use {
        private final List<Audit.Change> changes;
        private final String user;
        private final boolean masked;

        Writing(List<Audit.Change> changes, String user, boolean masked) {
            this.changes = changes;
            this.user = user;
            this.masked = masked;
        }

        @Override
        public boolean comparesPins() {
            return !masked || refusals.waitS(user) == 0;
        }

        @Override
        public @Nullable String refusesPins() {
            return HourlyRefusals.MAX + " PINs that are in use were refused within an hour: PINs are taken again in "
                    + refusals.waitS(user) + " s";
        }

        @Override
        public boolean draft(Sql sql, @Nullable Person before, PersonWriter.Draft draft) {
            if (before == null) {
                changes.add(people.create(sql, draft));
                return true;
            }
            if (people.differences(sql, before, draft).isEmpty()) return false;
            changes.add(people.update(sql, before, draft));
            return true;
        }

        @Override
        public void refused(PeopleRow row) {
            List<String> taken = row.errors().takenPins();
            Person before = row.before();
            if (taken.isEmpty()) return;
            changes.add(PinRefusals.change("person", before == null ? 0 : before.id(), taken));
            if (masked) refusals.count(user);
        }
    }

    private Outcome rows(Sql sql, Chunk chunk, Use use) {
        var columns = PeopleColumns.of(chunk.columns(), CredentialTypeStore.all(sql));
        var known = PeopleRow.Known.of(sql, columns);
        int created = 0;
        int changed = 0;
        int unchanged = 0;
        var refused = new ArrayList<RefusedRow>();
        for (CsvRow row : chunk.rows()) {
            PeopleRow said = PeopleRow.read(sql, row, known);
            List<String> pins = use.comparesPins() ? List.of() : takePins(said.fields(), columns);
            String refusal = pins.isEmpty() ? null : use.refusesPins();
            if (refusal != null) for (String field : pins) said.errors().add(field, refusal);
            PersonWriter.Draft draft = draft(sql, said, columns);
            Map<String, List<String>> faults = said.errors().messages();
            if (draft == null || !faults.isEmpty()) {
                refused.add(new RefusedRow(row.line(), cells(columns, faults)));
                use.refused(said);
            } else if (!use.draft(sql, said.before(), draft) && pins.isEmpty()) unchanged++;
            else if (said.before() == null) created++;
            else changed++;
        }
        return new Outcome(created, changed, unchanged, refused);
    }

    /// Removes the PINs from a row, and returns their fields. A value that cannot be a PIN stays and is refused later.
    private static List<String> takePins(Map<String, @Nullable Object> fields, PeopleColumns columns) {
        var taken = new ArrayList<String>();
        for (Column column : columns.columns()) {
            if (column.type() == null || !column.type().isPin()) continue;
            if (!(fields.get(column.field()) instanceof String pin)) continue;
            if (!CredentialValues.isValue(column.type(), pin)) continue;
            fields.remove(column.field());
            taken.add(column.field());
        }
        return taken;
    }

    /// Null where the row does not name its person: then nothing else of it can be checked.
    private PersonWriter.@Nullable Draft draft(Sql sql, PeopleRow said, PeopleColumns columns) {
        if (!said.saysWho()) return null;
        Person before = said.before();
        if (before != null) keepPins(sql, said.fields(), columns, before);
        return people.read(sql, new Fields(said.fields()), before, said.errors());
    }

    /// A file that asks for a PIN and is brought again asks for no other.
    private static void keepPins(Sql sql, Map<String, @Nullable Object> fields, PeopleColumns columns, Person before) {
        for (Column column : columns.columns()) {
            if (column.type() == null || !GENERATE.equals(fields.get(column.field()))) continue;
            if (CredentialStore.ofType(sql, before.id(), column.type().id()) != null) fields.remove(column.field());
        }
    }

    private static List<CellFault> cells(PeopleColumns columns, Map<String, List<String>> faults) {
        var cells = new ArrayList<CellFault>();
        faults.forEach((field, messages) -> {
            for (String message : messages) {
                String hint = message.equals(Errors.INVALID) ? HINTS.getOrDefault(field, "") : "";
                cells.add(new CellFault(columns.headerOf(field), message + hint));
            }
        });
        return cells;
    }
}
