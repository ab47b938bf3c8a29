package dev.lintel.controller.console;

import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.Standing;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A door as the live page draws it. Pure.
final class DoorJson {
    private DoorJson() {}

    /// `id`, `name`, `state` and its `words`, `strike`, `leaf`, `readers` (by side: online), `tampers` (`entry`,
    /// `exit`, `door`), `fire`, `evacuated`, `sounder`; `lockdown {card, rex, aux}`; `unlocked`: why the door is
    /// unlocked (`fire`, `evacuation`, `mode`, `hours`) or null; `mode`, `unlock_until` (ISO 8601 or null);
    /// `secure`, `secure_until`; `alarm` (`forced`, `extended_open` or null), `acknowledged`, `latched`;
    /// `awaits_first_card`; `egress_by_box`.
    static Map<String, @Nullable Object> of(DoorView view, String name) {
        Standing standing = view.standing();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", view.channelId());
        json.put("name", name);
        json.put("state", view.state());
        json.put("words", words(view.state()));
        json.put("strike", view.strikeReleased() ? "released" : "secured");
        json.put("leaf", view.leafOpen() ? "open" : "closed");
        json.put("readers", view.readersOnline());
        json.put("tampers", new TreeSet<>(view.tampers()));
        json.put("fire", standing.fire());
        json.put("evacuated", standing.evacuated());
        json.put("sounder", view.sounder());
        var lockdown = standing.lockdown();
        json.put("lockdown", Map.of("card", lockdown.card(), "rex", lockdown.rex(), "aux", lockdown.aux()));
        json.put("unlocked", standing.unlockedBy());
        json.put("mode", view.mode());
        Long relockAtMs = standing.relockAtMs();
        json.put(
                "unlock_until",
                relockAtMs == null ? null : Instant.ofEpochMilli(relockAtMs).toString());
        Standing.Secure secure = standing.secure();
        json.put("secure", secure != null);
        json.put(
                "secure_until",
                secure == null || secure.untilMs() == null
                        ? null
                        : Instant.ofEpochMilli(secure.untilMs()).toString());
        RaisedAlarm alarm = view.alarm();
        json.put("alarm", alarm == null ? null : alarm.cause().word());
        json.put("acknowledged", alarm != null && alarm.acknowledged());
        json.put("latched", alarm != null && alarm.latched());
        json.put("awaits_first_card", view.awaitsFirstCard());
        json.put("egress_by_box", view.egressByBox());
        return json;
    }

    private static String words(String state) {
        return switch (state) {
            case "secure" -> "Secure";
            case "unlocked" -> "Unlocked";
            case "open" -> "Open";
            case "warned" -> "Still open";
            case "extended_open" -> "Open for too long";
            case "forced" -> "Forced open";
            default -> state;
        };
    }
}
