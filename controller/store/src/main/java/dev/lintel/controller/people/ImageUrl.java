package dev.lintel.controller.people;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/// Reads the address of an image as a client sends it. Pure.
public final class ImageUrl {
    /// Longer than the links that image hosts sign.
    public static final int LENGTH_MAX = 2_000;

    private static final int PORT_MAX = 65_535;

    private ImageUrl() {}

    /// Null unless it is an absolute `http` or `https` address of a host, without a user's name or password.
    public static @Nullable URI parse(String text) {
        if (text.length() > LENGTH_MAX) return null;
        try {
            var url = new URI(text);
            String scheme = url.getScheme();
            boolean web = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
            boolean ascii = text.chars().allMatch(c -> c > ' ' && c < 0x7F);
            boolean host = url.getHost() != null && url.getRawUserInfo() == null;
            boolean port = url.getPort() != 0 && url.getPort() <= PORT_MAX;
            return web && ascii && host && port ? url : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
