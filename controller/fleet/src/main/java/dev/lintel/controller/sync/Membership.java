package dev.lintel.controller.sync;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Joining a hub and leaving it, as the command line and pages ask for it. Any thread that may block. Throws
/// [UplineException] in words for what cannot be done.
public interface Membership {
    /// What is asked of following; null while this box follows nobody.
    @Nullable
    SyncDesk desk();

    /// Why nobody is followed though somebody is named or was joined, in a sentence; null: nobody is, or they are
    /// followed.
    @Nullable
    String waiting();

    /// Has the hub take this box in, and says what joining would replace here. Nothing is changed at this box before
    /// [#confirm]; one that is asked for later takes this one's place.
    Plan plan(URI hub, String code);

    /// What stands to be confirmed; null: nothing does.
    @Nullable
    Plan planned();

    /// Joins as was planned: from now on this box follows that hub. Returns the copy of the database as it was.
    /// Throws [UplineException] where `seen` is not what stands to be confirmed any more: whoever agrees to one hub
    /// does not follow another that somebody else has planned meanwhile. The log names `by`.
    Path confirm(Seen seen, String by);

    /// Does not join after all; the hub is told. Nothing where something else than `seen` was planned meanwhile; null:
    /// whatever it is.
    void drop(@Nullable Seen seen);

    /// Leaves the hub and keeps what stands. Returns why the hub could not be told; null when it was. The log names
    /// `by`.
    @Nullable
    String leave(String by);

    /// What joining would do.
    ///
    /// @param fingerprint of the hub's CA, `AB:CD:…`
    /// @param boxName what the hub calls this box
    /// @param people here, who are replaced by the hub's
    /// @param roles as people
    record Plan(URI hub, String hubName, String fingerprint, String boxName, long people, long roles) {
        public Seen seen() {
            return new Seen(hub.toString(), fingerprint, boxName);
        }
    }

    /// Which plan somebody was shown, as it comes back from them.
    ///
    /// @param url of the hub
    /// @param fingerprint as [Plan]'s
    /// @param boxName as [Plan]'s
    record Seen(String url, String fingerprint, String boxName) {}

    /// Why what was shown is not done.
    String OTHER = "what you saw does not stand any more: somebody else began to join, or lintel was restarted; begin"
            + " again with a new code";
}
