package dev.lintel.reader.gpio;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What the chip's own resistor does to an input that nothing drives. It is weak (about 50 kΩ): a long wire needs a
/// resistor of its own as well.
public enum Bias {
    /// As the kernel and the board left it.
    AS_IS,
    /// No resistor of the chip: there is one outside.
    OFF,
    PULL_UP,
    PULL_DOWN;

    /// The configuration's word: `as-is`, `off`, `pull-up`, `pull-down`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Every kind by its word.
    public static Map<String, Bias> byWord() {
        Map<String, Bias> words = new LinkedHashMap<>();
        for (Bias bias : values()) words.put(bias.word(), bias);
        return words;
    }
}
