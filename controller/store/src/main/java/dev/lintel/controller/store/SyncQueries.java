package dev.lintel.controller.store;

import dev.lintel.controller.event.EventKind;

/// When channels last had everything, in the caller's transaction. This box decides from its own database: a change has
/// reached every channel once it is on disk, and a sync that somebody asks for only says so.
public final class SyncQueries {
    private static final String POLICY_CHANGED = """
            SELECT max(at) FROM (
              SELECT max(updated_at) AS at FROM account WHERE id = 1
              UNION ALL SELECT max(updated_at) FROM site WHERE account_id = 1
              UNION ALL SELECT max(updated_at) FROM shift WHERE account_id = 1
              UNION ALL SELECT max(updated_at) FROM channel WHERE account_id = 1
              UNION ALL SELECT max(updated_at) FROM role WHERE account_id = 1
              UNION ALL SELECT max(updated_at) FROM people_group WHERE account_id = 1)""";

    /// The newest of each channel of this box: those that follow it tell of their own in the same log, any number of
    /// times.
    private static final String ANY_CHANNEL = """
            SELECT coalesce(max((SELECT event.occurred_at FROM event INDEXED BY event_channel
                                  WHERE event.channel_id = channel.id AND event.kind = ?
                                  ORDER BY event.id DESC LIMIT 1)), 0)
              FROM channel WHERE channel.id NOT IN (SELECT channel_id FROM channel_box)""";

    private static final String ONE_CHANNEL = "SELECT occurred_at FROM event INDEXED BY event_channel"
            + " WHERE channel_id = ? AND kind = ? ORDER BY id DESC LIMIT 1";

    private SyncQueries() {}

    /// When the policy last changed, by what of it bears a time; milliseconds since 1970.
    public static long policyChangedMs(Sql sql) {
        return sql.get(POLICY_CHANGED, row -> row.number(1));
    }

    /// When somebody last asked for a sync, milliseconds since 1970; 0 for never.
    public static long askedMs(Sql sql) {
        return sql.get(ANY_CHANNEL, row -> row.number(1), EventKind.SYNC_NOT_REQUIRED.number());
    }

    /// When that was told of one channel, milliseconds since 1970; 0 for never.
    public static long askedMs(Sql sql, long channelId) {
        Long asked = sql.one(ONE_CHANNEL, row -> row.number(1), channelId, EventKind.SYNC_NOT_REQUIRED.number());
        return asked == null ? 0 : asked;
    }
}
