package dev.lintel.controller.store;

import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.policy.Policy.Channel;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes channels to `channel`, `channel_box`, `channel_accept`, `channel_interlock`, `channel_airlock` and
/// `channel_floor`, inside the caller's transaction.
///
/// Order: what changes or goes is cleared first, for two channels may swap their units and a floor its elevator;
/// then all rows of `channel` are written, for they refer to each other; then their lists.
final class ChannelWriter {
    private static final String CHANNEL = """
            INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms, warning_ms,
                                 extended_open_ms, relock, forced, created_at, updated_at)
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12)
            ON CONFLICT (id) DO UPDATE SET site_id = ?2, unit = ?3, name = ?4, kind = ?5, unlock_ms = ?6,
                   extended_unlock_ms = ?7, warning_ms = ?8, extended_open_ms = ?9, relock = ?10, forced = ?11,
                   updated_at = ?12""";
    private static final String ACCESS = """
            UPDATE channel SET passback_mode = ?2, passback_from = ?3, passback_to = ?4, passback_window_ms = ?5,
                   passback_forgive_minute = ?6, clock_held = ?7, clock_wrong = ?8, duress = ?9,
                   auto_unlock_shift_id = ?10, auto_unlock_first_card = ?11, passback_after_fire = ?12,
                   passback_after_unlock = ?13
             WHERE id = ?1""";
    private static final String COMPANY = """
            UPDATE channel SET two_person = ?2, double_tap = ?3, double_tap_until_minute = ?4, double_tap_ms = ?5,
                   approval = ?6, approval_shift_id = ?7
             WHERE id = ?1""";
    private static final String DELAYS = """
            UPDATE channel SET longer_warning_ms = ?2, longer_open_ms = ?3, forced_delay_ms = ?4, relock_delay_ms = ?5
             WHERE id = ?1""";
    private static final String ALARM =
            "UPDATE channel SET pre_alarm = ?2, alarm_reminder_ms = ?3, alarm_latch = ?4 WHERE id = ?1";
    private static final String EVACUATION = "UPDATE channel SET evacuation = ?2 WHERE id = ?1";
    private static final String ACCEPT =
            "INSERT INTO channel_accept (channel_id, side, position, shift_id, means) VALUES (?, ?, ?, ?, ?)";

    private static final String AIRLOCK = """
            INSERT INTO channel_airlock (outer_id, inner_id, exits_obey, entering, leaving, delay_ms)
            VALUES (?, ?, ?, ?, ?, ?)""";

    private final Sql sql;
    private final long nowMs;

    ChannelWriter(Sql sql, long nowMs) {
        this.sql = sql;
        this.nowMs = nowMs;
    }

    void write(List<Channel> channels) {
        for (Channel channel : channels) {
            row(channel);
            if (channel.box() != null) box(channel, channel.box());
        }
        for (Channel channel : channels) lists(channel);
    }

    /// Takes a channel that will change or go out of the way of the others.
    void clear(long id) {
        sql.run("UPDATE channel SET unit = -id WHERE id = ?", id);
        sql.run("UPDATE channel_box_ever SET ended_at = ? WHERE channel_id = ? AND ended_at IS NULL", nowMs, id);
        sql.run("DELETE FROM channel_box WHERE channel_id = ?", id);
        sql.run("DELETE FROM channel_accept WHERE channel_id = ?", id);
        sql.run("DELETE FROM channel_interlock WHERE channel_id = ?", id);
        sql.run("DELETE FROM channel_floor WHERE elevator_id = ?", id);
        sql.run("DELETE FROM channel_airlock WHERE outer_id = ?", id);
    }

    private void row(Channel channel) {
        var times = channel.times();
        sql.run(
                CHANNEL,
                channel.id(),
                channel.siteId(),
                channel.box() == null ? channel.unit() : -channel.id(),
                channel.name(),
                word(channel.rules().kind()),
                times.unlock().toMillis(),
                times.extendedUnlock().toMillis(),
                times.warning().toMillis(),
                times.extendedOpen().toMillis(),
                word(times.relock()),
                times.forced(),
                nowMs);
        sql.run(
                DELAYS,
                channel.id(),
                ms(times.longer().warning()),
                ms(times.longer().extendedOpen()),
                ms(times.delays().forced()),
                ms(times.delays().relock()));
        Passback passback = channel.access().passback();
        AutoUnlock auto = channel.rules().autoUnlock();
        sql.run(
                ACCESS,
                channel.id(),
                word(passback.mode()),
                passback.from(),
                passback.to(),
                ms(passback.window()),
                passback.forgiveAt() == null ? null : passback.forgiveAt().toSecondOfDay() / 60,
                channel.access().untrustedClock().held(),
                channel.access().untrustedClock().wrong(),
                channel.access().duress(),
                auto == null ? null : auto.shiftId(),
                auto != null && auto.firstCard(),
                passback.forgiveAfter().contains(Unseen.FIRE),
                passback.forgiveAfter().contains(Unseen.UNLOCK));
        AlarmRules alarm = channel.rules().alarm();
        Duration reminder = alarm.reminder();
        sql.run(ALARM, channel.id(), alarm.preAlarm(), reminder == null ? null : reminder.toMillis(), alarm.latch());
        sql.run(EVACUATION, channel.id(), channel.rules().evacuates());
        company(channel.id(), channel.access());
    }

    private void company(long id, ChannelAccess access) {
        DoubleTap tap = access.doubleTap();
        LocalTime until = tap == null ? null : tap.until();
        Duration length = tap == null ? null : tap.length();
        sql.run(
                COMPANY,
                id,
                access.twoPerson(),
                tap != null,
                until == null ? null : until.toSecondOfDay() / 60,
                length == null ? null : length.toMillis(),
                access.approval() != null,
                access.approval() == null ? null : access.approval().shiftId());
    }

    /// How a door of this box stood holds for none of another, nor for this one should it come back.
    private void box(Channel channel, String box) {
        sql.run("INSERT INTO channel_box (channel_id, box, unit) VALUES (?, ?, ?)", channel.id(), box, channel.unit());
        sql.run("DELETE FROM door_state WHERE channel_id = ?", channel.id());
    }

    private void lists(Channel channel) {
        accept(channel.id(), "entry", channel.access().entry());
        accept(channel.id(), "exit", channel.access().exit());
        for (long other : channel.rules().interlock()) {
            sql.run("INSERT INTO channel_interlock (channel_id, other_id) VALUES (?, ?)", channel.id(), other);
        }
        Airlock airlock = channel.rules().airlock();
        if (airlock != null) airlock(channel.id(), airlock);
        for (long floor : channel.rules().floors()) {
            sql.run("INSERT INTO channel_floor (elevator_id, floor_id) VALUES (?, ?)", channel.id(), floor);
        }
    }

    private void airlock(long outer, Airlock airlock) {
        sql.run(
                AIRLOCK,
                outer,
                airlock.inner(),
                airlock.exitsObey(),
                airlock.entering(),
                airlock.leaving(),
                airlock.delay().toMillis());
    }

    private void accept(long channelId, String side, List<Accepted> list) {
        int position = 0;
        for (Accepted accepted : list) {
            String means = accepted.means().stream()
                    .sorted()
                    .map((Means one) -> word(one))
                    .collect(Collectors.joining(","));
            sql.run(ACCEPT, channelId, side, position++, accepted.shiftId(), means);
        }
    }

    private static @Nullable Long ms(@Nullable Duration duration) {
        return duration == null ? null : (Long) duration.toMillis();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
