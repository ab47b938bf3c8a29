package dev.lintel.controller;

import dev.lintel.controller.event.EventDraft;
import java.util.List;
import java.util.function.Supplier;

/// The box that has ended in this process, for the one that begins in its place.
///
/// @param damaged whether its database has proved damaged
/// @param unwritten events that its disk did not take, once it is closed
public record Predecessor(boolean damaged, Supplier<List<EventDraft>> unwritten) {
    /// Of the first box of a process, and of one that is to know nothing.
    public static final Predecessor NONE = new Predecessor(false, List::of);
}
