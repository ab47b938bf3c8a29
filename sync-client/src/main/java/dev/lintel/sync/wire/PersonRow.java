package dev.lintel.sync.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A person with all that is theirs, as far as the box that gets it needs it. One row, so that a person changes
/// whole or not at all. Times are Unix milliseconds. Immutable. It holds PINs: never to be logged.
///
/// @param texts by column (`first_name`, `email`, …); those that are empty are left out
/// @param validFrom first day (ISO date)
/// @param validTo last day (ISO date)
/// @param image names the picture's files at the hub
/// @param groups ids, ascending; without those of group reservations
/// @param roles ids, ascending
public record PersonRow(
        long id,
        Map<String, String> texts,
        boolean enabled,
        @Nullable String validFrom,
        @Nullable String validTo,
        boolean extendedUnlock,
        boolean firstResponder,
        @Nullable String image,
        Stamps stamps,
        List<Long> groups,
        List<Long> roles,
        List<CredentialRow> credentials,
        List<ReservationRow> reservations,
        List<GroupReservationRow> groupReservations) {
    /// Columns that [#texts()] may name; others are a newer hub's.
    public static final List<String> TEXTS = List.of(
            "first_name",
            "last_name",
            "salutation",
            "job_title",
            "department",
            "organisation_id",
            "system_id",
            "email",
            "mobile",
            "telephone",
            "notes",
            "barcode",
            "custom_1",
            "custom_2",
            "custom_3",
            "custom_4",
            "custom_5");
    private static final Set<String> KNOWN_TEXTS = Set.copyOf(TEXTS);

    private static final Set<String> FIELDS = Set.of(
            "given",
            "id",
            "revision",
            "texts",
            "disabled",
            "valid_from",
            "valid_to",
            "extended_unlock",
            "first_responder",
            "image",
            "made",
            "changed",
            "groups",
            "roles",
            "credentials",
            "reservations",
            "group_reservations");
    private static final Set<String> OF_CREDENTIAL = Stream.concat(
                    Stream.of("id", "type", "value", "card", "pin", "status", "made", "changed"),
                    CredentialLimits.FIELDS.stream())
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> OF_RESERVATION = Set.of("id", "start", "end", "channels", "made", "changed");
    private static final Set<String> OF_GROUP_RESERVATION =
            Set.of("id", "start", "end", "ended", "groups", "made", "changed");

    public PersonRow {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        groups = List.copyOf(groups);
        roles = List.copyOf(roles);
        credentials = List.copyOf(credentials);
        reservations = List.copyOf(reservations);
        groupReservations = List.copyOf(groupReservations);
    }

    /// When something was made and last changed.
    public record Stamps(long createdAtMs, long updatedAtMs) {
        static Stamps read(Tree tree) {
            return new Stamps(tree.number("made"), tree.number("changed"));
        }
    }

    /// Something to be shown at a reader.
    ///
    /// @param cardNumber as it is compared; null for what is no card
    /// @param pinNumber as it is compared; null for what is no PIN of its own
    public record CredentialRow(
            long id,
            long typeId,
            String value,
            @Nullable Long cardNumber,
            @Nullable Long pinNumber,
            String status,
            Stamps stamps,
            CredentialLimits limits) {
        /// Without limits.
        public CredentialRow(
                long id,
                long typeId,
                String value,
                @Nullable Long cardNumber,
                @Nullable Long pinNumber,
                String status,
                Stamps stamps) {
            this(id, typeId, value, cardNumber, pinNumber, status, stamps, CredentialLimits.NONE);
        }

        /// Whether both are the same thing to be shown, whatever their limits and status are.
        public boolean shows(CredentialRow other) {
            return id == other.id
                    && typeId == other.typeId
                    && value.equals(other.value)
                    && Objects.equals(cardNumber, other.cardNumber)
                    && Objects.equals(pinNumber, other.pinNumber);
        }

        @Override
        public String toString() {
            return "CredentialRow[" + id + "]";
        }
    }

    /// Channels for a time.
    ///
    /// @param channels ids, ascending
    public record ReservationRow(long id, long startMs, long endMs, List<Long> channels, Stamps stamps) {
        public ReservationRow {
            channels = List.copyOf(channels);
        }
    }

    /// Groups for a time.
    ///
    /// @param endedMs when it was ended before its end
    /// @param groups ids, ascending
    public record GroupReservationRow(
            long id, long startMs, long endMs, @Nullable Long endedMs, List<Long> groups, Stamps stamps) {
        public GroupReservationRow {
            groups = List.copyOf(groups);
        }
    }

    /// The same with another picture; null: none.
    public PersonRow pictured(@Nullable String name) {
        return new PersonRow(
                id,
                texts,
                enabled,
                validFrom,
                validTo,
                extendedUnlock,
                firstResponder,
                name,
                stamps,
                groups,
                roles,
                credentials,
                reservations,
                groupReservations);
    }

    /// The same person, who may pass no door.
    public PersonRow disabled() {
        return new PersonRow(
                id,
                texts,
                false,
                validFrom,
                validTo,
                extendedUnlock,
                firstResponder,
                image,
                stamps,
                groups,
                roles,
                credentials,
                reservations,
                groupReservations);
    }

    /// The same with other texts and credentials.
    public PersonRow with(Map<String, String> texts, List<CredentialRow> credentials) {
        return new PersonRow(
                id,
                texts,
                enabled,
                validFrom,
                validTo,
                extendedUnlock,
                firstResponder,
                image,
                stamps,
                groups,
                roles,
                credentials,
                reservations,
                groupReservations);
    }

    /// The same with other reservations.
    public PersonRow reserving(List<ReservationRow> reservations, List<GroupReservationRow> groupReservations) {
        return new PersonRow(
                id,
                texts,
                enabled,
                validFrom,
                validTo,
                extendedUnlock,
                firstResponder,
                image,
                stamps,
                groups,
                roles,
                credentials,
                reservations,
                groupReservations);
    }

    /// No credentials: this may end up in a log.
    @Override
    public String toString() {
        return "PersonRow[" + id + "]";
    }

    Map<String, Object> toMap() {
        return new Fields()
                .with("id", id)
                .with("texts", texts)
                .with("disabled", !enabled)
                .with("valid_from", validFrom)
                .with("valid_to", validTo)
                .with("extended_unlock", extendedUnlock)
                .with("first_responder", firstResponder)
                .with("image", image)
                .with("made", stamps.createdAtMs)
                .with("changed", stamps.updatedAtMs)
                .with("groups", groups)
                .with("roles", roles)
                .with("credentials", credentials.stream().map(PersonRow::map).toList())
                .with("reservations", reservations.stream().map(PersonRow::map).toList())
                .with(
                        "group_reservations",
                        groupReservations.stream().map(PersonRow::map).toList())
                .map();
    }

    /// `passedOver` hears of each field that this version does not know.
    static PersonRow read(Tree tree, Consumer<String> passedOver) {
        tree.others(FIELDS, passedOver);
        var texts = new LinkedHashMap<String, String>();
        Tree given = tree.object("texts");
        given.others(KNOWN_TEXTS, passedOver);
        for (String name : given.map().keySet()) texts.put(name, given.text(name));
        return new PersonRow(
                tree.number("id"),
                texts,
                !tree.flag("disabled"),
                tree.nullableText("valid_from"),
                tree.nullableText("valid_to"),
                tree.flag("extended_unlock"),
                tree.flag("first_responder"),
                tree.nullableText("image"),
                Stamps.read(tree),
                tree.numbers("groups"),
                tree.numbers("roles"),
                tree.objects("credentials", one -> credential(one, passedOver)),
                tree.objects("reservations", one -> reservation(one, passedOver)),
                tree.objects("group_reservations", one -> groupReservation(one, passedOver)));
    }

    private static Map<String, Object> map(CredentialRow row) {
        var fields = new Fields()
                .with("id", row.id)
                .with("type", row.typeId)
                .with("value", row.value)
                .with("card", row.cardNumber)
                .with("pin", row.pinNumber)
                .with("status", row.status.equals("active") ? null : row.status)
                .with("made", row.stamps.createdAtMs)
                .with("changed", row.stamps.updatedAtMs);
        return row.limits.in(fields).map();
    }

    private static CredentialRow credential(Tree tree, Consumer<String> passedOver) {
        tree.others(OF_CREDENTIAL, passedOver);
        return new CredentialRow(
                tree.number("id"),
                tree.number("type"),
                tree.text("value"),
                tree.nullableNumber("card"),
                tree.nullableNumber("pin"),
                Objects.requireNonNullElse(tree.nullableText("status"), "active"),
                Stamps.read(tree),
                CredentialLimits.read(tree));
    }

    private static Map<String, Object> map(ReservationRow row) {
        return new Fields()
                .with("id", row.id)
                .with("start", row.startMs)
                .with("end", row.endMs)
                .with("channels", row.channels)
                .with("made", row.stamps.createdAtMs)
                .with("changed", row.stamps.updatedAtMs)
                .map();
    }

    private static ReservationRow reservation(Tree tree, Consumer<String> passedOver) {
        tree.others(OF_RESERVATION, passedOver);
        return new ReservationRow(
                tree.number("id"),
                tree.number("start"),
                tree.number("end"),
                tree.numbers("channels"),
                Stamps.read(tree));
    }

    private static Map<String, Object> map(GroupReservationRow row) {
        return new Fields()
                .with("id", row.id)
                .with("start", row.startMs)
                .with("end", row.endMs)
                .with("ended", row.endedMs)
                .with("groups", row.groups)
                .with("made", row.stamps.createdAtMs)
                .with("changed", row.stamps.updatedAtMs)
                .map();
    }

    private static GroupReservationRow groupReservation(Tree tree, Consumer<String> passedOver) {
        tree.others(OF_GROUP_RESERVATION, passedOver);
        return new GroupReservationRow(
                tree.number("id"),
                tree.number("start"),
                tree.number("end"),
                tree.nullableNumber("ended"),
                tree.numbers("groups"),
                Stamps.read(tree));
    }
}
