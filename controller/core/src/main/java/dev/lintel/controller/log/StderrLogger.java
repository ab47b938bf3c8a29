package dev.lintel.controller.log;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.text.MessageFormat;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/// Writes one line a message. Stack traces come only at level `debug`: they are for developers, and an operator's log
/// is read by more people than that.
final class StderrLogger implements System.Logger {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    private static final Time CLOCK = new SystemTime(); // loggers are made by name, before there is any wiring

    private final String name;
    private final Level threshold;
    private final boolean journal;
    private final Repeats repeats;

    /// `repeats` is all loggers'.
    StderrLogger(String name, Level threshold, boolean journal, Repeats repeats) {
        this.repeats = repeats;
        this.name = name.substring(name.lastIndexOf('.') + 1);
        this.threshold = threshold;
        this.journal = journal;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isLoggable(Level level) {
        return level != Level.OFF && level.getSeverity() >= threshold.getSeverity();
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
        if (!isLoggable(level)) return;
        print(level, thrown == null ? message : message + ": " + words(thrown));
        if (thrown != null && threshold.getSeverity() <= Level.DEBUG.getSeverity()) trace(thrown);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... parameters) {
        if (!isLoggable(level)) return;
        boolean plain = parameters == null || parameters.length == 0;
        print(level, plain ? format : MessageFormat.format(format, parameters));
    }

    private static String words(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    private static void trace(Throwable thrown) {
        Printable.trace(thrown).forEach(System.err::println);
    }

    private void print(Level level, String message) {
        String line = Printable.of(message);
        for (String one : repeats.of(name + ": " + line, CLOCK.nowNs())) {
            if (journal) System.err.println("<" + priority(level) + ">" + one);
            else System.err.println(STAMP.format(CLOCK.now()) + " " + level + " " + one);
        }
    }

    private static int priority(Level level) {
        return switch (level) {
            case ERROR -> 3;
            case WARNING -> 4;
            case INFO -> 6;
            case ALL, TRACE, DEBUG, OFF -> 7;
        };
    }
}
