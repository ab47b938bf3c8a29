package dev.lintel.controller.push;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The contact of the operator of this box for push services: the claim `sub` of RFC 8292. Apple's service refuses an
/// address with a host that no public server has. No state.
public final class PushContact {
    /// Names that no public server has (RFC 6761, RFC 6762, RFC 8375, and what home routers use).
    private static final List<String> PRIVATE = List.of(
            "localhost",
            "local",
            "internal",
            "lan",
            "home",
            "corp",
            "home.arpa",
            "test",
            "example",
            "invalid",
            "onion");

    private PushContact() {}

    /// The first that a push service takes.
    ///
    /// @param configured `security_contact` of `controller.yaml`
    /// @param url where this box is reached
    /// @param email of its first operator
    public static @Nullable String of(@Nullable String configured, @Nullable String url, @Nullable String email) {
        if (configured != null && configured.startsWith("mailto:")) return configured;
        if (configured != null && isPublic(configured)) return configured;
        if (url != null && isPublic(url)) return url;
        return email == null ? null : "mailto:" + email;
    }

    private static boolean isPublic(String address) {
        URI uri = URI.create(address);
        if (!"https".equals(uri.getScheme()) || uri.getHost() == null) return false;
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        boolean name = host.contains(".") && !host.matches("[0-9.]+") && !host.startsWith("[");
        return name && PRIVATE.stream().noneMatch(end -> host.endsWith("." + end));
    }
}
