package dev.lintel.controller.store;

import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Approval;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.policy.Policy.Channel;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads channels as [ChannelWriter] wrote them, inside the caller's transaction. One reading, one instance.
final class ChannelReader {
    private static final String CHANNELS = """
            SELECT id, coalesce(b.unit, c.unit), name, site_id, kind,
                   unlock_ms, extended_unlock_ms, warning_ms, extended_open_ms, relock, forced,
                   passback_mode, passback_from, passback_to, passback_window_ms, passback_forgive_minute,
                   clock_held, clock_wrong, duress, auto_unlock_shift_id, auto_unlock_first_card, b.box,
                   longer_warning_ms, longer_open_ms, forced_delay_ms, relock_delay_ms,
                   two_person, double_tap, double_tap_until_minute, double_tap_ms, approval, approval_shift_id,
                   pre_alarm, alarm_reminder_ms, alarm_latch, passback_after_fire, passback_after_unlock,
                   evacuation
              FROM channel c
              LEFT JOIN channel_box b ON b.channel_id = c.id
             WHERE account_id = 1
             ORDER BY id""";
    private static final String ACCEPT =
            "SELECT channel_id, side, shift_id, means FROM channel_accept ORDER BY channel_id, side, position";

    private static final String AIRLOCKS =
            "SELECT outer_id, inner_id, exits_obey, entering, leaving, delay_ms FROM channel_airlock";

    private final Sql sql;
    private final Map<Side, List<Accepted>> accepted = new HashMap<>();
    private final Map<Long, List<Long>> interlocks;
    private final Map<Long, List<Long>> floors;
    private final Map<Long, Airlock> airlocks = new HashMap<>(); // by outer door

    private record Side(long channelId, String side) {}

    ChannelReader(Sql sql) {
        this.sql = sql;
        sql.each(
                ACCEPT,
                row -> accepted.computeIfAbsent(new Side(row.number(1), row.text(2)), _ -> new ArrayList<>())
                        .add(new Accepted(row.nullableNumber(3), means(row.text(4)))));
        this.interlocks = lists("SELECT channel_id, other_id FROM channel_interlock");
        this.floors = lists("SELECT elevator_id, floor_id FROM channel_floor");
        sql.each(AIRLOCKS, row -> airlocks.put(row.number(1), airlock(row)));
    }

    /// By id.
    List<Channel> channels() {
        return sql.list(CHANNELS, this::channel);
    }

    private Channel channel(Row row) {
        long id = row.number(1);
        var times = new DoorTimes(
                Duration.ofMillis(row.number(6)),
                Duration.ofMillis(row.number(7)),
                Duration.ofMillis(row.number(8)),
                Duration.ofMillis(row.number(9)),
                DoorTimes.Relock.valueOf(name(row.text(10))),
                row.flag(11),
                new DoorTimes.Longer(duration(row.nullableNumber(23)), duration(row.nullableNumber(24))),
                new DoorTimes.Delays(duration(row.nullableNumber(25)), Duration.ofMillis(row.number(26))));
        Long shift = row.nullableNumber(20);
        var rules = new DoorRules(
                DoorRules.Kind.valueOf(name(row.text(5))),
                shift == null ? null : new AutoUnlock(shift, row.flag(21)),
                interlocks.getOrDefault(id, List.of()),
                floors.getOrDefault(id, List.of()),
                alarm(row),
                airlocks.get(id),
                row.flag(38));
        var access = new ChannelAccess(
                accepted.getOrDefault(new Side(id, "entry"), List.of()),
                accepted.getOrDefault(new Side(id, "exit"), List.of()),
                passback(row),
                new UntrustedClock(row.flag(17), row.flag(18)),
                row.flag(19),
                row.flag(27),
                doubleTap(row),
                row.flag(31) ? new Approval(row.nullableNumber(32)) : null);
        return new Channel(id, row.integer(2), row.text(3), row.number(4), times, rules, access, row.nullableText(22));
    }

    private static Airlock airlock(Row row) {
        return new Airlock(row.number(2), row.flag(3), row.flag(4), row.flag(5), Duration.ofMillis(row.number(6)));
    }

    private static @Nullable Duration duration(@Nullable Long ms) {
        return ms == null ? null : Duration.ofMillis(ms);
    }

    private static AlarmRules alarm(Row row) {
        Long reminder = row.nullableNumber(34);
        return new AlarmRules(row.flag(33), reminder == null ? null : Duration.ofMillis(reminder), row.flag(35));
    }

    private static Passback passback(Row row) {
        @Nullable Long forgive = row.nullableNumber(16);
        return new Passback(
                Passback.Mode.valueOf(name(row.text(12))),
                row.text(13),
                row.text(14),
                duration(row.nullableNumber(15)),
                forgive == null ? null : LocalTime.ofSecondOfDay(forgive * 60),
                forgiveAfter(row));
    }

    private static Set<Unseen> forgiveAfter(Row row) {
        Set<Unseen> set = EnumSet.noneOf(Unseen.class);
        if (row.flag(36)) set.add(Unseen.FIRE);
        if (row.flag(37)) set.add(Unseen.UNLOCK);
        return set;
    }

    private static @Nullable DoubleTap doubleTap(Row row) {
        if (!row.flag(28)) return null;
        Long minute = row.nullableNumber(29);
        Long lengthMs = row.nullableNumber(30);
        return new DoubleTap(
                minute == null ? null : LocalTime.ofSecondOfDay(minute * 60),
                lengthMs == null ? null : Duration.ofMillis(lengthMs));
    }

    private static Set<Means> means(String names) {
        Set<Means> means = EnumSet.noneOf(Means.class);
        if (names.isEmpty()) return means;
        for (String name : names.split(",", -1)) means.add(Means.valueOf(name(name)));
        return means;
    }

    private Map<Long, List<Long>> lists(String query) {
        Map<Long, List<Long>> lists = new HashMap<>();
        sql.each(
                query,
                row -> lists.computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                        .add(row.number(2)));
        return lists;
    }

    private static String name(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
