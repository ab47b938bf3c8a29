package dev.lintel.controller.api;

import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.store.GroupStore;
import dev.lintel.controller.store.RoleStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.text.TextKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Groups, or roles, as a cell of a file has them: names or ids with `;` between. A name is
/// compared by [TextKey] where none is just the same. Made inside a transaction, with the names of that moment.
///
/// @param what `group` or `role`
/// @param names by id
record Memberships(String what, Map<Long, String> names) {
    private static final char BETWEEN = ';';

    static Memberships groups(Sql sql) {
        Map<Long, String> names = new LinkedHashMap<>();
        for (var group : GroupStore.page(sql, (int) GroupStore.count(sql), 0)) names.put(group.id(), group.name());
        return new Memberships("group", names);
    }

    static Memberships roles(Sql sql) {
        Map<Long, String> names = new LinkedHashMap<>();
        for (var role : RoleStore.page(sql, (int) RoleStore.count(sql), 0)) names.put(role.id(), role.name());
        return new Memberships("role", names);
    }

    /// The cell that [#ids] reads as these ids: by name where the name says which, and all names fit.
    String cell(List<Long> ids) {
        String named = joined(ids, this::word);
        return named.length() <= PeopleColumns.CELL_MAX ? named : joined(ids, Object::toString);
    }

    private static String joined(List<Long> ids, Function<Long, String> word) {
        return ids.stream().map(word).collect(Collectors.joining(String.valueOf(BETWEEN)));
    }

    private String word(Long id) {
        String name = names.get(id);
        if (name == null || name.indexOf(BETWEEN) >= 0 || !name.strip().equals(name)) return id.toString();
        if (Fields.wholeNumber(name) != null) return id.toString();
        return id.equals(byName(name)) ? name : id.toString();
    }

    /// What a cell names. What it names in vain goes to `errors` under `field`.
    List<Long> ids(String cell, String field, Errors errors) {
        var ids = new ArrayList<Long>();
        int begin = 0;
        while (begin <= cell.length()) {
            int end = cell.indexOf(BETWEEN, begin);
            if (end < 0) end = cell.length();
            String word = cell.substring(begin, end).strip();
            begin = end + 1;
            if (word.isEmpty()) continue;
            Long id = id(word);
            if (id == null) errors.add(field, "names a " + what + " that is not there, or whose name another has too");
            else if (!ids.contains(id)) ids.add(id);
        }
        return ids;
    }

    private @Nullable Long id(String word) {
        Long id = Fields.wholeNumber(word);
        if (id == null) return byName(word);
        return names.containsKey(id) ? id : null;
    }

    private @Nullable Long byName(String name) {
        Long exact = one(names, name::equals);
        return exact != null ? exact : one(names, other -> TextKey.same(name, other));
    }

    /// The id of the only name that fits, or null.
    private static @Nullable Long one(Map<Long, String> names, Predicate<String> fits) {
        Long found = null;
        for (var entry : names.entrySet()) {
            if (!fits.test(entry.getValue())) continue;
            if (found != null) return null;
            found = entry.getKey();
        }
        return found;
    }
}
