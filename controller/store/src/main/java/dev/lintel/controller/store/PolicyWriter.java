package dev.lintel.controller.store;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.action.Action;
import dev.lintel.controller.policy.Holiday;
import dev.lintel.controller.policy.Item.Entity;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Account;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import dev.lintel.controller.policy.Shift;
import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import dev.lintel.controller.policy.SitePlan;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Writes a plan's changes to the tables of account 1, inside the caller's transaction.
///
/// Order: units, floors and slugs that leave their rows are moved out of the way (they are unique, and two rows
/// may swap theirs); rows are created and changed, what others refer to first; then rows are removed, the other
/// way round.
final class PolicyWriter {
    private static final String ACCOUNT = """
            INSERT INTO account (id, name, time_zone, created_at, updated_at) VALUES (1, ?1, ?2, ?3, ?3)
            ON CONFLICT (id) DO UPDATE SET name = ?1, time_zone = ?2, updated_at = ?3""";
    private static final String ACCOUNT_LIMITS = """
            INSERT INTO account_limits (account_id, group_reservation_max_ms, pins) VALUES (1, ?1, ?2)
            ON CONFLICT (account_id) DO UPDATE SET group_reservation_max_ms = ?1, pins = ?2""";
    private static final String SITE = """
            INSERT INTO site (id, account_id, name, time_zone, notes, created_at, updated_at)
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?5)
            ON CONFLICT (id) DO UPDATE SET name = ?2, time_zone = ?3, notes = ?4, updated_at = ?5""";
    private static final String CREDENTIAL_TYPE = """
            INSERT INTO credential_type (id, account_id, label, slug, code, number_expression)
            VALUES (?1, 1, ?2, ?3, ?4, ?5)
            ON CONFLICT (id) DO UPDATE SET label = ?2, slug = ?3, code = ?4, number_expression = ?5""";
    private static final String SHIFT = """
            INSERT INTO shift (id, account_id, name, notes, created_at, updated_at) VALUES (?1, 1, ?2, ?3, ?4, ?4)
            ON CONFLICT (id) DO UPDATE SET name = ?2, notes = ?3, updated_at = ?4""";
    private static final String SHIFT_TIME =
            "INSERT INTO shift_time (shift_id, position, days, from_minute, to_minute) VALUES (?, ?, ?, ?, ?)";
    private static final String SHIFT_HOLIDAY =
            "INSERT INTO shift_holiday (shift_id, holiday, position, from_minute, to_minute) VALUES (?, ?, ?, ?, ?)";
    private static final String HOLIDAY = "INSERT INTO holiday (account_id, name, date, yearly) VALUES (1, ?, ?, ?)";
    private static final String ROLE = """
            INSERT INTO role (id, account_id, name, notes, shift_id, max_stale_ms, created_at, updated_at, escort,
                              double_tap, threat_level_max)
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9)
            ON CONFLICT (id) DO UPDATE SET name = ?2, notes = ?3, shift_id = ?4, max_stale_ms = ?5, updated_at = ?6,
                   escort = ?7, double_tap = ?8, threat_level_max = ?9""";
    private static final String GROUP = """
            INSERT INTO people_group (id, account_id, name, notes, global_across_sites, created_at, updated_at)
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?5)
            ON CONFLICT (id) DO UPDATE SET name = ?2, notes = ?3, global_across_sites = ?4, updated_at = ?5""";

    private final Sql sql;
    private final SitePlan plan;
    private final long nowMs;

    PolicyWriter(Sql sql, SitePlan plan, long nowMs) {
        this.sql = sql;
        this.plan = plan;
        this.nowMs = nowMs;
    }

    void write() {
        var channelWriter = new ChannelWriter(sql, nowMs);
        for (long id : plan.leaving(Entity.CHANNEL)) channelWriter.clear(id);
        for (long id : plan.leaving(Entity.CREDENTIAL_TYPE)) {
            sql.run("UPDATE credential_type SET slug = '~' || id WHERE id = ?", id); // no slug begins with ~
        }
        Policy wanted = plan.wanted();
        Account account = wanted.account();
        if (account != null && !plan.written(Entity.ACCOUNT).isEmpty()) {
            sql.run(ACCOUNT, account.name(), account.timeZone(), nowMs);
            sql.run(
                    ACCOUNT_LIMITS,
                    account.groupReservationMax().toMillis(),
                    account.pins() == Policy.Pins.MASKED ? "masked" : "shown");
        }
        Set<Long> sites = plan.written(Entity.SITE);
        for (Site site : wanted.sites()) if (sites.contains(site.id())) site(site);
        Set<Long> types = plan.written(Entity.CREDENTIAL_TYPE);
        for (CredentialType type : wanted.credentialTypes()) if (types.contains(type.id())) credentialType(type);
        if (plan.touches(Entity.HOLIDAY)) holidays(wanted.holidays());
        Set<Long> shifts = plan.written(Entity.SHIFT);
        for (Shift shift : wanted.shifts()) if (shifts.contains(shift.id())) shift(shift);
        Set<Long> channels = plan.written(Entity.CHANNEL);
        channelWriter.write(wanted.channels().stream()
                .filter(channel -> channels.contains(channel.id()))
                .toList());
        if (plan.touches(Entity.AREA)) areas(wanted.areas());
        Set<Long> roles = plan.written(Entity.ROLE);
        for (Role role : wanted.roles()) if (roles.contains(role.id())) role(role);
        Set<Long> groups = plan.written(Entity.GROUP);
        for (Group group : wanted.groups()) if (groups.contains(group.id())) group(group);
        Set<Long> actions = plan.written(Entity.ACTION);
        var actionStore = new ActionStore(sql);
        for (Action action : wanted.actions()) if (actions.contains(action.id())) actionStore.write(action);
        for (long id : plan.removed(Entity.ACTION)) actionStore.remove(id);
        remove();
    }

