package dev.lintel.controller.api;

import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.GroupReservationStore;
import dev.lintel.controller.store.GroupStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.ReservationStore;
import dev.lintel.controller.store.ReservationStore.Span;
import dev.lintel.controller.store.Sql;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a request says about a reservation, checked. Reading needs the transaction: the person, channels and groups
/// must be there still when it is written.
///
/// @param ids of the channels, or of the groups
record ReservationInput(long personId, List<Long> ids, Span span) {
    /// A shorter one is a slip.
    private static final long SPAN_MS_MIN = 60_000;

    /// Of one person that have not ended, of either kind: a person travels to boxes whole.
    static final int STANDING_MAX = 1_000;

    private static final String CHANNELS = "channel_ids";
    /// The published clients' name of the channels.
    private static final String CONTROLLERS = "door_controller_ids";
    private static final String GROUPS = "group_ids";

    ReservationInput {
        ids = List.copyOf(ids);
    }

    /// Of channels: begins after `nowMs`, lasts a minute at least, and ends on the day on which it begins, which
    /// midnight is the end of. Throws [RefusedException].
    static ReservationInput ofChannels(Sql sql, Fields fields, long nowMs) {
        var errors = new Errors();
        Long personId = person(sql, fields, errors);
        if (personId != null && ReservationStore.countStandingOf(sql, personId, nowMs) >= STANDING_MAX) {
            errors.add("person_id", Errors.tooMany(STANDING_MAX));
        }
        List<Long> channels = fields.ids(CHANNELS);
        boolean byOtherName = (channels == null || channels.isEmpty()) && fields.has(CONTROLLERS);
        if (byOtherName) channels = fields.ids(CONTROLLERS);
        String name = byOtherName ? CONTROLLERS : CHANNELS;
        if (channels == null || channels.isEmpty()) errors.add(name, Errors.BLANK);
        else if (!ChannelStore.unknown(sql, channels).isEmpty()) errors.add(name, Errors.INVALID);
        AccountTimes times = AccountTimes.of(sql);
        Span span = new Reading(times, nowMs, one -> isOneDay(one, times.zone())).span(fields, errors);
        return checked(personId, channels, span, errors);
    }

    /// Of groups: begins after `nowMs` and lasts from a minute up to the account's longest. Throws [RefusedException].
    static ReservationInput ofGroups(Sql sql, Fields fields, long nowMs) {
        var errors = new Errors();
        Long personId = person(sql, fields, errors);
        if (personId != null && GroupReservationStore.countStandingOf(sql, personId, nowMs) >= STANDING_MAX) {
            errors.add("person_id", Errors.tooMany(STANDING_MAX));
        }
        List<Long> groups = fields.ids(GROUPS);
        if (groups == null || groups.isEmpty()) errors.add(GROUPS, Errors.BLANK);
        else if (!GroupStore.unknown(sql, groups).isEmpty()) errors.add(GROUPS, Errors.INVALID);
        long longestMs = AccountStore.groupReservationMax(sql).toMillis();
        var reading = new Reading(AccountTimes.of(sql), nowMs, one -> one.endMs() - one.startMs() <= longestMs);
        return checked(personId, groups, reading.span(fields, errors), errors);
    }

    private static ReservationInput checked(
            @Nullable Long personId, @Nullable List<Long> ids, @Nullable Span span, Errors errors) {
        errors.refuseIfAny();
        return new ReservationInput(
                Objects.requireNonNull(personId), Objects.requireNonNull(ids), Objects.requireNonNull(span));
    }

    private static @Nullable Long person(Sql sql, Fields fields, Errors errors) {
        Long id = fields.number("person_id");
        if (id == null) errors.add("person_id", Errors.BLANK);
        else if (PersonStore.get(sql, id) == null) errors.add("person_id", Errors.INVALID);
        return id;
    }

    private static boolean isOneDay(Span span, ZoneId zone) {
        return day(span.startMs(), zone).equals(day(span.endMs() - 1, zone));
    }

    private static LocalDate day(long ms, ZoneId zone) {
        return Instant.ofEpochMilli(ms).atZone(zone).toLocalDate();
    }

    /// How `start_time` and `end_time` are read.
    ///
    /// @param mayEnd whether a span that lasts a minute does not last too long
    private record Reading(AccountTimes times, long nowMs, Predicate<Span> mayEnd) {
        @Nullable
        Span span(Fields fields, Errors errors) {
            Long start = time(fields, "start_time", errors);
            Long end = time(fields, "end_time", errors);
            if (start != null && start <= nowMs) errors.add("start_time", Errors.INVALID);
            if (start == null || end == null) return null;
            var span = new Span(start, end);
            if (end - start < SPAN_MS_MIN || !mayEnd.test(span)) errors.add("end_time", Errors.INVALID);
            return span;
        }

        private @Nullable Long time(Fields fields, String name, Errors errors) {
            String text = fields.nonBlank(name);
            Long time = text == null ? null : times.read(text);
            if (time == null) errors.add(name, text == null ? Errors.BLANK : Errors.INVALID);
            return time;
        }
    }
}
