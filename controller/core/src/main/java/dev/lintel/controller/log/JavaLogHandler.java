package dev.lintel.controller.log;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/// Writes the records of `java.util.logging` as all other log lines are written: one line each, without control
/// characters, and no more than [Repeats] allows. Made by [JavaLogging]. Any thread.
public final class JavaLogHandler extends Handler {
    private final Formatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord each) {
        if (!isLoggable(each)) return;
        String name = each.getLoggerName() == null ? "java" : each.getLoggerName();
        String message = String.valueOf(formatter.formatMessage(each));
        System.Logger logger = System.getLogger(name);
        if (each.getThrown() == null) logger.log(level(each.getLevel()), message);
        else logger.log(level(each.getLevel()), message, each.getThrown());
    }

    private static System.Logger.Level level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) return System.Logger.Level.ERROR;
        if (level.intValue() >= Level.WARNING.intValue()) return System.Logger.Level.WARNING;
        if (level.intValue() >= Level.INFO.intValue()) return System.Logger.Level.INFO;
        return System.Logger.Level.DEBUG;
    }

    @Override
    public void flush() {} // each line is written at once

    @Override
    public void close() {}
}
