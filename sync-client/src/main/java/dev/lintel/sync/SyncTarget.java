package dev.lintel.sync;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevocationReport;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The box that follows, as this library sees it: rows, a log and doors behind an interface. Implemented by
/// the controller. Every method may block on a disk; each says on whose thread it is called. What cannot be
/// done is a [TargetException] in words: nothing of that call is kept then.
public interface SyncTarget {
    /// Up to where this box has followed `hub`; null: nothing of it yet, or all of it is wanted anew. It is
    /// asked for after each batch that moves it.
    @Nullable
    Cursor cursor(String hub);

    /// The last cursor that this box had of `hub`, also while all of it is wanted anew and after the box has joined
    /// again; null: none. The hub tells by it whether it was restored from a backup.
    @Nullable
    Cursor lastCursor(String hub);

    /// Applies `lines` in their order and, with them in one transaction, remembers `to` (null: the cursor
    /// stays). What stands already is applied again without harm. The puller's thread.
    void apply(String hub, List<DownLine> lines, @Nullable Cursor to);

    /// Takes from people who came from `hub` what `lines` do not give them any more: who is gone goes, and
    /// of a person only what both that stands and that is told stays, as `Narrowing` has it. Nothing is
    /// added, nobody is made, and the cursor stays. For while a snapshot that will have all of it does not
    /// stand yet. The puller's thread.
    void narrow(String hub, List<DownLine> lines);

    /// What this box has, to be compared with the hub's [DownLine.Head#check()]. The puller's thread.
    Check check();

    /// At which revision that person counts in [#check()]; null: they are not here. The puller's thread.
    @Nullable
    Long revision(long personId);

    /// That person as they stand here, without a picture; null: they are not here. The puller's thread.
    @Nullable
    PersonRow person(long personId);

    /// Where a snapshot is put together before it stands. The puller's thread.
    Staging staging();

    /// A snapshot beside what stands. It outlives the process: a download goes on where it was.
    interface Staging {
        /// What is there of a snapshot of this hub; null: nothing.
        @Nullable
        Staged standing(String hub);

        /// Lets go of what is there and begins one whose following begins at `from`. `restored`: the hub was
        /// restored from a backup since this box followed it last.
        void begin(String hub, Cursor from, boolean restored);

        /// Keeps people of a part in the order they came; `upTo`: all up to this id is there now. `policy`:
        /// the newest.
        void keep(List<PersonLine> people, long upTo, DownLine.@Nullable PolicyLine policy, boolean last);

        /// Brings it up to date with what changed since it began; `to` is where it stands then.
        void change(List<DownLine> lines, Cursor to);

        /// What it has, to be compared with the hub's.
        Check check();

        /// At which revision that person counts in [#check()]; null: they are not in it.
        @Nullable
        Long revision(long personId);

        /// In it that person is as they stand now, or is not where nobody stands: the hub's line of them
        /// cannot be read, and they are not to go for that.
        void stays(long personId);

        /// Makes it what stands, cursor and all. Returns null when that is done, or the name of what is held
        /// back because it would take away too many people: `approved` names what an operator has let
        /// through.
        ///
        /// A swap of many people takes a while: it ends with [InterruptedException] between two of its
        /// steps, once `stopping` says so. The stage stays then, [Staged#swapping()], and another call goes
        /// on with it: nothing is held back then, whatever is `approved`.
        @Nullable
        String swap(@Nullable String approved, BooleanSupplier stopping) throws InterruptedException;

        /// Lets go of it: it does not agree with the hub, or there is no room.
        void drop();
    }

    /// What there is of a snapshot.
    ///
    /// @param from where following begins once it stands
    /// @param upTo the people up to this id are there
    /// @param complete nobody of a higher id is missing
    /// @param swapping a swap has begun and not come to its end: part of it stands. All that is left to do
    /// is here
    record Staged(Cursor from, long upTo, boolean complete, boolean swapping) {}

    /// Events after `id` in their order, `max` at most. The pusher's thread.
    List<EventRow> eventsAfter(long id, int max);

    /// The newest event that is on disk; [LogMark#NONE] where there is none. Any thread.
    LogMark head();

    /// Event `id` of this box's log; null when there is none such. The pusher's thread.
    @Nullable
    LogMark mark(long id);

    /// Waits until the log's head is above `id`, or for `timeoutMs`. The pusher's thread.
    void awaitHeadAbove(long id, long timeoutMs) throws InterruptedException;

    /// Signs `text` with this box's key: SHA256withECDSA, DER. The pusher's thread.
    byte[] sign(String text);

    /// How the doors stand, and the clock. The link's thread; waits for nothing.
    State state();

    /// How this box is.
    ///
    /// @param clock `trusted`, `held` or `wrong`
    /// @param problem what keeps it from having all of what it is told, in words; null: nothing
    /// @param revocations what it does not take of a hub that was restored
    record State(
            String clock,
            List<LinkMessage.DoorRow> doors,
            @Nullable String problem,
            RevocationReport revocations) {
        public State {
            doors = List.copyOf(doors);
        }

        /// Of a box that has all of it.
        public State(String clock, List<LinkMessage.DoorRow> doors) {
            this(clock, doors, null, RevocationReport.NOTHING);
        }
    }

    /// Does what the hub asks of a door. A thread of its own for each; an answer is worth nothing after 2 s.
    LinkMessage.Answer obey(LinkMessage.Order order);

    /// How following goes, for the log, the pages and /health. Whatever thread it happens on; must be short.
    void progress(Progress progress);
}
