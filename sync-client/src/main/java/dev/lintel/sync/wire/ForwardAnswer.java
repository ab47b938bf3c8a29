package dev.lintel.sync.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the hub answered to a forwarded write: as the client is to get it, once the box has all up to `cursor`.
///
/// @param headers of the answer that are the client's to see
/// @param body null: none
public record ForwardAnswer(
        int status, Map<String, String> headers, @Nullable String body, Cursor cursor) {
    public ForwardAnswer {
        headers = Map.copyOf(headers);
    }

    /// Throws [WireException] for what is none.
    public static ForwardAnswer parse(String text) {
        Tree tree = Tree.parse(text);
        Tree given = tree.object("headers");
        var headers = new LinkedHashMap<String, String>();
        for (String name : given.map().keySet()) headers.put(name, given.text(name));
        return new ForwardAnswer(
                tree.smallNumber("status"), headers, tree.nullableText("body"), Cursor.parse(tree.text("cursor")));
    }

    public String toJson() {
        return Tree.write(new Fields()
                .with("status", status)
                .with("headers", headers)
                .with("body", body)
                .with("cursor", cursor.toString())
                .map());
    }
}
