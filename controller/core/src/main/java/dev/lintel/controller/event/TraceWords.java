package dev.lintel.controller.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The trace of a decision in words, such as `Ada Demo, card, by role Always (group Staff)`. Immutable; any thread.
public final class TraceWords {
    /// Of `sync`: what nobody needs to be told.
    private static final Set<String> IN_ORDER = Set.of("standalone", "online");

    /// The side of the reader: `entry` or `exit`.
    public static final String READER = "reader";

    /// At the second door of an airlock: the id of the first door, which the person has passed.
    public static final String AIRLOCK_FROM = "airlock_from";

    /// Of ADMITTED_NOT_USED: when the person was admitted, the first time of several that renew each other.
    public static final String ADMITTED_AT = "admitted_at";

    /// Of an admission together with another person: that person's name.
    public static final String COMPANION = "companion_name";
    /// The id of the same person.
    public static final String COMPANION_ID = "companion_id";
    /// Of an admission together with several others: their names.
    public static final String COMPANION_NAMES = "companion_names";
    /// The ids of the same persons.
    public static final String COMPANION_IDS = "companion_ids";
    /// All of them.
    public static final Set<String> COMPANIONS = Set.of(COMPANION_ID, COMPANION, COMPANION_IDS, COMPANION_NAMES);
    /// Of a person who may not pass alone: `person`, `host`, `group` or `operator`.
    public static final String AWAITS = "awaits";
    /// Of a refusal that ends a wait because the person may not enter any more: what [#AWAITS] said of the wait.
    public static final String WAITED = "waited";
    /// Of [#AWAITS]: the people that the minimum of an area takes.
    public static final String GROUP = "group";

    /// The area where a person counts who is against passback.
    public static final String PLACE = "place";

    /// Of a refusal: why, in a word.
    private static final String REASON = "reason";

    /// In answers about a possible admission: true where the same card twice unlocks the door, or ends that.
    public static final String DOUBLE_TAP = "double_tap";

    /// The operator who approved or denied an admission.
    public static final String DECIDED_BY = "decided_by";
    /// The threat level of the site, where it is not 0.
    public static final String THREAT_LEVEL = "threat_level";
    /// Of an admission: true for a first responder whose rights are not valid at the threat level, or who passed in
    /// spite of the limit of an area.
    public static final String FIRST_RESPONDER = "first_responder";

    private final Names names;

    public TraceWords(Names names) {
        this.names = names;
    }

    /// What the ids of a trace are called. Those of what is gone are missing.
    public record Names(Map<Long, String> roles, Map<Long, String> groups, Map<Long, String> shifts) {
        public static final Names NONE = new Names(Map.of(), Map.of(), Map.of());

        public Names {
            roles = Map.copyOf(roles);
            groups = Map.copyOf(groups);
            shifts = Map.copyOf(shifts);
        }
    }

    /// Who, what was shown, and why: one sentence without its full stop.
    public String sentence(EventDraft event) {
        String person = event.subject().personName();
        String who = person == null || person.isBlank() ? "nobody that is known" : person;
        String how = how(event);
        return how.isEmpty() ? who : who + ", " + how;
    }

    /// The sentence without the person.
    public String how(EventDraft event) {
        Map<String, Object> trace = event.additional();
        var parts = new ArrayList<String>();
        String shown = shown(trace);
        if (!shown.isEmpty()) parts.add(shown);
        if ("exit".equals(trace.get("reader"))) parts.add("at the exit reader");
        if (event.kind().isRejected()) parts.add("refused: " + reason(event));
        if (trace.get("refused") instanceof String refused) parts.add("refused: " + spoken(refused));
        GuessWords.add(event, parts);
        FactWords.add(event, parts);
        String by = by(trace);
        if (by != null) parts.add(by);
        if (Boolean.TRUE.equals(trace.get("interrupted"))) parts.add("the box stopped while it waited");
        if (lockedBeside(event)) parts.add("in lockdown");
        beside(trace, parts);
        return String.join(", ", parts);
    }

    private static String shown(Map<String, Object> trace) {
        String first = trace.get("credential_type") instanceof String type ? word(type) : "";
        Object second = trace.get("second_factor");
        if (second == null || first.isEmpty()) return first;
        return first + (second.equals("pin") ? " and PIN" : " and card");
    }

