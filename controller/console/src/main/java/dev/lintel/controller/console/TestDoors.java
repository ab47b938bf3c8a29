package dev.lintel.controller.console;

import org.jspecify.annotations.Nullable;

/// The account that applications are tried out with, as the pages need it. Any thread that may block.
public interface TestDoors {
    /// Has it ready. Returns why it cannot be, as the end of a sentence, or null.
    @Nullable
    String open();

    /// Whether its doors make events by themselves.
    boolean eventsOn();

    /// Lets its doors make events by themselves, or not; kept over a restart.
    void events(boolean on);
}
