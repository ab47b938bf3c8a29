package dev.lintel.controller.log;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// What a box in this process logs from here on, in place of the test's own standard error.
public final class Logged implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    public Logged() {
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    }

    /// All of it by now.
    public String text() {
        return told.toString(StandardCharsets.UTF_8);
    }

    /// What came since this was asked the last time, or since it began.
    public String next() {
        String text = text();
        told.reset();
        return text;
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
