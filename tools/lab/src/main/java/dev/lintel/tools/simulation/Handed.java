package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a decision hands to the door lane, in words by which [Entering] and [Gathering] compare it with what it should
/// be.
final class Handed {
    static final String REJECTS = "rejects";
    static final String AWAITS_FACTOR = "awaits a factor";

    private Handed() {}

    static List<String> words(LaneInput input) {
        return switch (input) {
            case LaneInput.Answered answered -> answered(answered);
            case LaneInput.SecondAwaited wait -> List.of(waits(wait));
            case LaneInput.Prolonged longer -> List.of(longer(longer.presentation(), longer.untilNs()));
            case LaneInput.Together group -> group(group);
            default -> List.of();
        };
    }

    private static List<String> list(@Nullable String word) {
        return word == null ? List.of() : List.of(word);
    }

    private static List<String> answered(LaneInput.Answered answered) {
        List<String> words = list(answer(answered.event()));
        DoorCommand.Toggle tap = answered.passage().tap();
        return tap == null ? words : more(words, taps(tap.relockAtMs(), tap.unlocks()));
    }

    private static List<String> more(List<String> words, String word) {
        var all = new ArrayList<>(words);
        all.add(word);
        return all;
    }

    private static List<String> group(LaneInput.Together group) {
        var words = new ArrayList<String>();
        for (LaneInput.Part part : group.parts()) {
            words.addAll(list(answer(part.answer().event())));
            words.add("or " + answer(part.alone()));
        }
        return words;
    }

    private static @Nullable String answer(EventDraft event) {
        Map<String, Object> facts = event.additional();
        if (facts.containsKey("given_up")) return null;
        Object by = facts.get("decided_by");
        String decided = by == null ? "" : ", decided by " + by + " " + facts.get("approval_id");
        Long who = event.subject().personId();
        if (event.kind().isAdmitted()) return admits(Objects.requireNonNull(who), companions(event)) + decided;
        if (isTooMany(event)) return "refuses " + who + " as too many";
        return switch (String.valueOf(facts.get("reason"))) {
            case "alone" -> "refuses " + who + " alone";
            case "area_minimum" -> "refuses " + who + " as too few";
            case "not_approved" -> unapproved(Objects.requireNonNull(who));
            case "approval_denied" -> "denies " + who + decided;
            default -> REJECTS;
        };
    }

    /// Whether it refuses the person, and nobody else is needed or asked.
    static boolean isRefusal(EventDraft event) {
        return event.kind().isRejected() && REJECTS.equals(answer(event));
    }

    /// The persons that the event of an admission names, sorted by id.
    static List<Long> companions(EventDraft event) {
        if (event.additional().get("companion_id") instanceof Long one) return List.of(one);
        if (!(event.additional().get("companion_ids") instanceof List<?> all)) return List.of();
        return all.stream().map(Long.class::cast).sorted().toList();
    }

    /// Whether it refuses persons who were to pass together.
    static boolean isTooMany(@Nullable EventDraft event) {
        return event != null
                && event.kind() == EventKind.REJECTED_OCCUPANCY
                && "area_full".equals(event.additional().get("reason"))
                && event.additional().containsKey("awaits");
    }

    static String admits(long who, List<Long> others) {
        return "admits " + who + (others.isEmpty() ? "" : " with " + others);
    }

    /// The answer to a person of a group where the others do not pass.
    static String without(long who, String need) {
        return "or " + (need.equals("none") ? admits(who, List.of()) : refuses(who, need));
    }

    /// The answer to a person whose wait for others ends without them.
    static String refuses(long who, String need) {
        return "refuses " + who + (need.equals("group") ? " as too few" : " alone");
    }

    /// The answer to a person whose request for an approval ends without one.
    static String unapproved(long who) {
        return "refuses " + who + " without an operator";
    }

    static String tooMany(long who) {
        return "refuses " + who + " as too many";
    }

    static String longer(long presentation, long untilNs) {
        return "presentation " + presentation + " waits until " + untilNs;
    }

    private static String waits(LaneInput.SecondAwaited wait) {
        EventDraft started = wait.started();
        Object awaits = started.additional().get("awaits");
        if (awaits == null) return AWAITS_FACTOR;
        long who = Objects.requireNonNull(started.subject().personId());
        return waits(who, awaits, wait.untilNs());
    }

    static String waits(long who, Object awaits, long untilNs) {
        return who + " waits for " + awaits + " until " + untilNs;
    }

    /// A tap of a person whose second one unlocks the door, or locks it only.
    static String taps(@Nullable Long relockAtMs, boolean unlocks) {
        return unlocks ? "taps until " + relockAtMs : "taps to lock";
    }
}
