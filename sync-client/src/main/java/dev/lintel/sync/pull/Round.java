package dev.lintel.sync.pull;

import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import java.util.Set;

/// One go at following, and what is told of it: each once, in this order, as far as it comes.
///
/// ```
///   asked for, nothing new              NotRequired
///   asked for, or after no contact      Started at the first line … Completed
///   after a change at the hub           UpToDate; Started once there are more than 500 lines … Completed
///   a snapshot                          Started(snapshot) … Completed
///   tried again after a Failed          nothing; Failed for another kind of failure … Completed, also where nothing
///                                       was new
/// ```
final class Round {
    /// So many lines are no everyday change: somebody will want to see that they are being brought.
    private static final int QUIET_LINES_MAX = 500;

    private final SyncTarget target;
    private final boolean asked;
    private final boolean returning;
    private final Set<Kind> told;
    private boolean started;
    private boolean late;
    private long lines;

    /// Who is to mend a failure. Of one kind there are many words: a hub that is away refuses, resets, times out.
    enum Kind {
        /// The hub or the line to it.
        AWAY,
        /// What the hub says is no answer, or does not agree with itself.
        ANSWER,
        /// This box: its disk, say.
        HERE,
        /// An operator: a snapshot waits for them.
        HELD
    }

    /// @param asked somebody asked for it
    /// @param returning the first after a time without contact
    /// @param told the failures that were told, and no completion since
    Round(SyncTarget target, boolean asked, boolean returning, Set<Kind> told) {
        this.target = target;
        this.asked = asked;
        this.returning = returning;
        this.told = Set.copyOf(told);
    }

    void came() {
        lines++;
        late = false;
        if (asked || returning || lines > QUIET_LINES_MAX) start(false);
    }

    void snapshot() {
        start(true);
    }

    private void start(boolean snapshot) {
        if (started) return;
        started = true;
        if (!isQuietRetry()) target.progress(new Progress.Started(snapshot));
    }

    /// Once, until the next line.
    void timingOut() {
        if (late) return;
        late = true;
        if (!isQuietRetry()) target.progress(new Progress.TimingOut());
    }

    void completed() {
        if (started || !told.isEmpty()) target.progress(new Progress.Completed(lines));
        else if (asked) target.progress(new Progress.NotRequired());
        else target.progress(new Progress.UpToDate());
    }

    /// True where it was told: each kind once until a completion. A hub that is away for a month is one failure,
    /// not one a minute; a disk that is full then is another.
    boolean failed(Kind kind, String reason) {
        if (!asked && told.contains(kind)) return false;
        target.progress(new Progress.Failed(reason));
        return true;
    }

    private boolean isQuietRetry() {
        return !told.isEmpty() && !asked;
    }

    boolean asked() {
        return asked;
    }

    boolean started() {
        return started;
    }

    long lines() {
        return lines;
    }
}
