package dev.lintel.sync.pull;

import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import org.jspecify.annotations.Nullable;

/// One go at following, and what is told of it: each once, in this order, as far as it comes.
///
/// ```
///   asked for, nothing new              NotRequired
///   asked for, or after no contact      Started at the first line … Completed
///   after a change at the hub           nothing; Started once there are more than 500 lines … Completed
///   a snapshot                          Started(snapshot) … Completed
///   tried again after a Failed          nothing … Completed, also where nothing was new
/// ```
final class Round {
    /// So many lines are no everyday change: somebody will want to see that they are being brought.
    private static final int QUIET_LINES_MAX = 500;

    private final SyncTarget target;
    private final boolean asked;
    private final boolean returning;
    private final @Nullable String owed;
    private boolean started;
    private boolean late;
    private long lines;

    /// @param asked somebody asked for it
    /// @param returning the first after a time without contact
    /// @param owed the failure that was told, and no completion since; null: none
    Round(SyncTarget target, boolean asked, boolean returning, @Nullable String owed) {
        this.target = target;
        this.asked = asked;
        this.returning = returning;
        this.owed = owed;
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
        if (started || owed != null) target.progress(new Progress.Completed(lines));
        else if (asked) target.progress(new Progress.NotRequired());
    }

    /// True where it was told.
    boolean failed(String reason) {
        if (isQuietRetry() && reason.equals(owed)) return false;
        target.progress(new Progress.Failed(reason));
        return true;
    }

    /// A hub that is away for a month is one failure, not one a minute; a disk that is full then is another.
    private boolean isQuietRetry() {
        return owed != null && !asked;
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
