package dev.lintel.controller.event;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An event before it has an id. Immutable.
///
/// @param kind what happened
/// @param occurredAtMs wall time, milliseconds since 1970
/// @param monotonicNs the process's monotonic time; orders events within one boot whatever the wall clock did
/// @param subject where and who
/// @param additional the reason trace and whatever the kind carries: strings, numbers, booleans, lists and maps
public record EventDraft(
        EventKind kind, long occurredAtMs, long monotonicNs, Subject subject, Map<String, Object> additional) {
    /// Names the reservation in `additional` by which somebody was admitted.
    public static final String RESERVATION_ID = "reservation_id";

    /// By what the door of an ADMITTED_UNLOCKED was unlocked, in `additional`: `fire`, `evacuation`, `mode` or
    /// `hours`.
    public static final String UNLOCKED_BY = "unlocked_by";

    /// Of these, what is no schedule.
    public static final List<String> UNSCHEDULED = List.of("fire", "evacuation", "mode");

    /// Names the asking of a phone in `additional` of what came of it. It was at no reader, and may have been anywhere.
    public static final String PHONE_REQUEST = "phone_request";

    public EventDraft {
        additional = Map.copyOf(additional);
    }

    /// Whether it answers a phone that was at no reader.
    public boolean answersPhone() {
        return additional.containsKey(PHONE_REQUEST);
    }

    /// What it is based on: a reservation comes before an unlocked door.
    public Basis basis() {
        if (kind.mayBeReserved() && additional.containsKey(RESERVATION_ID)) return Basis.RESERVED;
        boolean unscheduled =
                kind == EventKind.ADMITTED_UNLOCKED && UNSCHEDULED.contains(additional.getOrDefault(UNLOCKED_BY, ""));
        return unscheduled ? Basis.UNSCHEDULED : Basis.USUAL;
    }

    /// The code in `listing`, or null when the event does not show there.
    public @Nullable Integer code(Listing listing) {
        return kind.code(listing, subject.pin(), basis());
    }

    /// The label that goes with [#code].
    public String label(Listing listing) {
        return kind.label(listing, subject.pin(), basis());
    }

    /// Where it happened and who was meant; every part may be missing.
    ///
    /// @param personName as it was then; the person may be renamed or deleted later
    /// @param credentialsNumber what was presented; a PIN is shown as `****`
    /// @param pin whether a PIN was presented (decides the code of some rejections in listing A)
    public record Subject(
            @Nullable Long channelId,
            @Nullable Long personId,
            @Nullable String personName,
            @Nullable Long credentialId,
            @Nullable String credentialsNumber,
            boolean pin) {
        public static final Subject NOBODY = new Subject(null, null, null, null, null, false);

        public static Subject channel(long channelId) {
            return new Subject(channelId, null, null, null, null, false);
        }
    }
}
