package dev.lintel.controller.console;

import dev.lintel.controller.http.Reply;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The console's own styles, scripts and pictures, read once from the program.
final class Assets {
    private static final String[] NAMES = {
        "frame.css",
        "console.css",
        "docs.css",
        "users.css",
        "apps.css",
        "live.js",
        "desk.js",
        "people.js",
        "copy.js",
        "notify.js",
        "underway.js",
        "commission.css",
        "commission.js",
        "system.js",
        "phone.css",
        "phone.js",
        "lintel.svg",
        "lintel-192.png",
        "lintel-512.png"
    };
    private static final int ETAG_CHARS = 16;

    private final Map<String, Reply> replies = new HashMap<>();

    Assets() {
        for (String name : NAMES) replies.put(name, reply(name, load(name)));
    }

    @Nullable
    Reply get(String name) {
        return replies.get(name);
    }

    /// A file with the type its name tells.
    static Reply reply(String name, byte[] content) {
        Bytes bytes = Bytes.copyOf(content);
        return new Reply.Asset(type(name), bytes, etag(bytes));
    }

    /// Names the content.
    static String etag(Bytes content) {
        return Tokens.hash(content.hex()).hex().substring(0, ETAG_CHARS);
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml";
            case "png" -> "image/png";
            case "json" -> "application/json; charset=utf-8";
            case "woff2" -> "font/woff2";
            default -> "application/octet-stream";
        };
    }

    static byte[] load(String name) {
        try (InputStream in = Assets.class.getResourceAsStream("assets/" + name)) {
            if (in == null) throw new IllegalStateException("the program lacks its file assets/" + name);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
