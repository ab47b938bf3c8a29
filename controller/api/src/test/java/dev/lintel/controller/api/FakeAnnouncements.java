package dev.lintel.controller.api;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Keeps what it is told, for tests to look at. Any thread.
final class FakeAnnouncements implements Announcements {
    /// A part of the addresses that it refuses beside those that nobody takes.
    static final String UNWANTED = "unwanted";

    static final String REFUSAL = "This address is on a private network.";

    final List<Fetched> fetched = new CopyOnWriteArrayList<>();
    /// Accounts whose rules were changed, once a change.
    final List<Long> changed = new CopyOnWriteArrayList<>();

    @Override
    public void fetched(Fetched what) {
        fetched.add(what);
    }

    @Override
    public void rulesChanged(long accountId) {
        changed.add(accountId);
    }

    @Override
    public @Nullable String refusal(String url) {
        return url.contains(UNWANTED) ? REFUSAL : NONE.refusal(url);
    }
}
