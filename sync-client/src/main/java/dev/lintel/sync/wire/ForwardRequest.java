package dev.lintel.sync.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A write that somebody asked of a box and that its hub is to do: an HTTP request, and whose it is. It may hold PINs:
/// never to be logged.
///
/// @param path raw, with its query
/// @param body null: none
/// @param idempotencyKey as the client sent it
/// @param by who asked: the box has signed them in
public record ForwardRequest(
        String method,
        String path,
        @Nullable String body,
        @Nullable String idempotencyKey,
        By by) {
    /// Who asked the box.
    ///
    /// @param client whom idempotency keys belong to, such as `api_key 3`
    /// @param email of the user
    /// @param scopes what they may do at the box
    /// @param base of absolute addresses in the answer: the box's own
    public record By(
            String kind,
            String client,
            String email,
            String shape,
            String listing,
            boolean operator,
            List<String> scopes,
            String base) {
        public By {
            scopes = List.copyOf(scopes);
        }
    }

    @Override
    public String toString() {
        return "ForwardRequest[" + method + "]";
    }

    /// Throws [WireException] for what is none.
    public static ForwardRequest parse(String text) {
        Tree tree = Tree.parse(text);
        Tree by = tree.object("by");
        return new ForwardRequest(
                tree.text("method"),
                tree.text("path"),
                tree.nullableText("body"),
                tree.nullableText("idempotency_key"),
                new By(
                        by.text("kind"),
                        by.text("client"),
                        by.text("email"),
                        by.text("shape"),
                        by.text("listing"),
                        by.flag("operator"),
                        by.texts("scopes"),
                        by.text("base")));
    }

    public String toJson() {
        var asking = new Fields()
                .with("kind", by.kind)
                .with("client", by.client)
                .with("email", by.email)
                .with("shape", by.shape)
                .with("listing", by.listing)
                .with("operator", by.operator)
                .with("scopes", by.scopes)
                .with("base", by.base);
        return Tree.write(new Fields()
                .with("method", method)
                .with("path", path)
                .with("body", body)
                .with("idempotency_key", idempotencyKey)
                .with("by", asking.map())
                .map());
    }
}
