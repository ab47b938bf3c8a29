package dev.lintel.controller.acme;

import dev.lintel.controller.time.Time;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/// Reads `Retry-After` (RFC 9110, 10.2.3), in both its forms. Any thread.
record RetryAfter(Time time) {
    /// The longest limit that a public authority has is a week.
    static final long MAX_S = Duration.ofDays(8).toSeconds();

    /// Seconds, from 0 (it is not there, or cannot be read) to [#MAX_S].
    long of(HttpHeaders headers) {
        String text = headers.firstValue("Retry-After").orElse("").strip();
        if (text.matches("[0-9]{1,12}")) return Math.min(Long.parseLong(text), MAX_S);
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Math.clamp(Duration.between(time.now(), then).toSeconds(), 0, MAX_S);
        } catch (DateTimeParseException e) {
            return 0;
        }
    }
}
