package dev.lintel.controller.commission;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A scan, a pairing or a move as it is at one moment. Immutable.
///
/// @param id names it at the desk
/// @param port as it was asked for
/// @param bus the bus of the wiring whose line it has; null for a line that no bus has
/// @param by who began it
/// @param percent 0 to 100; never falls
/// @param doing what is being done, in words; of work that has ended what it came to, or why it failed
/// @param notes what else there is to know, a sentence each
/// @param found readers so far, of a scan
/// @param paired what a pairing came to; null before, and of other work
/// @param moved what a move came to; null before, and of other work
public record WorkState(
        long id,
        Kind kind,
        String port,
        @Nullable String bus,
        String by,
        Stage stage,
        int percent,
        String doing,
        List<String> notes,
        List<FoundReader> found,
        @Nullable Paired paired,
        @Nullable Moved moved) {
    public WorkState {
        notes = List.copyOf(notes);
        found = List.copyOf(found);
    }

    /// What it is.
    public enum Kind {
        SCAN("Looking for readers", "looks for readers"),
        PAIR("A key for a reader", "gives a reader its key"),
        MOVE("Another address for a reader", "gives a reader another address");

        private final String title;
        private final String does;

        Kind(String title, String does) {
            this.title = title;
            this.does = does;
        }

        /// A page's heading.
        public String title() {
            return title;
        }

        /// What whoever began it does, after their name.
        public String does() {
            return does;
        }
    }

    /// How far it is.
    public enum Stage {
        RUNNING,
        /// To its end; a scan that found nobody, too.
        DONE,
        FAILED,
        CANCELLED
    }

    /// A reader that has a key of its own now.
    ///
    /// @param baud the line's speed
    /// @param file where the key is
    /// @param key as `controller.yaml` names it: `secret:NAME`
    /// @param made whether it is a new key, or the one that was there
    /// @param then what is to be done now, in words
    public record Paired(int address, int baud, String file, String key, boolean made, String then) {}

    /// A reader that answers somewhere else now.
    ///
    /// @param key the name of the key that it was spoken to with; empty for none that has a name
    public record Moved(int address, int baud, String key) {}

    public boolean ended() {
        return stage != Stage.RUNNING;
    }

    WorkState at(int percentNow, String doingNow) {
        return new WorkState(
                id, kind, port, bus, by, stage, Math.max(percent, percentNow), doingNow, notes, found, paired, moved);
    }

    WorkState noted(String note) {
        var more = new ArrayList<>(notes);
        more.add(note);
        return new WorkState(id, kind, port, bus, by, stage, percent, doing, more, found, paired, moved);
    }

    WorkState with(FoundReader reader) {
        var more = new ArrayList<>(found);
        more.add(reader);
        return new WorkState(id, kind, port, bus, by, stage, percent, doing, notes, more, paired, moved);
    }

    WorkState with(Paired result) {
        return new WorkState(id, kind, port, bus, by, stage, percent, doing, notes, found, result, moved);
    }

    WorkState with(Moved result) {
        return new WorkState(id, kind, port, bus, by, stage, percent, doing, notes, found, paired, result);
    }

    WorkState ended(Stage how, String words) {
        int done = how == Stage.DONE ? 100 : percent;
        return new WorkState(id, kind, port, bus, by, how, done, words, notes, found, paired, moved);
    }
}
