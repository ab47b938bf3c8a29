package dev.lintel.reader.osdp;

import java.util.Locale;

/// The colours of a reader's LED, with their codes on the wire.
public enum LedColour {
    OFF(0),
    RED(1),
    GREEN(2),
    AMBER(3),
    BLUE(4),
    MAGENTA(5),
    CYAN(6),
    WHITE(7);

    private final int code;

    LedColour(int code) {
        this.code = code;
    }

    /// The colour of a code from the wire; codes nobody knows are [#OFF].
    public static LedColour ofCode(int code) {
        for (LedColour colour : values()) if (colour.code == code) return colour;
        return OFF;
    }

    public int code() {
        return code;
    }

    /// The name in lower case, as state reports use it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
