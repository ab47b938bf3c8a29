package dev.lintel.controller.console;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.event.OccupancyWords;
import dev.lintel.controller.event.TraceWords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// An event in the words a person at a desk uses: who, which door, what, and why. Pure.
final class EventWords {
    private final Map<Long, String> channels;
    private final TraceWords traces;

    /// `channels` are names by id.
    EventWords(Map<Long, String> channels, TraceWords.Names names) {
        this.channels = channels;
        this.traces = new TraceWords(names);
    }

    /// What the live page draws: `id`, `at` (ISO 8601), `code` (as the API numbers it), `tone` (good, bad, alarm, warn,
    /// info), `title`, `detail`, `approval` of a request for one, and `decided`, the id of a request that ends.
    Map<String, Object> json(Event event) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", event.id());
        json.put("at", Instant.ofEpochMilli(event.draft().occurredAtMs()).toString());
        json.put("code", event.kind().code(Listing.A, event.subject().pin()));
        json.put("tone", tone(event.kind()));
        json.put("title", title(event));
        json.put("detail", detail(event));
        if (event.kind() == EventKind.APPROVAL_REQUESTED) json.put("approval", true);
        else if (event.draft().additional().get("approval_id") instanceof Number id) json.put("decided", id);
        return json;
    }

    /// How loudly the page shows it.
    static String tone(EventKind kind) {
        if (kind.isAdmitted()) return "good";
        if (kind.isRejected()) return "bad";
        return switch (kind) {
            case FORCED_OPEN,
                    EXTENDED_OPEN,
                    TAMPER,
                    LINE_FAULT,
                    FIRE_RELEASE_ON,
                    EVACUATION_STARTED,
                    STORAGE_FAULT,
                    POWER_FAIL,
                    BATTERY_LOW,
                    DOORS_HUNG,
                    PIN_GUESSING,
                    FIRST_RESPONDER -> "alarm";
            case APPROVAL_REQUESTED,
                    ALARM_REMINDER,
                    DOOR_EXTENDED_WARNING,
                    EXIT_HELD,
                    READER_OFFLINE,
                    CHANNEL_CONTACT_LOST,
                    LOCKDOWN_ON,
                    SYNC_FAILED,
                    THREAT_LEVEL_CHANGED,
                    AREA_BELOW_MINIMUM,
                    AREA_FULL,
                    UNKNOWN_CARDS -> "warn";
            default -> "info";
        };
    }

    private String title(Event event) {
        EventKind kind = event.kind();
        Subject subject = event.subject();
        String door = door(event);
        if (kind.isRejected()) return who(subject, unknown(kind, subject)) + " refused";
        return switch (kind) {
            case ADMITTED_REQUEST_EXIT -> "Someone let out by the exit button";
            case ADMITTED_AUXILIARY -> "Someone admitted by the auxiliary input";
            case ADMITTED_MANUAL -> who(subject, "Someone") + " admitted from a desk";
            case ADMISSION_REQUESTED -> who(subject, "Someone") + " is to be admitted from a desk";
            case ADMISSION_DENIED -> who(subject, "Someone") + " not admitted from a desk";
            case ADMISSION_OFFLINE -> who(subject, "Someone") + " not admitted from a desk: " + door + " is offline";
            case REX_PRESSED -> "Exit button pressed";
            case DOOR_NORMAL -> door + " closed and secure again";
            case FORCED_OPEN -> door + " forced open";
            case EXTENDED_OPEN -> door + " open for too long";
            case DOOR_EXTENDED_WARNING -> door + " still open";
            case READER_OFFLINE -> "Reader at " + door + " is offline";
            case READER_ONLINE -> "Reader at " + door + " is online";
            case CHANNEL_STARTED -> door + " is up";
            case CHANNEL_STOPPED -> door + " stopped";
            case FIRST_RESPONDER -> who(subject, "Someone") + " passed the lockdown as a first responder";
            case FIRE_RELEASE_ON -> door + " released by the fire input";
            case FIRE_RELEASE_OFF -> door + " no longer released by the fire input";
            case EVACUATION_STARTED -> door + " unlocked for an evacuation";
            case EVACUATION_ENDED -> "Evacuation of " + door + " ended";
            case LOCKDOWN_ON -> door + " in lockdown";
            case LOCKDOWN_OFF -> door + " no longer in lockdown";
            case AUTO_UNLOCK_STARTED -> door + " unlocked by its hours";
            case AUTO_UNLOCK_ENDED -> door + " locked again by its hours";
            case MODE_UNLOCK -> door + " stands unlocked";
            case MODE_NORMAL -> door + " back to normal";
            case MFA_STARTED -> {
                Object awaits = event.draft().additional().get(TraceWords.AWAITS);
                String waits = "group".equals(awaits) ? " waits for more people" : " waits for another person";
                yield who(subject, "Someone") + (awaits == null ? " is to give a second factor" : waits);
            }
            case APPROVAL_REQUESTED -> who(subject, "Someone") + " waits for your approval at " + door;
            case MODE_SECURE -> door + " kept secure";
            case ALARM_REMINDER -> "The alarm of " + door + " is not acknowledged";
            case ALARM_ACKNOWLEDGED -> "The alarm of " + door + " was acknowledged";
            case LINE_FAULT -> line(event, door) + " does not do what it is told";
            case LINE_NORMAL -> line(event, door) + " works again";
            case ADMITTED_NOT_USED -> who(subject, "Someone") + " was admitted and did not open " + door;
            case PASSBACK_FORGIVEN -> "Passback forgiven";
            case EXIT_HELD -> "The exit of " + door + " has been active for five minutes";
            case PIN_GUESSING -> guessing(subject, door);
            case UNKNOWN_CARDS -> "Many unknown cards at " + door;
            case UNKNOWN_CARDS_OVER -> "No more unknown cards at " + door;
            case EXIT_LET_GO -> "The exit of " + door + " was let go";
            case POWER_FAIL -> supply(event, door) + " has failed";
            case POWER_RESTORED -> supply(event, door) + " is back";
            case BATTERY_LOW -> "The battery of the box is low";
            case BATTERY_NORMAL -> "The battery of the box is no longer low";
            case CONFIGURATION_CHANGED -> changed(subject);
            case THREAT_LEVEL_CHANGED -> threatLevel(event.draft().additional());
            case AREA_EMPTY, AREA_BELOW_MINIMUM, AREA_NORMAL, AREA_FULL -> OccupancyWords.title(event.draft());
            default -> kind.isAdmitted() ? who(subject, "Someone") + " admitted" : kind.label(Listing.A, subject.pin());
        };
    }

    private static String changed(Subject subject) {
        return subject.personName() == null ? "Configuration changed" : who(subject, "Somebody") + " was changed";
    }

    private static String guessing(Subject subject, String door) {
        String whose = subject.personId() == null ? "" : " of " + who(subject, "a person");
        return "Too many wrong PINs" + whose + " at " + door;
    }

    private String detail(Event event) {
        List<String> parts = new ArrayList<>();
        Subject subject = event.subject();
        Map<String, Object> trace = event.draft().additional();
        boolean said = title(event).contains(door(event));
        if (subject.channelId() != null && !said) parts.add(door(event));
        String how = traces.how(event.draft());
        if (!how.isEmpty() && !how.equals(title(event)))
            parts.add(how.substring(0, 1).toUpperCase(Locale.ROOT) + how.substring(1));
        boolean forgiven = event.kind() == EventKind.PASSBACK_FORGIVEN; // says its cause itself
        if (!forgiven && trace.get("cause") instanceof String cause) parts.add("Cause: " + cause);
        return String.join(" · ", parts);
    }

    private static String line(Event event, String door) {
        Map<String, Object> trace = event.draft().additional();
        if (trace.get("input") instanceof String input) return "The wire of " + input;
        Object output = trace.get("output");
        return output == null ? "A line of the board" : "The " + output + " of " + door;
    }

    private static String supply(Event event, String door) {
        Object reader = event.draft().additional().get("reader");
        return reader == null ? "The mains supply of the box" : "The supply of the " + reader + " reader of " + door;
    }

    private static String threatLevel(Map<String, Object> change) {
        return "Threat level " + change.get("new") + " at " + change.get("site");
    }

    private static String unknown(EventKind kind, Subject subject) {
        String number = subject.credentialsNumber();
        if (subject.pin() || kind == EventKind.REJECTED_UNKNOWN_PIN) return "A PIN";
        return number == null || number.isBlank() ? "A card" : "Card " + number;
    }

    private static String who(Subject subject, String otherwise) {
        String name = subject.personName();
        return name == null || name.isBlank() ? otherwise : name;
    }

    private String door(Event event) {
        Long id = event.subject().channelId();
        if (id != null) return channel(id);
        Object unit = event.draft().additional().get("unit"); // a door that no channel of the site has
        return unit == null ? "The box" : "Unit " + unit;
    }

    private String channel(long id) {
        String name = channels.get(id);
        return name == null ? "Door " + id : name;
    }
}
