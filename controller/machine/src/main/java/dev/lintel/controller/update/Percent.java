package dev.lintel.controller.update;

import java.util.function.Consumer;

/// Tells of long work in steps of one percent.
final class Percent {
    private static final int WHOLE = 100;

    private final Consumer<String> progress;
    private final String what;
    private final long bytes;
    private long done;
    private long shown = -1;

    Percent(Consumer<String> progress, String what, long bytes) {
        this.progress = progress;
        this.what = what;
        this.bytes = bytes;
    }

    void add(long count) {
        done += count;
        long percent = done * WHOLE / bytes;
        if (percent == shown) return;
        shown = percent;
        progress.accept(what + ": " + percent + " %");
    }
}
