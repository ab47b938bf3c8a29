package dev.lintel.controller.peoplefile;

import java.util.Locale;

/// Whether a column names somebody or something that only one row may name.
public enum ColumnKind {
    /// Rows may hold the same.
    PLAIN,
    ID,
    SYSTEM_ID,
    EMAIL,
    /// A card's or fob's number: one set of numbers for all such columns.
    CARD,
    PIN;

    /// As it is told over the control socket.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