    private void remove() {
        for (long id : plan.removed(Entity.GROUP)) sql.run("DELETE FROM people_group WHERE id = ?", id);
        for (long id : plan.removed(Entity.ROLE)) sql.run("DELETE FROM role WHERE id = ?", id);
        for (long id : plan.removed(Entity.CHANNEL)) sql.run("DELETE FROM channel WHERE id = ?", id);
        for (long id : plan.removed(Entity.SHIFT)) sql.run("DELETE FROM shift WHERE id = ?", id);
        for (long id : plan.removed(Entity.CREDENTIAL_TYPE)) sql.run("DELETE FROM credential_type WHERE id = ?", id);
        for (long id : plan.removed(Entity.SITE)) sql.run("DELETE FROM site WHERE id = ?", id);
    }

    private void site(Site site) {
        sql.run(SITE, site.id(), site.name(), site.timeZone(), site.notes(), nowMs);
    }

    private void credentialType(CredentialType type) {
        sql.run(CREDENTIAL_TYPE, type.id(), type.label(), type.slug(), type.code(), type.number());
    }

    private void shift(Shift shift) {
        sql.run(SHIFT, shift.id(), shift.name(), shift.notes(), nowMs);
        sql.run("DELETE FROM shift_time WHERE shift_id = ?", shift.id());
        int position = 0;
        for (Range range : shift.times()) {
            Span span = range.span();
            sql.run(SHIFT_TIME, shift.id(), position++, range.dayBits(), span.fromMinute(), span.toMinute());
        }
        sql.run("DELETE FROM shift_holiday WHERE shift_id = ?", shift.id());
        for (HolidayTimes holiday : shift.holidays()) {
            position = 0;
            if (holiday.times().isEmpty()) sql.run(SHIFT_HOLIDAY, shift.id(), holiday.holiday(), 0, null, null);
            for (Span span : holiday.times()) {
                sql.run(SHIFT_HOLIDAY, shift.id(), holiday.holiday(), position++, span.fromMinute(), span.toMinute());
            }
        }
    }

    /// All of them: they are few, and nothing refers to a row.
    private void holidays(List<Holiday> holidays) {
        sql.run("DELETE FROM holiday WHERE account_id = 1");
        for (Holiday holiday : holidays) {
            sql.run(HOLIDAY, holiday.name(), holiday.date().toString(), holiday.yearly());
        }
    }

    /// All of them, as holidays.
    private void areas(List<AreaLimit> areas) {
        sql.run("DELETE FROM area_limit WHERE account_id = 1");
        for (AreaLimit area : areas) {
            sql.run(
                    "INSERT INTO area_limit (account_id, name, people_max, people_min) VALUES (1, ?, ?, ?)",
                    area.name(),
                    area.max(),
                    area.min());
        }
    }

    private void role(Role role) {
        Long maxStaleMs = role.maxStale() == null ? null : role.maxStale().toMillis();
        sql.run(
                ROLE,
                role.id(),
                role.name(),
                role.notes(),
                role.shiftId(),
                maxStaleMs,
                nowMs,
                role.rules().escort().name().toLowerCase(Locale.ROOT),
                role.rules().doubleTap(),
                role.rules().threatLevelMax());
        sql.run("DELETE FROM role_channel WHERE role_id = ?", role.id());
        for (long channel : role.channels()) {
            sql.run("INSERT INTO role_channel (role_id, channel_id) VALUES (?, ?)", role.id(), channel);
        }
    }

    private void group(Group group) {
        sql.run(GROUP, group.id(), group.name(), group.notes(), group.globalAcrossSites(), nowMs);
        sql.run("DELETE FROM group_role WHERE group_id = ?", group.id());
        for (long role : group.roles()) {
            sql.run("INSERT INTO group_role (group_id, role_id) VALUES (?, ?)", group.id(), role);
        }
    }
}