    /// `Card` in the midst of a sentence; `PIN` as it is.
    private static String word(String label) {
        boolean capitals = label.length() > 1 && Character.isUpperCase(label.charAt(1));
        return capitals
                ? label
                : label.substring(0, Math.min(1, label.length())).toLowerCase(Locale.ROOT)
                        + label.substring(Math.min(1, label.length()));
    }

    private @Nullable String by(Map<String, Object> trace) {
        Object reservation = trace.get("reservation_id");
        if (!(trace.get("role_id") instanceof Number role)) {
            return reservation == null ? null : "by reservation " + reservation;
        }
        var text = new StringBuilder("by role ").append(name(names.roles, role));
        if (trace.get("group_id") instanceof Number group) {
            text.append(" (group ").append(name(names.groups, group));
            if (reservation != null) text.append(", reservation ").append(reservation);
            text.append(')');
        }
        if (trace.get("shift_id") instanceof Number shift) {
            text.append(" in shift ").append(name(names.shifts, shift));
        }
        return text.toString();
    }

    private static String name(Map<Long, String> names, Number id) {
        String name = names.get(id.longValue());
        return name == null ? id.toString() : name;
    }

    /// Where the rest does not say it already.
    private static boolean lockedBeside(EventDraft event) {
        Map<String, Object> trace = event.additional();
        boolean said = event.kind() == EventKind.REJECTED_LOCKDOWN || trace.containsKey("not_enforced");
        return "card".equals(trace.get("lockdown")) && !said;
    }

    private static void beside(Map<String, Object> trace, List<String> parts) {
        if ("unlock".equals(trace.get("mode"))) parts.add("in mode unlock");
        if ("hours".equals(trace.get("unlocked_by"))) parts.add("the door unlocked by its hours");
        if ("fire".equals(trace.get("unlocked_by"))) parts.add("the door released by fire");
        if ("evacuation".equals(trace.get("unlocked_by"))) parts.add("the door unlocked by an evacuation");
        sync(trace, parts);
        if ("first_responder".equals(trace.get("lockdown"))) parts.add("a first responder through lockdown");
        threat(trace, parts);
        if (trace.get(COMPANION) instanceof String name) parts.add("together with " + name);
        if (trace.get(COMPANION_NAMES) instanceof List<?> all) parts.add("together with " + joined(all));
        OccupancyWords.add(trace, parts);
        if (!trace.containsKey(REASON)) awaited(trace, parts);
        if (trace.get(DECIDED_BY) instanceof String by) parts.add("decided by " + by);
        if (Boolean.TRUE.equals(trace.get(DOUBLE_TAP))) parts.add("the card twice unlocks the door, or ends that");
        if (trace.get("uses_left") instanceof Number left && !trace.containsKey(REASON))
            parts.add(left(left.longValue()));
        if ("violated".equals(trace.get("passback"))) parts.add("against " + passback(trace));
        if ("unknown".equals(trace.get("passback"))) parts.add("place not known");
        if ("suspended".equals(trace.get("passback")))
            parts.add("passback suspended: people may have passed an unlocked door");
        if (trace.get("not_enforced") instanceof List<?> reasons) {
            parts.add("let out in spite of "
                    + joined(reasons.stream().map(TraceWords::spoken).toList()));
        }
        if (trace.get(AIRLOCK_FROM) instanceof Number first) parts.add("through the airlock, after door " + first);
        if ("held".equals(trace.get("clock"))) parts.add("by a clock that nothing has confirmed");
        if ("wrong".equals(trace.get("clock"))) parts.add("while the clock is wrong");
    }

    /// Of an answer that ends the wait the reason says it already.
    private static void awaited(Map<String, Object> trace, List<String> parts) {
        if ("person".equals(trace.get(AWAITS))) parts.add("another person's card is awaited");
        if ("operator".equals(trace.get(AWAITS))) parts.add("an operator's approval is awaited");
        if ("host".equals(trace.get(AWAITS))) parts.add("a host's card is awaited");
    }

    private static String joined(List<?> all) {
        return all.stream().map(String::valueOf).collect(Collectors.joining(" and "));
    }

    private static String left(long entries) {
        return entries == 0 ? "the last entry" : entries == 1 ? "1 entry left" : entries + " entries left";
    }

