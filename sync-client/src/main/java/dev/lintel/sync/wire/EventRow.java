package dev.lintel.sync.wire;

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
                .with("more", additional)
                .with("hash", hash)
                .map();
    }

    static EventRow read(Tree tree) {
        return new EventRow(
                tree.number("id"),
                tree.smallNumber("kind"),
                tree.number("occurred"),
                tree.number("created"),
                tree.text("boot"),
                tree.number("ns"),
                tree.nullableNumber("channel"),
                tree.nullableNumber("person"),
                tree.nullableText("name"),
                tree.nullableNumber("credential"),
                tree.nullableText("number"),
                tree.flag("pin"),
                tree.object("more").map(),
                tree.text("hash"));
    }
}
