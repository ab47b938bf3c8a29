package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Verdicts.Place;

/// A person who was admitted at a door and may be in the area behind it soon. Immutable.
///
/// @param decided the lane has yet to admit them
/// @param opened the leaf has opened since, and the lane may not have heard of it
/// @param share whether the leaf has opened for another person
/// @param untilNs when their time is over
record PendingPlace(long channelId, String side, Place to, boolean decided, boolean opened, Share share, long untilNs) {
    PendingPlace(long channelId, String side, Place to, boolean decided, boolean opened) {
        this(channelId, side, to, decided, opened, Share.NONE, Long.MAX_VALUE);
    }

    PendingPlace now(boolean undecided, boolean open) {
        return new PendingPlace(channelId, side, to, undecided, open, share, untilNs);
    }

    PendingPlace with(Share other) {
        return new PendingPlace(channelId, side, to, decided, opened, other, untilNs);
    }

    /// Of several who pass together the longest time counts.
    PendingPlace lasts(long otherNs) {
        return until(untilNs == Long.MAX_VALUE ? otherNs : Math.max(untilNs, otherNs));
    }

    PendingPlace until(long otherNs) {
        return new PendingPlace(channelId, side, to, decided, opened, share, otherNs);
    }

    /// Whether the box may count the person as passed.
    boolean mayHavePassed(long nowNs) {
        boolean perhaps = share == Share.PERHAPS_OWN || share == Share.PERHAPS_NONE;
        return opened || perhaps || (share == Share.OTHERS && nowNs > untilNs);
    }

    boolean isAt(Door door, String reader) {
        return channelId == door.id() && side.equals(reader);
    }

    /// Whose opening it was.
    enum Share {
        NONE,
        /// Another person's: this one passes once the time is over.
        OTHERS,
        /// Nobody can say.
        PERHAPS_OWN,
        /// Nobody can say whether there was one that was not forced.
        PERHAPS_NONE
    }
}
