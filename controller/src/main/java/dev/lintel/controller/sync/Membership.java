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

    /// Joins as was planned: from now on this box follows that hub. Returns the copy of the database as it was. The
    /// log names `by`.
    Path confirm(String by);

    /// Does not join after all; the hub is told.
    void drop();

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
    record Plan(URI hub, String hubName, String fingerprint, String boxName, long people, long roles) {}
}
