package dev.lintel.controller.api;

import dev.lintel.controller.api.PeopleColumns.Column;
import dev.lintel.controller.csv.CsvGuard;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PersonStore.Filter;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a row of a file says, as the fields that the API would be sent. Read inside the transaction that will
/// write it.
///
/// ```
///   empty        says nothing; what stands stays
///   -            removes what stands
///   'text        the text, where it would be taken for a formula or for -   (CsvGuard)
///   true TRUE 1  of enabled and its like; false FALSE 0
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
    /// How spreadsheets show and save a long number; its last digits are lost.
    private static final Pattern ROUNDED = Pattern.compile("\\d{1,20}([.,]\\d{1,20})?[Ee]\\+?\\d{1,3}");

    /// What cells may name, as it stands in the transaction.
    record Known(PeopleColumns columns, Memberships groups, Memberships roles) {}

    static PeopleRow read(Sql sql, CsvRow row, Known known) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        var errors = new Errors();
        for (int i = 0; i < row.cells().size(); i++) {
            String cell = row.cells().get(i);
            Column column = known.columns().columns().get(i);
            if (!cell.isBlank()) put(column, cell, known, fields, errors);
        }
        Person before = before(sql, fields, errors);
        fields.remove(PeopleColumns.ID);
        if (before != null) keepSystemId(fields, before, errors);
        return new PeopleRow(fields, errors, before);
    }

    private static void put(
            Column column, String cell, Known known, Map<String, @Nullable Object> fields, Errors errors) {
        String field = column.field();
        boolean remove = cell.strip().equals(REMOVE);
        String text = CsvGuard.unguarded(cell);
        if (text.length() > PeopleColumns.CELL_MAX) {
            errors.add(field, Errors.tooLong(PeopleColumns.CELL_MAX));
        } else if (column.type() != null && ROUNDED.matcher(text.strip()).matches()) {
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
            fields.put(field, remove ? null : text);
        }
    }

    private static @Nullable Boolean flag(String text, String field, Errors errors) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> {
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
        if (fields.get("system_id") instanceof String id) return one(sql, new Filter(null, null, id.strip()));
        if (fields.get("email") instanceof String email) return one(sql, new Filter(null, email.strip(), null));
        return null;
    }

    private static @Nullable Person one(Sql sql, Filter filter) {
        var found = PersonStore.page(sql, filter, 1, 0);
        return found.isEmpty() ? null : found.getFirst();
    }

    /// A file names new people's; it is no way to change what another application knows somebody by.
    private static void keepSystemId(Map<String, @Nullable Object> fields, Person before, Errors errors) {
        if (!fields.containsKey("system_id")) return;
        Object said = fields.remove("system_id");
        String stands = before.text("system_id");
        boolean same = said instanceof String text ? text.strip().equals(stands) : stands == null;
        if (!same) errors.add("system_id", "of somebody who is there can only be changed through the API");
    }
}
