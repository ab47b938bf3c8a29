package dev.lintel.controller.api;

import dev.lintel.controller.api.PeopleColumns.Column;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.csv.LongNumbers;
import dev.lintel.controller.csv.SpreadsheetText;
import dev.lintel.controller.csv.SpreadsheetWords;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PersonStore.Filter;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.text.TextKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a row of a file says, as the fields that the API would be sent. Read inside the transaction that will
/// write it.
///
/// ```
///   empty        changes nothing
///   -            removes the current value
///   'text        the text, where a spreadsheet would change it, and where it is a lone -   (SpreadsheetText)
///   true TRUE 1  of enabled and its like; false FALSE 0; WAHR, FALSCH and the words of other Excels
///   31.03.2026   of days: as a German Excel writes 2026-03-31
///   Staff;3      of groups and roles: names or ids
/// ```
///
/// @param fields by the API's names
/// @param errors what no field can be made of, by field
/// @param before the person whom the row names; null for a new one
record PeopleRow(
        Map<String, @Nullable Object> fields,
        Errors errors,
        @Nullable Person before) {
    private static final String REMOVE = "-";
    private static final Pattern DAY = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})");

    /// How spreadsheets show and save a long number; its last digits are lost.
    private static final Pattern ROUNDED = Pattern.compile("\\d{1,20}([.,]\\d{1,20})?[Ee]\\+?\\d{1,3}");

    /// The same of other columns, in which texts such as `12E3` may be ids: spreadsheets write a sign.
    private static final Pattern ROUNDED_ID = Pattern.compile("\\d([.,]\\d{1,20})?E\\+\\d{2,3}");

    private static final String NAMES_TWO = "names two people: use id";

    private static final String MAY_BE_ROUNDED =
            " may be rounded: format the column as text and enter the number again, or write"
                    + " '' before it if it is exact (spreadsheets keep one of two apostrophes);"
                    + " if a program wrote the file, import it with exact numbers";

    /// What cells may name, as the transaction has it.
    record Known(PeopleColumns columns, Memberships groups, Memberships roles) {
        static Known of(Sql sql, PeopleColumns columns) {
            return new Known(columns, Memberships.groups(sql), Memberships.roles(sql));
        }
    }

    private static boolean isRounded(Column column, String text) {
        if (column.type() != null || column.field().equals(PeopleColumns.ID)) {
            return ROUNDED.matcher(text).matches();
        }
        return column.mayBeNumber() && ROUNDED_ID.matcher(text).matches();
    }

    /// Whether the cell is a long number that a spreadsheet may have rounded.
    private static boolean isDoubtful(Column column, String cell) {
        boolean number = column.type() != null ? column.type().isCard() : column.mayBeNumber();
        return number && LongNumbers.mayBeRounded(cell.strip());
    }

    /// A person who has such a number already has it exactly: it came from a card or a program.
    private static boolean has(Sql sql, Person person, Column column, String number) {
        if (column.type() == null) return number.equals(person.text(column.field()));
        Credential credential =
                CredentialStore.ofType(sql, person.id(), column.type().id());
        return credential != null && number.equals(credential.value());
    }

    static PeopleRow read(Sql sql, CsvRow row, Known known) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        var errors = new Errors();
        var doubtful = new LinkedHashMap<Column, String>();
        for (int i = 0; i < row.cells().size(); i++) {
            String cell = row.cells().get(i);
            Column column = known.columns().columns().get(i);
            if (isDoubtful(column, cell)) doubtful.put(column, cell.strip());
            else if (!TextKey.strip(cell).isEmpty()) put(column, cell, known, fields, errors);
        }
        Person before = before(sql, fields, errors); // never by a doubtful system_id
        doubtful.forEach((column, number) -> {
            boolean same = before != null && has(sql, before, column, number);
            if (!same) errors.add(column.field(), number + MAY_BE_ROUNDED);
        });
        fields.remove(PeopleColumns.ID);
        if (before != null) keepSystemId(fields, before, errors);
        if (before != null) keepLines(fields, before);
        return new PeopleRow(fields, errors, before);
    }

    private static void put(
            Column column, String cell, Known known, Map<String, @Nullable Object> fields, Errors errors) {
        String field = column.field();
        boolean remove = cell.strip().equals(REMOVE);
        String text = text(column, cell);
        boolean marked = text.length() < cell.strip().length();
        if (text.length() > PeopleColumns.CELL_MAX) {
            errors.add(field, Errors.tooLong(PeopleColumns.CELL_MAX));
        } else if (!marked && isRounded(column, text.strip())) {
            errors.add(field, text.strip() + " is rounded: format the column as text");
        } else if (column.type() != null) {
            fields.put(field, remove ? "" : text.strip());
        } else if (PeopleColumns.FLAGS.contains(field)) {
            fields.put(field, flag(text.strip(), field, errors));
        } else if (field.equals(PeopleColumns.GROUPS)) {
            fields.put(field, known.groups.ids(remove ? "" : text, field, errors));
        } else if (field.equals(PeopleColumns.ROLES)) {
            fields.put(field, known.roles.ids(remove ? "" : text, field, errors));
        } else if (field.equals(PeopleColumns.ID)) {
            fields.put(field, text.strip());
        } else if (PersonStore.TEXTS.contains(field) || PeopleColumns.DAYS.contains(field)) {
            String value = PeopleColumns.DAYS.contains(field) ? day(text) : text;
            fields.put(field, remove ? null : value);
        }
    }

    private static String text(Column column, String cell) {
        boolean number = column.type() != null || column.field().equals(PeopleColumns.ID);
        return SpreadsheetText.unmarked(number ? cell.strip() : cell);
    }

    /// Excel saves CR LF within a cell as LF: that is no change of a text.
    private static void keepLines(Map<String, @Nullable Object> fields, Person before) {
        fields.replaceAll((field, value) -> {
            if (!(value instanceof String text) || !PersonStore.TEXTS.contains(field)) return value;
            String current = before.text(field);
            return current != null && lines(current).equals(lines(text)) ? current : text;
        });
    }

    private static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }

    /// Only the form with points: 03/04/2026 is another day in other countries.
    private static String day(String text) {
        Matcher written = DAY.matcher(TextKey.strip(text));
        if (!written.matches()) return text;
        return "%s-%2s-%2s"
                .formatted(written.group(3), written.group(2), written.group(1))
                .replace(' ', '0');
    }

    private static @Nullable Boolean flag(String text, String field, Errors errors) {
        return switch (TextKey.of(text)) {
            case "1" -> true;
            case "0" -> false;
            default -> {
                if (SpreadsheetWords.isTrue(text)) yield true;
                if (SpreadsheetWords.isFalse(text)) yield false;
                errors.add(field, "must be true or false");
                yield null;
            }
        };
    }

    /// By the first of id, system_id and email that the row has; an id must be there.
    private static @Nullable Person before(Sql sql, Map<String, @Nullable Object> fields, Errors errors) {
        if (fields.get(PeopleColumns.ID) instanceof String id) {
            Long number = Fields.wholeNumber(id);
            Person person = number == null ? null : PersonStore.get(sql, number);
            if (person == null) errors.add(PeopleColumns.ID, "names nobody who is there");
            return person;
        }
        if (fields.get("system_id") instanceof String id) {
            return one("system_id", PersonStore.page(sql, new Filter(null, null, List.of(id)), 2, 0), errors);
        }
        if (fields.get("email") instanceof String email) {
            return one("email", PersonStore.page(sql, new Filter(null, email, List.of()), 2, 0), errors);
        }
        return null;
    }

    /// Older versions allowed two people with ids that differ in case alone.
    private static @Nullable Person one(String field, List<Person> found, Errors errors) {
        if (found.size() > 1) errors.add(field, NAMES_TWO);
        return found.size() == 1 ? found.getFirst() : null;
    }

    /// Whether the row says which person it is about, or that it is about a new one.
    boolean saysWho() {
        Map<String, List<String>> messages = errors.messages();
        return !messages.containsKey(PeopleColumns.ID)
                && messages.values().stream().noneMatch(of -> of.contains(NAMES_TWO));
    }

    /// A file names new people's; it is no way to change what another application knows somebody by.
    private static void keepSystemId(Map<String, @Nullable Object> fields, Person before, Errors errors) {
        if (!fields.containsKey("system_id")) return;
        Object said = fields.remove("system_id");
        String current = before.text("system_id");
        boolean same = said instanceof String text ? current != null && TextKey.same(text, current) : current == null;
        if (!same) errors.add("system_id", "of somebody who is there can only be changed through the API");
    }
}
