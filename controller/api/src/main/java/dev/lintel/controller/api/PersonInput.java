package dev.lintel.controller.api;

import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.store.GroupStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.RoleStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.text.TextKey;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a request says about a person, checked. Reading needs the transaction: what is unique is checked in it.
///
/// @param columns of table `person`, as they will be; those the request left out are not in it
/// @param groupIds null: left as they are
/// @param roleIds null: left as they are
record PersonInput(
        Map<String, @Nullable Object> columns,
        @Nullable List<Long> groupIds,
        @Nullable List<Long> roleIds) {
    /// A short text field.
    private static final int TEXT_MAX = 255;
    private static final int NOTES_MAX = 10_000;
    /// An address can be no longer (RFC 5321).

    private static final Set<String> REQUIRED = Set.of("first_name", "last_name");
    private static final Set<String> IDENTITY = Set.of("email", "system_id");
    /// Reads the fields; `before` is the person as they are, or null for a new one. What is wrong goes to `errors`.
    static PersonInput read(Sql sql, Fields fields, @Nullable Person before, Errors errors) {
        var columns = new LinkedHashMap<String, @Nullable Object>();
        for (String name : PersonStore.TEXTS) {
            if (!fields.has(name) && (before != null || !REQUIRED.contains(name))) continue;
            text(fields, name, columns, errors);
            String same = before == null ? null : before.text(name);
            if (columns.get(name) instanceof String text && !text.equals(same)) refuseInvisible(name, text, errors);
        }
        flag(fields, "enabled", columns);
        flag(fields, "extended_unlock", columns);
        flag(fields, "first_responder", columns);
        dates(fields, before, columns, errors);
        unique(sql, columns, before, errors);
        List<Long> groups = fields.ids("group_ids");
        if (groups != null && !GroupStore.unknown(sql, groups).isEmpty()) errors.add("group_ids", Errors.INVALID);
        List<Long> roles = fields.ids("role_ids");
        if (roles != null && !RoleStore.unknown(sql, roles).isEmpty()) errors.add("role_ids", Errors.INVALID);
        return new PersonInput(columns, groups, roles);
    }

    private static void text(Fields fields, String name, Map<String, @Nullable Object> columns, Errors errors) {
        String value = name.equals("notes") ? fields.text(name) : fields.nonBlank(name);
        if (value == null && REQUIRED.contains(name)) errors.add(name, Errors.BLANK);
        int max = name.equals("notes") ? NOTES_MAX : name.equals("email") ? EmailAddress.CHARS_MAX : TEXT_MAX;
        if (value != null && value.length() > max) errors.add(name, Errors.tooLong(max));
        else if (value != null && !isClean(value, name.equals("notes"))) errors.add(name, Errors.INVALID);
        else if (value != null && name.equals("email") && !EmailAddress.isOfPerson(value)) {
            errors.add(name, Errors.INVALID);
        }
        columns.put(name, value);
    }

    /// What identifies somebody must not look like what identifies another. A text that is stored already stays.
    private static void refuseInvisible(String name, String text, Errors errors) {
        String found = REQUIRED.contains(name)
                ? TextKey.invisibleInName(text)
                : IDENTITY.contains(name) ? TextKey.invisible(text) : null;
        if (found != null) errors.add(name, Errors.INVALID + ": it has the invisible character " + found);
    }

    /// Whether a text can be shown and kept as it is: no half of a character, and on a single line no control
    /// characters.
    static boolean isClean(String text, boolean manyLines) {
        return text.codePoints().noneMatch(point -> switch (Character.getType(point)) {
            case Character.SURROGATE -> true;
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> !manyLines;
            default -> false;
        });
    }

    private static void flag(Fields fields, String name, Map<String, @Nullable Object> columns) {
        Boolean value = fields.flag(name);
        if (value != null) columns.put(name, value); // null says nothing
    }

    private static void dates(
            Fields fields, @Nullable Person before, Map<String, @Nullable Object> columns, Errors errors) {
        for (String name : List.of("valid_from", "valid_to")) {
            if (fields.has(name)) columns.put(name, date(fields, name, errors));
        }
        String from = (String) columns.getOrDefault("valid_from", before == null ? null : before.validFrom());
        String to = (String) columns.getOrDefault("valid_to", before == null ? null : before.validTo());
        if (from != null && to != null && LocalDate.parse(to).isBefore(LocalDate.parse(from))) {
            errors.add("valid_to", Errors.INVALID);
        }
    }

    private static @Nullable String date(Fields fields, String name, Errors errors) {
        String text = fields.nonBlank(name);
        if (text == null) return null;
        try {
            LocalDate date = text.indexOf('T') < 0
                    ? LocalDate.parse(text)
                    : DateTimeFormatter.ISO_DATE_TIME.parse(text, LocalDate::from); // the day as it is written
            if (date.getYear() < 10_000 && date.getYear() > 0) return date.toString();
        } catch (DateTimeException e) {
            // said below
        }
        errors.add(name, Errors.INVALID);
        return null;
    }

    private static void unique(Sql sql, Map<String, @Nullable Object> columns, @Nullable Person before, Errors errors) {
        long id = before == null ? 0 : before.id();
        String email = changed(columns, before, "email");
        if (email != null && PersonStore.emailTaken(sql, email, id)) {
            errors.add("email", Errors.TAKEN);
        }
        String systemId = changed(columns, before, "system_id");
        if (systemId != null && PersonStore.systemIdTaken(sql, systemId, id)) {
            errors.add("system_id", Errors.TAKEN);
        }
    }

    /// Null where it stays as it is: older versions let texts of two people differ in case alone, and such people must
    /// remain editable.
    private static @Nullable String changed(
            Map<String, @Nullable Object> columns, @Nullable Person before, String name) {
        String text = (String) columns.get(name);
        return before != null && text != null && text.equals(before.text(name)) ? null : text;
    }
}
