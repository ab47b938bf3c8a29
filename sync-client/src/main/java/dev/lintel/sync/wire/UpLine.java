package dev.lintel.sync.wire;

import java.util.Map;

/// One line of what a box tells its hub of its log: events in the order of their ids, then the head, signed.
public sealed interface UpLine {
    record Event(EventRow row) implements UpLine {}

    /// The newest event of this upload, signed by the box's key: [#signed()] with SHA256withECDSA.
    ///
    /// @param hash hex
    /// @param atMs when it was signed by the box's clock, Unix milliseconds
    /// @param signature hex, DER
    record Head(long id, String hash, long atMs, String signature) implements UpLine {
        /// What the signature is over.
        public String signed() {
            return signed(id, hash, atMs);
        }

        public static String signed(long id, String hash, long atMs) {
            return "lintel log head " + id + " " + hash + " " + atMs;
        }
    }

    /// Throws [WireException] for what is no such line. Of an event that is too long, what it carries beside its
    /// columns is passed over, and [EventRow#LEFT_OUT] stands for it: its place in the log is what counts.
    static UpLine parse(String line) {
        boolean tooLong = line.length() > Wire.EVENT_CHARS_MAX;
        Tree tree = tooLong ? Tree.parseWithout(line, EventRow.MORE) : Tree.parse(line);
        String kind = tree.kind();
        Tree body = tree.object(kind);
        return switch (kind) {
            case "event" -> {
                EventRow row = EventRow.read(body);
                yield new Event(tooLong || row.hasTooManyValues() ? row.shortened(line.length()) : row);
            }
            case "head" -> new Head(body.number("id"), body.text("hash"), body.number("at"), body.text("signature"));
            default -> throw new WireException("an upload has no line of the kind " + kind);
        };
    }

    /// Without a line feed.
    default String toJson() {
        return switch (this) {
            case Event(EventRow row) -> Tree.write(Map.of("event", row.toMap()));
            case Head head ->
                Tree.write(Map.of(
                        "head",
                        Map.of("id", head.id, "hash", head.hash, "at", head.atMs, "signature", head.signature)));
        };
    }
}
