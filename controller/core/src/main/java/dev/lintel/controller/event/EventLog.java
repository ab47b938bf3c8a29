package dev.lintel.controller.event;

import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The one log of everything that happened. Implemented by the store.
public interface EventLog {
    /// What is told to a listener when an event could not be kept (the ring was full while the disk was).
    long NOT_STORED = -1;

    /// Appends; returns at once, never throws. Ids follow the order of calls by one thread. Within a piece of work of
    /// the store's writer it is part of that: where the piece is undone, there is no such event.
    default void append(EventDraft draft) {
        append(draft, _ -> {});
    }

    /// As [#append(EventDraft)]; `onDurable` gets the event's id once it is on disk, or [#NOT_STORED]. It runs on the
    /// writer thread and must be short.
    void append(EventDraft draft, LongConsumer onDurable);

    /// As [#append(EventDraft)], also where the piece of work is undone: for what has happened or holds all the same.
    default void appendRegardless(EventDraft draft) {
        append(draft);
    }

    /// The newest id that is on disk; 0 when the log is empty.
    long head();

    /// The oldest event that `wanted` takes among those that the disk refuses to take, or does not take for
    /// seconds; null while it takes all.
    @Nullable
    EventDraft refused(Predicate<EventDraft> wanted);

    /// Waits until the head is above `id`, or for `timeoutMs`; returns the head. Interruptible by closing the store.
    long awaitHeadAbove(long id, long timeoutMs) throws InterruptedException;
}
