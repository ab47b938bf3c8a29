package dev.lintel.sync.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An event of a box's log on its way up. Immutable.
///
/// @param id on that box: rises by one without gaps
/// @param kind the number of its kind; a hub may not know it
/// @param occurredAtMs wall time, Unix milliseconds
/// @param createdAtMs when it was on the box's disk, Unix milliseconds
/// @param personName as it was then
/// @param credentialsNumber what was presented; a PIN is `****`
/// @param pin whether that was a PIN
/// @param additional the reason trace and whatever the kind carries
/// @param hash hex: this event's link of the box's chain
public record EventRow(
        long id,
        int kind,
        long occurredAtMs,
        long createdAtMs,
        String bootId,
        long monotonicNs,
        @Nullable Long channelId,
        @Nullable Long personId,
        @Nullable String personName,
        @Nullable Long credentialId,
        @Nullable String credentialsNumber,
        boolean pin,
        Map<String, ? extends @Nullable Object> additional,
        String hash) {
    /// In place of what an event carried where that was too long: how many characters its line had.
    public static final String LEFT_OUT = "left_out_chars";

    static final String MORE = "more";

    /// Without what it carries beside its columns.
    ///
    /// @param chars of its line
    public EventRow shortened(int chars) {
        return new EventRow(
                id,
                kind,
                occurredAtMs,
                createdAtMs,
                cut(bootId),
                monotonicNs,
                channelId,
                personId,
                nullableCut(personName),
                credentialId,
                nullableCut(credentialsNumber),
                pin,
                Map.of(LEFT_OUT, (long) chars),
                hash);
    }

    /// Of a time when the box gave its own numbers to people, credentials and channels: a hub has others under
    /// them. They go with what the event carries.
    public EventRow own() {
        var more = new LinkedHashMap<String, @Nullable Object>(additional);
        if (channelId != null) more.put("own_channel_id", channelId);
        if (personId != null) more.put("own_person_id", personId);
        if (credentialId != null) more.put("own_credential_id", credentialId);
        return new EventRow(
                id,
                kind,
                occurredAtMs,
                createdAtMs,
                bootId,
                monotonicNs,
                null,
                null,
                personName,
                null,
                credentialsNumber,
                pin,
                more,
                hash);
    }

    boolean hasTooManyValues() {
        return values(additional) > Wire.EVENT_VALUES_MAX;
    }

    private static int values(@Nullable Object value) {
        int count = 1;
        if (value instanceof Map<?, ?> map) for (Object inner : map.values()) count += values(inner);
        if (value instanceof Iterable<?> list) for (Object inner : list) count += values(inner);
        return count;
    }

    Map<String, Object> toMap() {
        return new Fields()
                .with("id", id)
                .with("kind", kind)
                .with("occurred", occurredAtMs)
                .with("created", createdAtMs)
                .with("boot", bootId)
                .with("ns", monotonicNs)
                .with("channel", channelId)
                .with("person", personId)
                .with("name", personName)
                .with("credential", credentialId)
                .with("number", credentialsNumber)
                .with("pin", pin)
                .with(MORE, additional)
                .with("hash", hash)
                .map();
    }

    static EventRow read(Tree tree) {
        return new EventRow(
                tree.number("id"),
                tree.smallNumber("kind"),
                tree.number("occurred"),
                tree.number("created"),
                cut(tree.text("boot")),
                tree.number("ns"),
                tree.nullableNumber("channel"),
                tree.nullableNumber("person"),
                nullableCut(tree.nullableText("name")),
                tree.nullableNumber("credential"),
                nullableCut(tree.nullableText("number")),
                tree.flag("pin"),
                tree.object(MORE).map(),
                tree.text("hash"));
    }

    private static @Nullable String nullableCut(@Nullable String text) {
        return text == null ? null : cut(text);
    }

    private static String cut(String text) {
        return text.length() <= Wire.EVENT_TEXT_MAX ? text : text.substring(0, Wire.EVENT_TEXT_MAX - 1) + "…";
    }
}
