package dev.lintel.controller.push;

import dev.lintel.controller.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// A notification that a browser shows.
///
/// @param tag a notification replaces the one with the same tag; letters, digits and `-`, at most 32
/// @param waits whether it stays on the screen and makes a sound, as an operator is to act now
/// @param path of the console's page that a click opens
/// @param lifeS for how many seconds the push service keeps it for a browser that cannot be reached
record Notification(String tag, String title, String body, boolean waits, String path, int lifeS) {
    private static final int TITLE_CHARS_MAX = 200; // names are shorter; more is cut by every browser
    private static final int BODY_CHARS_MAX = 400;

    /// As the service worker reads it.
    byte[] json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("tag", tag);
        json.put("title", cut(title, TITLE_CHARS_MAX));
        json.put("body", cut(body, BODY_CHARS_MAX));
        json.put("waits", waits);
        json.put("path", path);
        return Json.write(json).getBytes(StandardCharsets.UTF_8);
    }

    private static String cut(String text, int max) {
        if (text.length() <= max) return text;
        int end = Character.isHighSurrogate(text.charAt(max - 2)) ? max - 2 : max - 1;
        return text.substring(0, end) + "…";
    }
}
