package dev.lintel.controller.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Gives every class its logger onto standard error. Made by `ServiceLoader`.
public final class StderrLoggers extends System.LoggerFinder {
    private final Level threshold = threshold(System.getenv("LINTEL_LOG"));
    private final Repeats repeats = new Repeats();
    private final boolean journal = System.getenv("JOURNAL_STREAM") != null;

    @Override
    public Logger getLogger(String name, Module module) {
        return new StderrLogger(name, threshold, journal, repeats);
    }

    /// The level a word stands for; `info` for none, or one that is no level.
    static Level threshold(@Nullable String word) {
        if (word == null) return Level.INFO;
        for (Level level : Level.values()) {
            if (level.name().equals(word.toUpperCase(Locale.ROOT))) return level;
        }
        return Level.INFO;
    }
}
