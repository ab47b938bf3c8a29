package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What reaches the door lane. `channelId` names the door; `atNs` is the monotonic time at which it happened.
public sealed interface LaneInput {
    long channelId();

    long atNs();

    /// A presentation has been read and is being decided; `notReady` is its answer if none comes within
    /// [Doors#DECISION_MAX_NS].
    ///
    /// @param again shows the same at another door; null: never
    /// @param byLane hears where the lane answers otherwise than the decision
    record Presented(
            long channelId,
            long atNs,
            long presentation,
            String side,
            EventDraft notReady,
            @Nullable Again again,
            LaneAnswer byLane)
            implements LaneInput {
        public Presented(long channelId, long atNs, long presentation, String side, EventDraft notReady) {
            this(channelId, atNs, presentation, side, notReady, null, LaneAnswer.UNHEARD);
        }
    }

    /// Hears what the lane answers otherwise than the decision. On the door lane; never blocks.
    interface LaneAnswer {
        LaneAnswer UNHEARD = new LaneAnswer() {
            @Override
            public void turnedAway(long presentation, @Nullable Long first) {
                // The sender keeps no list of waits.
            }

            @Override
            public void refused(long presentation) {
                // The sender keeps no list of waits.
            }
        };

        /// The person of that presentation has `notReady` for an answer, and does not wait.
        ///
        /// @param first an earlier presentation that waited for this one, and has the same answer; or null
        void turnedAway(long presentation, @Nullable Long first);

        /// The decision has admitted the person of that presentation, and the door has refused the person.
        void refused(long presentation);
    }

    /// Presents a credential again, at another door.
    @FunctionalInterface
    interface Again {
        /// Presents it now at the reader of that side, for the person who was admitted with it; returns the
        /// presentation's id. The door lane; never blocks.
        long show(long channelId, String side, long personId);
    }

    /// Somebody may pass or may not, as far as a decision can say: the door itself comes last.
    sealed interface Decided extends LaneInput {
        /// Where they stand: `entry` or `exit`.
        String side();

        EventDraft event();

        Passage passage();

        /// What the log calls it when the door makes `kind` of it.
        EventKind as(EventKind kind);

        /// Whether hours that wait for their first card begin with it.
        boolean beginsHours();

        /// Whether they leave.
        default boolean leaves() {
            return side().equals("exit");
        }
    }

    /// The decision on a presentation: `event` is admitted or rejected.
    record Answered(long channelId, long atNs, long presentation, String side, EventDraft event, Passage passage)
            implements Decided {
        @Override
        public EventKind as(EventKind kind) {
            return kind;
        }

        /// Who leaves does not open the house for the day, nor does a phone, which may be anywhere.
        @Override
        public boolean beginsHours() {
            return side.equals("entry") && !event.answersPhone();
        }

        Answered with(EventDraft other) {
            return new Answered(channelId, atNs, presentation, side, other, passage);
        }
    }

    /// Persons who are to pass together: all but the last wait at the reader, and the last one completes them. A person
    /// who may not pass alone does not where another one has an answer already, or is refused by the door.
    record Together(List<Part> parts) implements LaneInput {
        public Together {
            parts = List.copyOf(parts);
        }

        /// The answer to the person who completes them.
        public Answered last() {
            return parts.getLast().answer;
        }

        @Override
        public long channelId() {
            return last().channelId;
        }

        @Override
        public long atNs() {
            return last().atNs;
        }
    }

    /// One of several persons.
    ///
    /// @param alone the answer where the others do not pass: admitted where this person needs none
    record Part(Answered answer, EventDraft alone) {}

    /// An operator lets somebody in who stands outside: asked for at `atNs`, and nobody stands there for ever, so
    /// after [Doors#DECISION_MAX_NS] it is too late. `event` is ADMITTED_MANUAL; what the door makes of it is told
    /// as one of ADMITTED_MANUAL, ADMISSION_DENIED and ADMISSION_OFFLINE.
    ///
    /// @param anybody nobody is named: whether they have a right to pass is the operator's to know
    /// @param answered runs on the door lane once the door has acted and the log was told; must be short
    record ByHand(long channelId, long atNs, EventDraft event, Passage passage, boolean anybody, Runnable answered)
            implements Decided {
        @Override
        public String side() {
            return "entry";
        }

        @Override
        public EventKind as(EventKind kind) {
            return kind.isAdmitted() ? EventKind.ADMITTED_MANUAL : EventKind.ADMISSION_DENIED;
        }

        /// An operator who opens for a parcel does not open the house for the day.
        @Override
        public boolean beginsHours() {
            return false;
        }
    }

