package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;

/// What reaches the door lane. `channelId` names the door; `atNs` is the monotonic time at which it happened.
public sealed interface LaneInput {
    long channelId();

    long atNs();

    /// A presentation has been read and is being decided; `notReady` is its answer if none comes within
    /// [Doors#DECISION_MAX_NS].
    record Presented(long channelId, long atNs, long presentation, String side, EventDraft notReady)
            implements LaneInput {}

    /// The decision on a presentation: `event` is admitted or rejected.
    record Answered(long channelId, long atNs, long presentation, String side, EventDraft event, Passage passage)
            implements LaneInput {}

    /// A presentation was the first of two factors and is accepted as such: the second is awaited until `untilNs`.
    /// `started` tells of it; `timedOut` is the answer when the second has not been read by then.
    record SecondAwaited(
            long channelId,
            long atNs,
            long presentation,
            String side,
            EventDraft started,
            EventDraft timedOut,
            long untilNs)
            implements LaneInput {}

    /// REX was pressed; its own thread has released the strike already.
    record RexPressed(long channelId, long atNs) implements LaneInput {}

    /// The auxiliary input closed; its own thread has released the strike already.
    record AuxClosed(long channelId, long atNs) implements LaneInput {}

    record LeafMoved(long channelId, long atNs, boolean open) implements LaneInput {}

    /// A reader answers on its line, or does so no more.
    record ReaderLine(long channelId, long atNs, String side, boolean online) implements LaneInput {}

    /// A reader has another key, or left its secure channel: `why` in a few words.
    record ReaderInsecure(long channelId, long atNs, String side, String why, int attempts) implements LaneInput {}

    /// The site's policy changed.
    record NewTimes(long channelId, long atNs, DoorTimes times) implements LaneInput {}
}
