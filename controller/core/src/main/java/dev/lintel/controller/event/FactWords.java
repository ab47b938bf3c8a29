package dev.lintel.controller.event;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The facts of events that report no decision on a person: orders, modes, levels, alarms, configuration. Pure.
final class FactWords {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /// The length of the longest note. The event has the whole of longer values.
    private static final int TEXT_MAX = 500;

    private FactWords() {}

    static void add(EventDraft event, List<String> parts) {
        Map<String, Object> facts = event.additional();
        switch (event.kind()) {
            case MODE_UNLOCK, MODE_SECURE, MODE_NORMAL -> {
                time(facts, "relock_at", parts);
                time(facts, "until", parts);
                by(facts, parts);
            }
            case LOCKDOWN_ON, LOCKDOWN_OFF, EVACUATION_STARTED, EVACUATION_ENDED -> {
                by(facts, parts);
                text(facts, "note", "", parts);
                if ("evacuation".equals(facts.get("suspended"))) parts.add("takes effect when the evacuation ends");
            }
            case THREAT_LEVEL_CHANGED -> {
                text(facts, "site", "", parts);
                if (facts.containsKey("new")) parts.add("from " + facts.get("old") + " to " + facts.get("new"));
                by(facts, parts);
                text(facts, "note", "", parts);
            }
            case FIRE_RELEASE_ON, FIRE_RELEASE_OFF -> list(facts, "zones", "fire zone ", parts);
            case PASSBACK_FORGIVEN -> {
                list(facts, "areas", "in ", parts);
                text(facts, "cause", "after ", parts);
                by(facts, parts);
            }
            case AREA_EMPTY, AREA_BELOW_MINIMUM, AREA_NORMAL, AREA_FULL -> parts.add(OccupancyWords.title(event));
            case ALARM_ACKNOWLEDGED -> {
                text(facts, "note", "", parts);
                by(facts, parts);
            }
            case CONFIGURATION_CHANGED -> {
                text(facts, "what", "", parts);
                text(facts, "action", "", parts);
                text(facts, "old", "before: ", parts);
                text(facts, "new", "now: ", parts);
                by(facts, parts);
            }
            case LINE_FAULT, LINE_NORMAL -> {
                text(facts, "input", "input ", parts);
                text(facts, "output", "output ", parts);
                text(facts, "found", "", parts);
            }
            case ADMISSION_REQUESTED, ADMITTED_MANUAL, ADMISSION_DENIED, ADMISSION_OFFLINE -> {
                if (facts.get("reason") instanceof String reason) parts.add(reason.replace('_', ' '));
                by(facts, parts);
            }
            default -> {
                // Has nothing of the kind.
            }
        }
    }

    private static void by(Map<String, Object> facts, List<String> parts) {
        text(facts, "by", "by ", parts);
    }

    private static void text(Map<String, Object> facts, String key, String before, List<String> parts) {
        if (!(facts.get(key) instanceof String text) || text.isBlank()) return;
        String line = text.replace('\n', ' ');
        parts.add(before + (line.length() > TEXT_MAX ? line.substring(0, TEXT_MAX) + "…" : line));
    }

    private static void list(Map<String, Object> facts, String key, String before, List<String> parts) {
        if (!(facts.get(key) instanceof List<?> all) || all.isEmpty()) return;
        parts.add(before + all.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }

    private static void time(Map<String, Object> facts, String key, List<String> parts) {
        if (!(facts.get(key) instanceof String text)) return;
        try {
            parts.add("until " + TIME.format(Instant.parse(text)));
        } catch (DateTimeParseException e) { // by a later version
            parts.add("until " + text);
        }
    }
}