    /// A presentation is accepted, and a second factor, another person or an operator is awaited until `untilNs`.
    /// `started` is the event of that; `timedOut` is the answer where it has not come by then.
    ///
    /// @param first the presentation whose second factor this one was, and whose wait ends here; null: none
    /// @param replaces an earlier wait of the same person for another one that this takes the place of; null: none
    record SecondAwaited(
            long channelId,
            long atNs,
            long presentation,
            String side,
            EventDraft started,
            EventDraft timedOut,
            long untilNs,
            @Nullable Long first,
            @Nullable Long replaces)
            implements LaneInput {
        /// Whether it is the second factor that is awaited.
        boolean isForFactor() {
            return timedOut.kind() == EventKind.REJECTED_TIMEOUT;
        }

        /// Whether it is an operator who is awaited.
        boolean isForOperator() {
            return started.kind() == EventKind.APPROVAL_REQUESTED;
        }

        public SecondAwaited(
                long channelId,
                long atNs,
                long presentation,
                String side,
                EventDraft started,
                EventDraft timedOut,
                long untilNs) {
            this(channelId, atNs, presentation, side, started, timedOut, untilNs, null, null);
        }

        SecondAwaited until(long otherNs) {
            return new SecondAwaited(channelId, atNs, presentation, side, started, timedOut, otherNs, first, replaces);
        }
    }

    /// A person whose first factor was accepted, or who waits for others, waits longer: until `untilNs`.
    record Prolonged(long channelId, long atNs, long presentation, long untilNs) implements LaneInput {}

    /// A presentation has no answer of its own. `first` is the one that it repeats, a card whose PIN is awaited or
    /// whose holder waits for an operator: its answer is to both. Null: one of many unknown cards at that reader,
    /// which the log counts, a PIN that nobody asked for while an operator is asked, or a card that has stayed at
    /// the reader since the presentation `held`; else that is null.
    record Folded(
            long channelId,
            long atNs,
            long presentation,
            String side,
            @Nullable Long first,
            @Nullable Long held) implements LaneInput {
        public Folded(long channelId, long atNs, long presentation, String side, @Nullable Long first) {
            this(channelId, atNs, presentation, side, first, null);
        }
    }

    /// REX was pressed. Where it `releases` the strike its own thread has done so already; elsewhere it only says
    /// that somebody leaves by the handle. `presses`: how many it stands for, the first of them at `atNs`, as for
    /// all exits: the lane may have had no room.
    record RexPressed(long channelId, long atNs, boolean releases, int presses) implements LaneInput {
        public RexPressed(long channelId, long atNs) {
            this(channelId, atNs, true);
        }

        public RexPressed(long channelId, long atNs, boolean releases) {
            this(channelId, atNs, releases, 1);
        }
    }

    /// The auxiliary input closed; its own thread has released the strike already.
    record AuxClosed(long channelId, long atNs, int presses) implements LaneInput {
        public AuxClosed(long channelId, long atNs) {
            this(channelId, atNs, 1);
        }
    }

    /// An exit was pressed that does not release the door now: REX, or the auxiliary input.
    record ExitRefused(long channelId, long atNs, boolean rex, int presses, Why why) implements LaneInput {
        public ExitRefused(long channelId, long atNs, boolean rex, Why why) {
            this(channelId, atNs, rex, 1, why);
        }

        public ExitRefused(long channelId, long atNs, boolean rex) {
            this(channelId, atNs, rex, Why.LOCKDOWN);
        }
    }

    /// The reason that keeps an exit from releasing a door.
    enum Why {
        LOCKDOWN,
        /// Another door of the airlock is open or released.
        INTERLOCK
    }

    record LeafMoved(long channelId, long atNs, boolean open) implements LaneInput {}

    /// The fire input became active or cleared; its own thread has told the strike already.
    record FireMoved(long channelId, long atNs, boolean on) implements LaneInput {}

    /// A tamper switch opened or closed: `where` is `entry` or `exit` (that reader's), or `door` (the door's line).
    /// `changes`: how many the log has to report; 0: none, only the state is another.
    record TamperMoved(long channelId, long atNs, String where, boolean on, int changes) implements LaneInput {
        public TamperMoved(long channelId, long atNs, String where, boolean on) {
            this(channelId, atNs, where, on, 1);
        }
    }

    /// A reader's supply failed, or is back; `changes` as for [TamperMoved].
    record ReaderPower(long channelId, long atNs, String side, boolean failed, int changes) implements LaneInput {}

    /// A reader answers on its line, or does so no more.
    record ReaderLine(long channelId, long atNs, String side, boolean online) implements LaneInput {}

    /// A reader has another key, or left its secure channel: `why` in a few words.
    record ReaderInsecure(long channelId, long atNs, String side, String why, int attempts) implements LaneInput {}

    /// An operator's command. `answer` gets null when it is done, else why it is refused, in words; it runs on the
    /// door lane and must be short.
    record Commanded(long channelId, long atNs, DoorCommand command, String by, Consumer<@Nullable String> answer)
            implements LaneInput {}

    /// An installer's test of an output. `answer` as of [Commanded].
    record Tested(long channelId, long atNs, OutputTest test, String by, Consumer<@Nullable String> answer)
            implements LaneInput {}

    /// The site's policy has this channel no more: its door is normal until it is there again. Exits and fire go on.
    record Removed(long channelId, long atNs) implements LaneInput {}

    /// The site's policy changed.
    record NewRules(long channelId, long atNs, DoorTimes times, DoorRules rules) implements LaneInput {}
}
