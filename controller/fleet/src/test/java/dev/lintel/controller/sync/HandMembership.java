package dev.lintel.controller.sync;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Joining and leaving as a test plays it. Fields are moved by hand, between requests.
public final class HandMembership implements Membership {
    public static final String FINGERPRINT =
            "9F:86:D0:81:88:4C:7D:65:9A:2F:EA:A0:C5:5A:D0:15:A3:BF:4F:1B:2B:0B:82:2C:" + "D1:5D:6C:15:B0:F0:0A:08";

    /// The line to the hub; null: it follows nobody.
    public volatile @Nullable SyncDesk desk;
    /// Why the hub or this box refuses whatever is asked next; null: neither does.
    public volatile @Nullable String refusal;
    /// Why the hub cannot be told of leaving; null: it can.
    public volatile @Nullable String untold;
    /// The service that nobody has allowed yet, in a sentence; null: none is named.
    public volatile @Nullable String waiting;
    /// What was asked, in order, such as `plan https://hub.example:8443 CODE`.
    public final List<String> asked = new ArrayList<>();

    private volatile @Nullable Plan plan;

    /// As the wiring says it.
    public @Nullable String elsewhere() {
        SyncDesk now = desk;
        return now == null ? null : now.whom().elsewhere();
    }

    @Override
    public @Nullable SyncDesk desk() {
        return desk;
    }

    @Override
    public @Nullable String waiting() {
        return waiting;
    }

    @Override
    public Plan plan(URI hub, String code) {
        ask("plan " + hub + " " + code);
        var made = new Plan(hub, "Head Office", FINGERPRINT, "Lobby", 1_204, 7);
        plan = made;
        return made;
    }

    @Override
    public @Nullable Plan planned() {
        return plan;
    }

    @Override
    public Path confirm(Seen seen, String by) {
        Plan now = plan;
        if (now == null || !now.seen().equals(seen)) throw new UplineException(OTHER);
        ask("confirm " + by);
        plan = null;
        return Path.of("lintel.db.before-join");
    }

    @Override
    public void drop(@Nullable Seen seen) {
        ask("drop");
        plan = null;
    }

    @Override
    public @Nullable String leave(String by) {
        ask("leave " + by);
        desk = null;
        return untold;
    }

    private void ask(String what) {
        asked.add(what);
        String why = refusal;
        if (why != null) throw new UplineException(why);
    }
}
