package dev.lintel.sync.wire;

import java.util.Map;

/// An event of a box's log by id and hash: the newest that the hub has of it, or where two histories part.
///
/// @param id 0 with an empty hash: none
/// @param hash hex
public record LogMark(long id, String hash) {
    public static final LogMark NONE = new LogMark(0, "");

    /// Throws [WireException] for what is none.
    public static LogMark parse(String text) {
        Tree tree = Tree.parse(text);
        return new LogMark(tree.number("id"), tree.text("hash"));
    }

    public String toJson() {
        return Tree.write(Map.of("id", id, "hash", hash));
    }
}
