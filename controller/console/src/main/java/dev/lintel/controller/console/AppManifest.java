package dev.lintel.controller.console;

import dev.lintel.controller.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The web app manifest of a page, with which a browser puts it on the home screen as an app. An iPhone shows
/// notifications of such an app only.
final class AppManifest {
    private AppManifest() {}

    /// @param start the page that the app opens; the app has this page and those below it
    static Reply of(String boxName, String start) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", boxName);
        json.put("short_name", boxName);
        json.put("id", start);
        json.put("start_url", start);
        json.put("scope", start);
        json.put("display", "standalone");
        json.put("background_color", "#f5f4f0");
        json.put("theme_color", "#0f6b5c");
        json.put("icons", List.of(icon(192), icon(512)));
        return new Reply.Json(200, json);
    }

    private static Map<String, Object> icon(int pixels) {
        String size = pixels + "x" + pixels;
        return Map.of("src", "/assets/lintel-" + pixels + ".png", "sizes", size, "type", "image/png");
    }
}
