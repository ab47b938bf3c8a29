package dev.lintel.reader.serialcard;

import java.util.Arrays;

/// Lines that end with CR, LF or both; empty ones mean nothing.
final class LineFrames implements FrameParser {
    /// Longer than a card's digits and than any code that could be a credential.
    static final int LINE_BYTES_MAX = 255;

    /// What a line says.
    @FunctionalInterface
    interface Reading {
        void read(byte[] line, Findings findings);
    }

    private final Reading reading;
    private final byte[] line = new byte[LINE_BYTES_MAX];
    private int filled;
    private boolean skipping;

    LineFrames(Reading reading) {
        this.reading = reading;
    }

    @Override
    public void feed(int value, Findings findings) {
        if (value == '\r' || value == '\n') {
            if (filled > 0) reading.read(Arrays.copyOf(line, filled), findings);
            filled = 0;
            skipping = false;
        } else if (skipping) {
            findings.noise(1);
        } else if (filled == line.length) {
            findings.refuse(FrameFault.TOO_LONG);
            filled = 0;
            skipping = true;
        } else {
            line[filled++] = (byte) value;
        }
    }

    @Override
    public void silence(Findings findings) {
        if (filled > 0) findings.refuse(FrameFault.CUT_SHORT);
        filled = 0;
        skipping = false;
    }

    @Override
    public boolean waiting() {
        return filled > 0 || skipping;
    }
}
