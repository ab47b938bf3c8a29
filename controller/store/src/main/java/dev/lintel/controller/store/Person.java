package dev.lintel.controller.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A person as the table holds them. Immutable.
///
/// @param texts every column of [PersonStore#TEXTS], null where empty
/// @param validFrom first day of validity (ISO date) or null
/// @param validTo last day of validity (ISO date) or null
/// @param firstResponder passes a lockdown
public record Person(
        long id,
        Map<String, @Nullable String> texts,
        boolean enabled,
        @Nullable String validFrom,
        @Nullable String validTo,
        boolean extendedUnlock,
        boolean firstResponder,
        long createdAtMs,
        long updatedAtMs) {
    public Person {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }

    public @Nullable String text(String column) {
        return texts.get(column);
    }

    /// First and last name, as events keep it.
    public String name() {
        return (text("first_name") + " " + text("last_name")).strip();
    }
}
