package dev.lintel.controller;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.store.MemoryLeft;
import dev.lintel.controller.store.Recovery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The box that has ended in this process, for the one that begins in its place.
///
/// @param damaged whether its database has proved damaged
/// @param left what it leaves, once it is closed
/// @param returns how often in a row boxes of this process have left memory for a disk that failed soon after
public record Predecessor(boolean damaged, Supplier<Left> left, int returns) {
    /// Of the first box of a process, and of one that is to know nothing.
    public static final Predecessor NONE = new Predecessor(false, () -> new Left(List.of(), null), 0);

    /// For the start of the next box.
    Recovery.Before knowing(Recovery.Known known, Left left) {
        return new Recovery.Before(known, left.memory, returns);
    }

    /// What the next box takes.
    ///
    /// @param unwritten events that the disk did not take
    /// @param memory a database in memory that the disk's did not take yet; null: none
    public record Left(List<EventDraft> unwritten, @Nullable MemoryLeft memory) {
        public Left {
            unwritten = List.copyOf(unwritten);
        }

        /// After the start: returns the events that the new box's log has to take, and removes the memory.
        List<EventDraft> end() {
            if (memory == null) return unwritten;
            var drafts = new ArrayList<>(memory.end());
            drafts.addAll(unwritten);
            return drafts;
        }
    }
}
