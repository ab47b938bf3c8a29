package dev.lintel.controller.sync;

import java.net.URI;

/// A hub's address, as people type it. Any thread.
public final class HubAddress {
    private HubAddress() {}

    /// `https://NAME:PORT`, without anything behind it but a slash. Throws [UplineException] for anything else.
    public static URI of(String text) {
        try {
            URI url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean whole = "https".equals(url.getScheme())
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getPath().isEmpty();
            if (whole && url.getQuery() == null && url.getFragment() == null) return url;
        } catch (IllegalArgumentException e) {
            // no address at all: the same sentence
        }
        throw new UplineException("a hub's address is such as https://hub.example:8443, not " + text);
    }
}
