package dev.lintel.controller.sync;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Whom this box follows: a hub, or a service that offers only the public API. Immutable.
///
/// @param isHub it is a Lintel, and is followed as one
/// @param name what people call it
/// @param joined how this box has joined the hub; null: it is a service
public record Whom(boolean isHub, String name, URI url, Upstream.@Nullable Joined joined) {
    public static Whom hub(Upstream.Joined joined) {
        return new Whom(true, joined.hubName(), joined.url(), joined);
    }

    public static Whom service(String name, URI url) {
        return new Whom(false, name, url, null);
    }

    /// The hub's number of this box; a service has one box of ours alone, 0.
    public long box() {
        return joined == null ? 0 : joined.box();
    }

    /// `hub` or `service`.
    public String kind() {
        return isHub ? "hub" : "service";
    }

    /// Such as `hub Head Office`.
    public String words() {
        return kind() + " " + name;
    }

    /// Where what cannot be changed here is changed, in a sentence.
    public String elsewhere() {
        String change = isHub ? "change it there" : "change people there";
        return "this box follows the " + words() + " (" + url + "): " + change + ", or leave the " + kind() + " with"
                + " 'lintel leave'";
    }
}
