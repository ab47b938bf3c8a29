package dev.lintel.controller.store;

import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.policy.Holiday;
import dev.lintel.controller.policy.Item.Entity;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Account;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import dev.lintel.controller.policy.Shift;
import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import dev.lintel.controller.policy.Standing;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Reads what `site.yaml` covers from the tables of account 1, inside the caller's transaction.
final class PolicyReader {
    private static final String SHIFTS = "SELECT id, name, notes FROM shift WHERE account_id = 1 ORDER BY id";
    private static final String SHIFT_TIMES =
            "SELECT shift_id, days, from_minute, to_minute FROM shift_time ORDER BY shift_id, position";
    /// No minutes: closed.
    private static final String SHIFT_HOLIDAYS = "SELECT shift_id, holiday, from_minute, to_minute FROM shift_holiday"
            + " ORDER BY shift_id, holiday, position";
    private static final String GROUP_MEMBERS = """
            SELECT count(*)
              FROM person_group pg
              JOIN person p ON p.id = pg.person_id
             WHERE pg.group_id = ? AND p.deleted_at IS NULL""";
    private static final String ROLE_HOLDERS = """
            SELECT count(*)
              FROM person_role pr
              JOIN person p ON p.id = pr.person_id
             WHERE pr.role_id = ? AND p.deleted_at IS NULL""";
    /// Has the time as well: those that have ended are history.
    private static final String GROUP_RESERVATIONS = """
            SELECT count(*)
              FROM group_reservation_group rg
              JOIN group_reservation r ON r.id = rg.group_reservation_id
             WHERE rg.group_id = ? AND r.ended_at IS NULL AND r.end_at > ?""";
    private static final String CHANNEL_RESERVATIONS = """
            SELECT count(*)
              FROM reservation_channel rc
              JOIN reservation r ON r.id = rc.reservation_id
             WHERE rc.channel_id = ? AND r.end_at > ?""";
    private static final String CREDENTIALS = "SELECT count(*) FROM credential WHERE credential_type_id = ?";

    private final Sql sql;

    PolicyReader(Sql sql) {
        this.sql = sql;
    }

    /// What stands at `nowMs`, with counts of what `wanted` does not have as it is.
    Standing standing(Policy wanted, long nowMs) {
        Policy policy = policy();
        List<Long> groups = unlike(policy.groups(), wanted.groups(), Group::id);
        List<Long> roles = unlike(policy.roles(), wanted.roles(), Role::id);
        List<Long> channels = unlike(policy.channels(), wanted.channels(), Channel::id);
        List<Long> types = unlike(policy.credentialTypes(), wanted.credentialTypes(), CredentialType::id);
        var people = Map.of(
                Entity.GROUP, counts(groups, id -> count(GROUP_MEMBERS, id)),
                Entity.ROLE, counts(roles, id -> count(ROLE_HOLDERS, id)));
        var reservations = Map.of(
                Entity.GROUP, counts(groups, id -> count(GROUP_RESERVATIONS, id, nowMs)),
                Entity.CHANNEL, counts(channels, id -> count(CHANNEL_RESERVATIONS, id, nowMs)));
        return new Standing(policy, people, reservations, counts(types, id -> count(CREDENTIALS, id)));
    }

    Policy policy() {
        Duration longest = AccountStore.groupReservationMax(sql);
        Policy.Pins pins = AccountStore.arePinsMasked(sql) ? Policy.Pins.MASKED : Policy.Pins.SHOWN;
        Account account = sql.one(
                "SELECT name, time_zone FROM account WHERE id = 1",
                row -> new Account(row.text(1), row.text(2), longest, pins));
        List<Site> sites = sql.list(
                "SELECT id, name, time_zone, notes FROM site WHERE account_id = 1 ORDER BY id",
                row -> new Site(row.number(1), row.text(2), row.text(3), row.text(4)));
        List<CredentialType> types = sql.list(
                "SELECT id, label, slug, code, number_expression FROM credential_type WHERE account_id = 1 ORDER BY id",
                row -> new CredentialType(
                        row.number(1), row.text(2), row.text(3), row.integer(4), row.nullableText(5)));
        return new Policy(
                account,
                sites,
                types,
                holidays(),
                shifts(),
                roles(),
                groups(),
                new ChannelReader(sql).channels(),
                AreaStore.limits(sql),
                new ActionStore(sql).read());
    }