    /// Of an admission by a first responder only: the reason says the rest.
    private static void threat(Map<String, Object> trace, List<String> parts) {
        boolean responder = Boolean.TRUE.equals(trace.get(FIRST_RESPONDER));
        if (responder && trace.containsKey(THREAT_LEVEL))
            parts.add("a first responder at threat level " + trace.get(THREAT_LEVEL));
    }

    /// Nothing while all is as it should be.
    private static void sync(Map<String, Object> trace, List<String> parts) {
        if (!(trace.get("sync") instanceof String sync) || IN_ORDER.contains(sync)) return;
        if (!sync.equals("offline")) parts.add("sync: " + spoken(sync));
        else if (trace.get("contact_age_ms") instanceof Number ms) {
            parts.add("without contact with the hub for " + age(ms.longValue()));
        } else parts.add("without contact with the hub");
    }

    /// In the largest unit of which there are at least two.
    private static String age(long ms) {
        long minutes = ms / 60_000;
        if (minutes >= 2 * 24 * 60) return minutes / (24 * 60) + " days";
        if (minutes >= 2 * 60) return minutes / 60 + " hours";
        return minutes >= 2 ? minutes + " minutes" : ms / 1_000 + " seconds";
    }

    private static String spoken(Object reason) {
        return String.valueOf(reason).replace('_', ' ').replace("pin ", "PIN ");
    }

    /// Why somebody was turned away.
    private static String reason(EventDraft event) {
        return switch (String.valueOf(event.additional().get("reason"))) {
            case "not_accepted_here" -> "not accepted at this reader now";
            case "credential_not_yet_valid" -> "this credential is not valid yet";
            case "credential_expired" -> "this credential is no longer valid";
            case "credential_suspended" -> "this credential is suspended";
            case "credential_used_up" -> "all entries by this credential are used";
            case "credential_unused" -> "this credential was not used for too long";
            case "person_not_yet_valid" -> "not valid yet";
            case "person_expired" -> "no longer valid";
            case "person_disabled" -> "disabled";
            case "passback" -> passback(event.additional());
            case "approval_denied" -> "an operator denied it";
            case "area_full", "area_minimum" -> OccupancyWords.reason(event.additional());
            case "role_stale" -> "this box has had no contact with the hub for longer than the role allows";
            case "threat_level" ->
                "not valid at threat level " + event.additional().get(THREAT_LEVEL);
            default -> reason(event.kind());
        };
    }

    private static String passback(Map<String, Object> trace) {
        Object place = trace.get(PLACE);
        return place == null ? "passback" : "passback: counts as in '" + place + "'";
    }

    private static String reason(EventKind kind) {
        return switch (kind) {
            case REJECTED_UNKNOWN_CARD -> "nobody has this card";
            case REJECTED_UNKNOWN_PIN -> "nobody has this PIN";
            case REJECTED_NO_PERMISSION -> "no role for this door";
            case REJECTED_PERSON_DISABLED -> "disabled, or outside the dates of validity";
            case REJECTED_CREDENTIAL_DISABLED -> "this credential is disabled";
            case REJECTED_RESERVATION_EXPIRED -> "the reservation has ended";
            case REJECTED_OUT_OF_HOURS -> "outside the hours of the role";
            case REJECTED_LOCKDOWN -> "the door is in lockdown";
            case REJECTED_TAMPER -> "the reader is tampered with";
            case REJECTED_TIMEOUT -> "the second factor did not come in time";
            case REJECTED_WRONG_FACTOR -> "the second factor is wrong";
            case REJECTED_PASSBACK -> "passback";
            case REJECTED_PIN_LOCKED -> "too many wrong PINs: no PIN is accepted for a while";
            case REJECTED_CLOCK -> "the clock is not to be trusted";
            case REJECTED_INTERLOCK -> "another door of the interlock or airlock is open or released";
            case REJECTED_THREAT_LEVEL -> "not valid at the threat level of the site";
            case REJECTED_ALONE -> "the other person, without whom they may not enter, did not come";
            case REJECTED_OCCUPANCY -> "the number of people in the area";
            case REJECTED_NOT_APPROVED -> "an operator was asked and did not approve";
            case REJECTED_NOT_READY -> "no decision in time";
            default -> "turned away";
        };
    }
}
