package dev.lintel.sync;

import java.util.List;
import java.util.Set;

/// How following goes.
public sealed interface Progress {
    /// More than a heartbeat's worth is being brought: a download begins, by an order or because there is something
    /// new.
    record Started(boolean snapshot) implements Progress {}

    /// Somebody asked for a sync, and the box had all there was.
    record NotRequired() implements Progress {}

    /// The box has all there is.
    ///
    /// @param lines that were applied
    record Completed(long lines) implements Progress {}

    /// The box has all there is, after the everyday that nothing is told of.
    record UpToDate() implements Progress {}

    /// It did not work, and is tried again.
    ///
    /// @param reason in words
    record Failed(String reason) implements Progress {}

    /// Nothing has come for 30 s.
    record TimingOut() implements Progress {}

    /// The link stands, or a request was answered by a hub that works for this box: it was there at this moment.
    /// `skewMs`: this box's clock less
    /// the hub's; `hubMs` the hub's clock, Unix milliseconds, within `errorMs`.
    record Contact(long skewMs, long hubMs, long errorMs) implements Progress {}

    /// As [Contact], of a hub whose own clock is not to be believed.
    record Present() implements Progress {}

    /// The upstream answered, and did not say what time it has there.
    record Reached() implements Progress {}

    /// The link is gone.
    record Lost(String reason) implements Progress {}

    /// A kind of line, or a field of a row, that this version does not know came by: the hub is newer. Told before
    /// the lines that it came with are applied, once each.
    ///
    /// @param what such as `weather` or `person.credentials.colour`
    record Skipped(String what) implements Progress {}

    /// The hub's lines of these people are too long to be kept: they stand as they did. Nobody: that is over.
    record Unread(Set<Long> people) implements Progress {
        public Unread {
            people = Set.copyOf(people);
        }
    }

    /// The service gives the same to two people, of whom one has it here: all such values now, none at the end.
    record Shared(List<Value> values) implements Progress {
        public Shared {
            values = List.copyOf(values);
        }

        /// One value, which is not named: it may be a PIN.
        ///
        /// @param what such as `card number`
        /// @param people who have it there, ascending
        public record Value(String what, List<Long> people) {
            public Value {
                people = List.copyOf(people);
            }
        }
    }

    /// The hub has turned this box away.
    record Dismissed(String why) implements Progress {}

    /// The hub has all events up to this id.
    record Delivered(long eventId) implements Progress {}

    /// This log and what the hub has of it part after `eventId`: it was restored from a backup, or rewritten.
    record Forked(long eventId) implements Progress {}
}
