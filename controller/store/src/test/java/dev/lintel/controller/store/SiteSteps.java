package dev.lintel.controller.store;

/// Single steps of `site apply`, for tests of what follows from them.
public final class SiteSteps {
    private SiteSteps() {}

    /// A channel hangs on that box from now on.
    public static void hang(Database database, long channel, String box, long nowMs) {
        database.write(sql -> {
            new ChannelWriter(sql, nowMs).clear(channel);
            return sql.run("INSERT INTO channel_box (channel_id, box, unit) VALUES (?, ?, 9)", channel, box);
        });
    }
}
