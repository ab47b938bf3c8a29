package dev.lintel.controller.api;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Limits.Idle;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a request says about the limits of a credential, and how answers show them. A field that is not sent stays as
/// it is; null removes the limit.
final class LimitsInput {
    /// Beyond it a number of entries is a slip: ten a day make it a century.
    private static final long USES_MAX = 1_000_000;
    /// Ten years.
    private static final long UNUSED_DAYS_MAX = 3_650;

    private static final String VALID_FROM = "valid_from_at";
    private static final String VALID_TO = "valid_to_at";
    private static final String SUSPENDED_FROM = "suspended_from";
    private static final String SUSPENDED_TO = "suspended_to";
    private static final String MAX = "uses_max";
    private static final String USES = "uses";
    private static final String UNUSED = "unused_days";
    private static final List<String> FIELDS =
            List.of(VALID_FROM, VALID_TO, SUSPENDED_FROM, SUSPENDED_TO, MAX, USES, UNUSED);

    private final Fields fields;
    private final AccountTimes times;
    private final Instant now;
    private final Errors errors;

    /// @param now to the millisecond: from when entries and days are counted
    LimitsInput(Fields fields, AccountTimes times, Instant now, Errors errors) {
        this.fields = fields;
        this.times = times;
        this.now = now;
        this.errors = errors;
    }

    /// Whether a request says anything about limits.
    static boolean isIn(Fields fields) {
        return FIELDS.stream().anyMatch(fields::has);
    }

    /// The limits as they are to be; what is wrong is in `errors`.
    Limits read(CredentialType type, Limits before) {
        if (!isIn(fields)) return before;
        Instant validFrom = time(VALID_FROM, before.validFrom());
        Instant validTo = time(VALID_TO, before.validTo());
        if (validFrom != null && validTo != null && !validTo.isAfter(validFrom)) {
            errors.add(VALID_TO, "must be after " + VALID_FROM);
        }
        LocalDate suspendedFrom = day(SUSPENDED_FROM, before.suspendedFrom());
        LocalDate suspendedTo = day(SUSPENDED_TO, before.suspendedTo());
        if (suspendedFrom != null && suspendedTo != null && suspendedTo.isBefore(suspendedFrom)) {
            errors.add(SUSPENDED_TO, "must not be before " + SUSPENDED_FROM);
        }
        return new Limits(
                validFrom, validTo, suspendedFrom, suspendedTo, entries(type, before.entries()), idle(type, before));
    }

    private @Nullable Instant time(String name, @Nullable Instant before) {
        if (!fields.has(name)) return before;
        String text = fields.nonBlank(name);
        if (text == null) return null;
        Long ms = times.read(text);
        if (ms == null) errors.add(name, "must be an ISO 8601 time, such as 2026-03-02T10:00:00+01:00");
        return ms == null ? null : Instant.ofEpochMilli(ms);
    }

    private @Nullable LocalDate day(String name, @Nullable LocalDate before) {
        if (!fields.has(name)) return before;
        String text = fields.nonBlank(name);
        if (text == null) return null;
        try {
            LocalDate day = LocalDate.parse(text);
            if (day.getYear() > 0 && day.getYear() < 10_000) return day;
        } catch (DateTimeException e) {
            // added below
        }
        errors.add(name, "must be a date, such as 2026-03-02");
        return null;
    }

    /// A count begins where there was no limit, and where `uses` is sent as 0.
    private @Nullable Entries entries(CredentialType type, @Nullable Entries before) {
        Long max = fields.has(MAX) ? fields.number(MAX) : before == null ? null : (Long) before.max();
        if (max != null && isSecondFactor(type)) errors.add(MAX, ofSecondFactor());
        else if (max != null && (max < 1 || max > USES_MAX)) errors.add(MAX, Errors.range(1, USES_MAX));
        boolean again = isReset();
        if (max == null) return null;
        return new Entries(max, before == null || again ? now : before.from());
    }

    /// Days count from now on where there was no such limit, and where `uses` is sent as 0.
    private @Nullable Idle idle(CredentialType type, Limits all) {
        Idle before = all.idle();
        Long days = fields.has(UNUSED) ? fields.number(UNUSED) : before == null ? null : (Long) before.days();
        if (days != null && isSecondFactor(type)) errors.add(UNUSED, ofSecondFactor());
        else if (days != null && (days < 1 || days > UNUSED_DAYS_MAX)) {
            errors.add(UNUSED, Errors.range(1, UNUSED_DAYS_MAX));
        }
        if (days == null) return null;
        return new Idle(days, before == null || isReset() ? now : before.from());
    }

    private boolean isReset() {
        Long uses = fields.number(USES);
        if (uses != null && uses != 0) errors.add(USES, "must be 0: the count starts again");
        return uses != null;
    }

    private static boolean isSecondFactor(CredentialType type) {
        return type.code() == CredentialType.MULTI_FACTOR_PIN;
    }

    private static String ofSecondFactor() {
        return "is not possible: uses of a multi-factor PIN are not counted";
    }

    /// What an answer shows of a credential with limits; nothing of one without.
    static Map<String, @Nullable Object> json(Credential credential, AccountTimes times) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        Limits limits = credential.limits();
        if (limits.isNone()) return json;
        Use use = credential.use();
        Entries entries = limits.entries();
        put(json, limits, times);
        json.put(USES, entries == null ? null : (Long) use.entriesSince(entries.from()));
        json.put("last_used_at", entries == null && limits.idle() == null ? null : time(use.last(), times));
        return json;
    }

    /// For an audit event.
    static Map<String, @Nullable Object> audited(Limits limits, AccountTimes times) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        if (!limits.isNone()) put(json, limits, times);
        return json;
    }

    private static void put(Map<String, @Nullable Object> json, Limits limits, AccountTimes times) {
        Entries entries = limits.entries();
        Idle idle = limits.idle();
        json.put(VALID_FROM, time(limits.validFrom(), times));
        json.put(VALID_TO, time(limits.validTo(), times));
        json.put(SUSPENDED_FROM, day(limits.suspendedFrom()));
        json.put(SUSPENDED_TO, day(limits.suspendedTo()));
        json.put(MAX, entries == null ? null : (Long) entries.max());
        json.put(UNUSED, idle == null ? null : (Long) idle.days());
    }

    private static @Nullable String time(@Nullable Instant at, AccountTimes times) {
        return at == null ? null : times.local(at.toEpochMilli());
    }

    private static @Nullable String day(@Nullable LocalDate day) {
        return day == null ? null : day.toString();
    }
}
