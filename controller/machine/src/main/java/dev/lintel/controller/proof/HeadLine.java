package dev.lintel.controller.proof;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.reader.Bytes;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A signed head as JSON: in exports, and as a witness keeps it.
///
/// ```
///   {"event_id":4711,"hash":"9f…","signed_at":1767225600000,"key":"a1…","signature":"…"}   in exports
///   {…,"box":"Gate"}                                                                             of a witness
/// ```
public final class HeadLine {
    private HeadLine() {}

    /// What was kept elsewhere of a log.
    ///
    /// @param signed the box's head; null: the hash alone, as a hub keeps it
    /// @param box the name of the box; null: the line has none
    public record Kept(
            long eventId,
            Bytes hash,
            @Nullable Head signed,
            @Nullable String box) {}

    /// A head for a place where heads of several boxes may be.
    ///
    /// @param box the name of the box that signed it
    static Map<String, Object> of(Head head, String box) {
        Map<String, Object> line = of(head);
        line.put("box", box);
        return line;
    }

    public static Map<String, Object> of(Head head) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event_id", head.eventId());
        line.put("hash", head.hash().hex());
        line.put("signed_at", head.signedAtMs());
        line.put("key", head.key().hex());
        line.put("signature", head.signature().hex());
        return line;
    }

    /// The head in a line, which may have other text before its `{`, as syslog writes it; null: it has none. The
    /// body of a witness's webhook has it in `head`. A line of `lintel hub heads` has no signature: that hub
    /// received the event and keeps its hash.
    public static @Nullable Kept read(String line) {
        int begin = line.indexOf('{');
        if (begin < 0) return null;
        try {
            Map<String, @Nullable Object> whole =
                    Json.parseObject(line.substring(begin).strip());
            Map<?, ?> map = whole.get("head") instanceof Map<?, ?> inner ? inner : whole;
            String box = whole.get("box") instanceof String name ? name : null;
            if (!(map.get("event_id") instanceof Long eventId)) return null;
            Bytes hash = bytes(map.get("hash"));
            if (!map.containsKey("signature")) return new Kept(eventId, hash, null, box);
            if (!(map.get("signed_at") instanceof Long atMs)) return null;
            var head = new Head(eventId, hash, atMs, bytes(map.get("key")), bytes(map.get("signature")));
            return new Kept(eventId, hash, head, box);
        } catch (JsonException | IllegalArgumentException e) {
            return null;
        }
    }

    private static Bytes bytes(@Nullable Object hex) {
        return Bytes.copyOf(HexFormat.of().parseHex(String.valueOf(hex)));
    }
}
