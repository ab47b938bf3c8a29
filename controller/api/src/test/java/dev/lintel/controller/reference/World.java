package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Case.Shown;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A site and its people, made up. Immutable.
///
/// @param zone the account's
/// @param zones of the sites, by id
/// @param types codes of the credential types, by id
/// @param marks the moments around which things begin, end and are asked
record World(
        ZoneId zone,
        Map<Long, ZoneId> zones,
        Map<Long, Integer> types,
        List<Holiday> holidays,
        List<Shift> shifts,
        List<Role> roles,
        List<Group> groups,
        List<Channel> channels,
        List<Area> areas,
        List<Person> people,
        List<Instant> marks) {
    record Holiday(String name, LocalDate date, boolean yearly) {}

    /// @param holidays by name; no spans: closed
    record Shift(long id, List<Range> times, Map<String, List<Span>> holidays) {}

    record Range(Set<DayOfWeek> days, Span span) {}

    /// Minutes of the day; `to` is of the next day where it is not after `from`.
    record Span(int from, int to) {}

    /// @param limit seconds for which it holds without contact with the hub; null: for ever
    /// @param level the highest threat level at which it is valid; null: each level
    /// @param escort a word of `site.yaml`
    /// @param tap whether its holders unlock doors by a double tap
    record Role(
            long id,
            @Nullable Long shift,
            Set<Long> channels,
            @Nullable Long limit,
            @Nullable Integer level,
            String escort,
            boolean tap) {
        boolean needsHost() {
            return escort.equals("required");
        }

        boolean isHost() {
            return escort.equals("host");
        }
    }

    record Group(long id, Set<Long> roles) {}

    /// @param floors of an elevator; none elsewhere
    /// @param floor whether it is one
    /// @param held whether a restored clock is believed
    /// @param wrong whether a wrong clock is believed
    /// @param company the other people that people need
    record Channel(
            long id,
            long site,
            Set<Long> floors,
            boolean floor,
            List<Accept> entry,
            List<Accept> exit,
            @Nullable Passback passback,
            boolean held,
            boolean wrong,
            boolean duress,
            Company company) {}

    /// @param tap whether a double tap unlocks the door
    /// @param approval when an operator is asked, or null for never
    record Company(boolean two, boolean tap, @Nullable Approval approval) {
        static final Company NONE = new Company(false, false, null);
    }

    /// @param shift null for always
    record Approval(@Nullable Long shift) {}

    /// @param means words of `site.yaml`, such as `card+pin`
    record Accept(@Nullable Long shift, Set<String> means) {}

    /// @param mode a word of `site.yaml`
    /// @param window seconds, with mode `timed`
    /// @param forgiveAfter words of `site.yaml`; null: as without the key
    record Passback(
            String mode,
            String from,
            String to,
            @Nullable Integer window,
            @Nullable LocalTime forgiveAt,
            @Nullable Set<String> forgiveAfter) {}

    /// @param ours false for somebody of the test account
    record Person(
            long id,
            boolean ours,
            boolean deleted,
            boolean enabled,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            boolean responder,
            Set<Long> roles,
            Set<Long> groups,
            List<Reserved> reserved,
            List<Credential> credentials,
            List<Whereabouts> places) {
        /// The PIN that is asked for after a card.
        @Nullable
        Credential secondPin() {
            for (int code : List.of(11, 10)) {
                for (Credential one : credentials) {
                    if (one.code() == code && one.status().equals("active")) return one;
                }
            }
            return null;
        }
    }

    record Credential(long id, long type, int code, long value, String status, Limit limit) {
        boolean pin() {
            return code == 10 || code == 11;
        }

        boolean phone() {
            return code == 800 || code == 1001;
        }
    }

    /// Limits of a credential, each null for none.
    ///
    /// @param away the first day of a suspension
    /// @param back its last day
    /// @param since entries and days count from then on
    /// @param used entries that the box has counted
    /// @param before whether they were counted before `since`
    /// @param last when it was used last
    record Limit(
            @Nullable Instant from,
            @Nullable Instant until,
            @Nullable LocalDate away,
            @Nullable LocalDate back,
            @Nullable Integer entries,
            @Nullable Integer days,
            Instant since,
            int used,
            boolean before,
            @Nullable Instant last) {
        static final Limit NONE = new Limit(null, null, null, null, null, null, Instant.EPOCH, 0, false, null);

        boolean timed() {
            return from != null || until != null || away != null || back != null || days != null;
        }
    }

    /// For a time: of channels, or of groups.
    ///
    /// @param id no two have the same
    /// @param ended when one of groups was ended before its time
    record Reserved(
            long id, Instant from, Instant until, @Nullable Instant ended, Set<Long> channels, Set<Long> groups) {}

    /// An area with a limit.
    record Area(
            String name, @Nullable Integer max, @Nullable Integer min) {}

    record Whereabouts(String area, Instant since) {}

    @Nullable
    Credential credential(Shown shown) {
        for (Person person : people) {
            for (Credential one : person.credentials()) {
                if (person.ours() && !person.deleted() && ReferenceCredentials.shows(one, shown)) return one;
            }
        }
        return null;
    }

    @Nullable
    Person holder(@Nullable Credential credential) {
        if (credential == null) return null;
        for (Person person : people) if (person.credentials().contains(credential)) return person;
        return null;
    }

    @Nullable
    Person person(long id) {
        for (Person one : people) if (one.id() == id && one.ours() && !one.deleted()) return one;
        return null;
    }

    @Nullable
    Channel channel(long id) {
        for (Channel one : channels) if (one.id() == id) return one;
        return null;
    }
}
