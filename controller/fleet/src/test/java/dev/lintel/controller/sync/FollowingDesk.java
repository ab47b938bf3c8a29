package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.Progress;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an API asks of following, with a hub that a test plays.
public final class FollowingDesk {
    public final FakeUpline line = new FakeUpline();
    public final SyncDesk desk;
    private final Reports reports;

    /// Of channel 1 alone.
    public FollowingDesk(Database database, StageStore stage, X509Certificate authority, Time time) {
        this(database, stage, hub(authority, time), time);
    }

    /// A service in place of a hub.
    public static FollowingDesk service(Database database, StageStore stage, Time time) {
        return new FollowingDesk(database, stage, Whom.service("Yard", URI.create("https://api.example.com")), time);
    }

    private FollowingDesk(Database database, StageStore stage, Whom whom, Time time) {
        database.write(sql -> {
            FollowStore.begin(sql, FollowingBox.HUB);
            return true;
        });
        var state = new SyncState(null);
        var contact = new Contact(stage, () -> ClockReading.trusted(time.now()), time, time.nowMs());
        reports = new Reports(new Reports.Parts(
                database, database.events(), () -> List.of(1L), state, contact, (_, _) -> {}, whom, time));
        desk = new SyncDesk(new SyncDesk.Parts(whom, line, state, contact, reports, stage));
    }

    private static Whom hub(X509Certificate authority, Time time) {
        return Whom.hub(new Upstream.Joined(
                URI.create("https://hub.example:8443"),
                FollowingBox.HUB,
                "Head Office",
                4,
                "Lobby",
                time.nowMs(),
                BoxKey.create(),
                List.of(),
                authority));
    }

    /// A snapshot is held back; null: none is any more.
    public void holds(@Nullable String name, long taken, long enabled) {
        reports.held(name, taken, enabled);
    }

    public void reports(Progress progress) {
        reports.tell(progress);
    }
}
