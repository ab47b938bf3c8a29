package dev.lintel.controller.yaml;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One key's value as it was read: there, absent, or wrong (its fault is told already and it reads as absent).
/// Confined to the reading thread.
public final class Field<T> {
    private final Section section;
    private final String key;
    private final @Nullable T value;

    Field(Section section, String key, @Nullable T value) {
        this.section = section;
        this.key = key;
        this.value = value;
    }

    public @Nullable T orNull() {
        return value;
    }

    public T or(T fallback) {
        return value == null ? fallback : value;
    }

    /// The value; a key that is not there is a fault, and `standIn` keeps the reading going.
    public T required(T standIn) {
        if (!section.has(key)) section.fault(key, "is missing");
        return or(standIn);
    }

    /// `check` answers null when the value will do, else the sentence of its fault.
    public Field<T> that(Function<T, @Nullable String> check) {
        if (value == null) return this;
        String sentence = check.apply(value);
        if (sentence == null) return this;
        section.fault(key, sentence);
        return new Field<>(section, key, null);
    }
}
