package dev.lintel.controller.api;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Sql;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Timestamps as the API reads and writes them: in the account's time zone, milliseconds kept. Immutable.
public record AccountTimes(ZoneId zone) {
    /// What ISO 8601 writes with four digits: what is read is shown in the same form.
    private static final int YEAR_MAX = 9999;
    /// ISO 8601 without hyphens and colons; minutes and seconds may be missing.
    private static final Pattern BASIC = Pattern.compile("(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})"
            + "(?:[Tt](?<hour>\\d{2})(?:(?<minute>\\d{2})(?<second>\\d{2})?)?(?<rest>(?:[.,]\\d+)?(?:[Zz]|[+-].*)?))?");
    private static final Pattern FRACTION = Pattern.compile("(.*\\d{2}:\\d{2}:\\d{2})[.,](\\d{1,9})\\d*(.*)");

    private static final DateTimeFormatter OFFSET =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);

    static AccountTimes of(Sql sql) {
        return new AccountTimes(AccountStore.get(sql).zone());
    }

    /// With the zone's offset, such as `2026-03-02T10:00:00.000+01:00`.
    String local(long ms) {
        return OFFSET.format(Instant.ofEpochMilli(ms).atZone(zone));
    }

    /// Ending in Z.
    static String utc(long ms) {
        return UTC.format(Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC));
    }

    /// Reads ISO 8601 in the extended or the basic form, with an offset or in the account's zone; a date alone is its
    /// first moment. 400 naming the parameter when it is neither.
    long parse(String name, String text) {
        return parse(name, text, zone);
    }

    /// As [#parse], without an offset in UTC.
    static long parseUtc(String name, String text) {
        return parse(name, text, ZoneOffset.UTC);
    }

    /// As [#parse]; null for what is no time, or beyond the years that can be shown.
    @Nullable
    Long read(String text) {
        Instant at = instant(spaced(text), zone);
        return at == null || isBeyond(at, zone) ? null : (Long) at.toEpochMilli();
    }

    /// The basic form (`20260302T100000Z`) as the extended one; a comma before the fraction as a point, and digits
    /// beyond nanoseconds cut off. Any other text stays as it is.
    private static String extended(String text) {
        Matcher basic = BASIC.matcher(text);
        String written = basic.matches() ? extended(basic) : text;
        Matcher fraction = FRACTION.matcher(written);
        return fraction.matches() ? fraction.group(1) + "." + fraction.group(2) + fraction.group(3) : written;
    }

    private static String extended(Matcher basic) {
        String date = basic.group("year") + "-" + basic.group("month") + "-" + basic.group("day");
        String hour = basic.group("hour");
        if (hour == null) return date;
        String time = date + "T" + hour + ":" + Objects.requireNonNullElse(basic.group("minute"), "00");
        String second = basic.group("second");
        return (second == null ? time : time + ":" + second) + basic.group("rest");
    }

    private static String spaced(String raw) {
        return raw.strip().replace(' ', offsetAfterSpace(raw.strip())); // a plus that was not encoded, or a space
    }

    private static long parse(String name, String raw, ZoneId zone) {
        Instant at = instant(spaced(raw), zone);
        if (at == null) {
            throw RefusedException.badRequest(name + " must be an ISO 8601 time, such as 2026-03-02T10:00:00+01:00");
        }
        if (isBeyond(at, zone)) throw RefusedException.badRequest(name + " is beyond the years 0 to 9999");
        return at.toEpochMilli();
    }

    private static boolean isBeyond(Instant at, ZoneId zone) {
        try {
            int year = at.atZone(zone).getYear();
            return year < 0 || year > YEAR_MAX;
        } catch (DateTimeException e) { // in another zone the last year of all has no date here
            return true;
        }
    }

    private static @Nullable Instant instant(String said, ZoneId zone) {
        String text = extended(said);
        try {
            if (text.length() == 10)
                return LocalDate.parse(text).atStartOfDay(zone).toInstant();
            return OffsetDateTime.parse(withColon(text)).toInstant();
        } catch (DateTimeException e) { // no offset, or no time at all
            return local(text, zone);
        }
    }

    private static @Nullable Instant local(String text, ZoneId zone) {
        try {
            return LocalDateTime.parse(text).atZone(zone).toInstant();
        } catch (DateTimeException e) { // no time
            return null;
        }
    }

    /// A space between date and time stands for T; one before the offset was a plus sign.
    private static char offsetAfterSpace(String text) {
        return text.indexOf('T') < 0 ? 'T' : '+';
    }

    /// `+0100` as `+01:00`.
    private static String withColon(String text) {
        int sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
        boolean compact = sign > 10 && text.length() == sign + 5 && text.indexOf(':', sign) < 0;
        return compact ? text.substring(0, sign + 3) + ":" + text.substring(sign + 3) : text;
    }
}
