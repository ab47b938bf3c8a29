package dev.lintel.sync.cloud;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Dates and times as services write them. Pure.
final class Times {
    private static final Pattern DAY_AND_SPACE = Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}) ");
    private static final Pattern UTC_AT_END = Pattern.compile(" ?UTC$");

    private Times() {}

    /// Unix milliseconds of an ISO 8601 time, without an offset in `zone`; null: it is none.
    static @Nullable Long ms(@Nullable String text, ZoneId zone) {
        if (text == null) return null;
        String withT = DAY_AND_SPACE.matcher(text.trim()).replaceFirst("$1T");
        String iso = UTC_AT_END.matcher(withT).replaceFirst("Z");
        try {
            return OffsetDateTime.parse(iso).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            return local(iso, zone);
        }
    }

    private static @Nullable Long local(String iso, ZoneId zone) {
        try {
            return LocalDateTime.parse(iso).atZone(zone).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /// A day: `2026-05-12`, also with a time. Midnight is a date in a time's clothes and stays the date that is
    /// written; any other time with an offset is the day it falls on in `zone`. Null: it is none.
    static @Nullable String day(String text, ZoneId zone) {
        String iso = text.trim();
        try {
            if (iso.length() == 10) return LocalDate.parse(iso).toString();
            if (iso.matches("\\d{4}-\\d{2}-\\d{2}[T ]00:00(:00(\\.0+)?)?([Zz]|[+-].*| UTC)?")) {
                return LocalDate.parse(iso.substring(0, 10)).toString();
            }
        } catch (DateTimeException e) {
            return null;
        }
        Long ms = ms(iso, zone);
        if (ms == null) return null;
        return Instant.ofEpochMilli(ms).atZone(zone).toLocalDate().toString();
    }

    /// As `since_utc` wants it: seconds, in UTC.
    static String utc(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }
}
