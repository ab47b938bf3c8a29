package dev.lintel.controller.console;

import org.jspecify.annotations.Nullable;

/// A test account that is what a test says.
final class HandTestDoors implements TestDoors {
    volatile @Nullable String fault;
    volatile boolean opened;
    private volatile boolean events = true;

    @Override
    public @Nullable String open() {
        opened = fault == null;
        return fault;
    }

    @Override
    public boolean eventsOn() {
        return events;
    }

    @Override
    public void events(boolean on) {
        events = on;
    }
}