    private static @Nullable Integer integer(@Nullable Long number) {
        return number == null ? null : (Integer) number.intValue();
    }

    private List<Holiday> holidays() {
        return sql.list(
                "SELECT name, date, yearly FROM holiday WHERE account_id = 1",
                row -> new Holiday(row.text(1), LocalDate.parse(row.text(2)), row.flag(3)));
    }

    private List<Shift> shifts() {
        Map<Long, List<Range>> times = new HashMap<>();
        sql.each(
                SHIFT_TIMES,
                row -> times.computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                        .add(Range.ofBits(row.integer(2), row.integer(3), row.integer(4))));
        Map<Long, List<HolidayTimes>> holidays = shiftHolidays();
        return sql.list(
                SHIFTS,
                row -> new Shift(
                        row.number(1),
                        row.text(2),
                        row.text(3),
                        times.getOrDefault(row.number(1), List.of()),
                        holidays.getOrDefault(row.number(1), List.of())));
    }

    /// What shifts do on holidays, by shift.
    private Map<Long, List<HolidayTimes>> shiftHolidays() {
        Map<Long, Map<String, List<Span>>> spans = new HashMap<>();
        sql.each(SHIFT_HOLIDAYS, row -> {
            List<Span> one = spans.computeIfAbsent(row.number(1), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(row.text(2), _ -> new ArrayList<>());
            if (row.nullableNumber(3) != null) one.add(new Span(row.integer(3), row.integer(4)));
        });
        Map<Long, List<HolidayTimes>> holidays = new HashMap<>();
        spans.forEach((shift, byName) -> holidays.put(
                shift,
                byName.entrySet().stream()
                        .map(entry -> new HolidayTimes(entry.getKey(), entry.getValue()))
                        .toList()));
        return holidays;
    }

    private List<Role> roles() {
        Map<Long, List<Long>> channels = pairs("SELECT role_id, channel_id FROM role_channel");
        return sql.list(
                "SELECT id, name, shift_id, notes, max_stale_ms, escort, double_tap, threat_level_max FROM role"
                        + " WHERE account_id = 1 ORDER BY id",
                row -> new Role(
                        row.number(1),
                        row.text(2),
                        row.nullableNumber(3),
                        channels.getOrDefault(row.number(1), List.of()),
                        row.text(4),
                        duration(row.nullableNumber(5)),
                        rules(row)));
    }

    private static RoleRules rules(Row row) {
        return new RoleRules(
                RoleRules.Escort.valueOf(row.text(6).toUpperCase(Locale.ROOT)),
                row.flag(7),
                integer(row.nullableNumber(8)));
    }

    private static @Nullable Duration duration(@Nullable Long ms) {
        return ms == null ? null : Duration.ofMillis(ms);
    }

    private List<Group> groups() {
        Map<Long, List<Long>> roles = pairs("SELECT group_id, role_id FROM group_role");
        return sql.list(
                "SELECT id, name, global_across_sites, notes FROM people_group WHERE account_id = 1 ORDER BY id",
                row -> new Group(
                        row.number(1),
                        row.text(2),
                        roles.getOrDefault(row.number(1), List.of()),
                        row.flag(3),
                        row.text(4)));
    }

    private Map<Long, List<Long>> pairs(String query) {
        Map<Long, List<Long>> pairs = new HashMap<>();
        sql.each(
                query,
                row -> pairs.computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                        .add(row.number(2)));
        return pairs;
    }

    /// Ids of those that are not wanted as they stand.
    private static <T> List<Long> unlike(List<T> standing, List<T> wanted, Function<T, Long> id) {
        if (standing.equals(wanted)) return List.of(); // mostly, and faster than to hash thousands
        var kept = new HashSet<>(wanted);
        return standing.stream().filter(one -> !kept.contains(one)).map(id).toList();
    }

    private static Map<Long, Long> counts(List<Long> ids, LongUnaryOperator counting) {
        Map<Long, Long> counts = new HashMap<>();
        for (long id : ids) {
            long count = counting.applyAsLong(id);
            if (count > 0) counts.put(id, count);
        }
        return counts;
    }

    private long count(String query, Object... values) {
        return sql.get(query, row -> row.number(1), values);
    }
}
