package dev.lintel.controller.api;

import dev.lintel.controller.csv.SpreadsheetText;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.peoplefile.ColumnKind;
import dev.lintel.controller.peoplefile.PeopleFileException;
import dev.lintel.controller.peoplefile.RefusedRows;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.yaml.Scalars;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The columns of a file of people: the names that the API has for a person's fields, `id`, and `refused`, which is
/// passed over.
///
/// @param columns in the file's order
record PeopleColumns(List<Column> columns) {
    /// Characters of a cell: as many as the longest text of a person, and more than any list of groups.
    static final int CELL_MAX = 10_000;

    static final String ID = "id";
    static final String GROUPS = "group_ids";
    static final String ROLES = "role_ids";
    private static final String SHORT_GROUPS = "groups";
    private static final String SHORT_ROLES = "roles";

    static final Set<String> FLAGS = Set.of("enabled", "extended_unlock", "first_responder");
    static final List<String> DAYS = List.of("valid_from", "valid_to");

    /// Texts that are no numbers or ids.
    private static final Set<String> NAMES = Set.of("first_name", "last_name", "notes");

    PeopleColumns {
        columns = List.copyOf(columns);
    }

    /// One column.
    ///
    /// @param header as the file has it
    /// @param field as the API calls it
    /// @param type of the credential that it holds, or null for any other
    record Column(String header, String field, @Nullable CredentialType type) {
        /// Whether its texts may be numbers or ids.
        boolean mayBeNumber() {
            return type == null && PersonStore.TEXTS.contains(field) && !NAMES.contains(field);
        }

        ColumnKind kind() {
            if (type != null && type.isCard()) return ColumnKind.CARD;
            if (type != null) return type.code() == CredentialType.PIN ? ColumnKind.PIN : ColumnKind.PLAIN;
            return switch (field) {
                case ID -> ColumnKind.ID;
                case "system_id" -> ColumnKind.SYSTEM_ID;
                case "email" -> ColumnKind.EMAIL;
                default -> ColumnKind.PLAIN;
            };
        }
    }

    /// Those of an export, in its order.
    static PeopleColumns exported(List<CredentialType> types, boolean pins) {
        var columns = new ArrayList<Column>();
        columns.add(new Column(ID, ID, null));
        for (String name : PersonStore.TEXTS) columns.add(new Column(name, name, null));
        for (String name : List.of("enabled", "valid_from", "valid_to", "extended_unlock", "first_responder")) {
            columns.add(new Column(name, name, null));
        }
        columns.add(new Column(GROUPS, GROUPS, null));
        columns.add(new Column(ROLES, ROLES, null));
        Set<String> taken = new HashSet<>(List.of(SHORT_GROUPS, SHORT_ROLES, RefusedRows.COLUMN));
        for (Column column : columns) taken.add(column.field);
        for (CredentialType type : types) {
            boolean shown = type.isCard() || (type.isPin() && pins);
            if (shown && taken.add(type.slug())) columns.add(new Column(type.slug(), type.slug(), type));
        }
        return new PeopleColumns(columns);
    }

    /// Those of a file. Throws [PeopleFileException] for a name that is none, and for two of one field.
    static PeopleColumns of(List<String> header, List<CredentialType> types) {
        Map<String, Column> known = known(types);
        var columns = new ArrayList<Column>();
        Map<String, String> seen = new LinkedHashMap<>();
        for (String name : header) {
            Column column = known.get(TextKey.of(SpreadsheetText.unmarked(name)));
            if (column == null) throw new PeopleFileException(unknown(name, known.keySet()));
            String before = seen.putIfAbsent(column.field, name);
            if (before != null) throw new PeopleFileException(before + " and " + name + " are the same column");
            columns.add(new Column(name, column.field, column.type));
        }
        return new PeopleColumns(columns);
    }

    /// By name in lower case, older and shorter names too.
    private static Map<String, Column> known(List<CredentialType> types) {
        Map<String, Column> known = new LinkedHashMap<>();
        for (Column column : exported(types, true).columns) known.put(column.field.toLowerCase(Locale.ROOT), column);
        known.put(SHORT_GROUPS, new Column(GROUPS, GROUPS, null));
        known.put(SHORT_ROLES, new Column(ROLES, ROLES, null));
        known.put(RefusedRows.COLUMN, new Column(RefusedRows.COLUMN, RefusedRows.COLUMN, null));
        CredentialType card = PersonJson.card(types);
        if (card != null) known.putIfAbsent(PersonJson.CARD, new Column(card.slug(), card.slug(), card));
        return known;
    }

    private static String unknown(String name, Set<String> known) {
        String word = name.toLowerCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
        String near = known.contains(word) ? word : Scalars.nearest(word, known);
        String said = "there is no column " + Fields.shortened(name);
        return near == null
                ? said + "; columns are " + String.join(", ", known)
                : said + "; did you mean " + near + "?";
    }

    List<ColumnKind> kinds() {
        return columns.stream().map(Column::kind).toList();
    }

    List<String> names() {
        return columns.stream().map(Column::header).toList();
    }

    /// What the file calls a field.
    String headerOf(String field) {
        for (Column column : columns) if (column.field.equals(field)) return column.header;
        return field;
    }
}
