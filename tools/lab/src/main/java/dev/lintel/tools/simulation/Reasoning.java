package dev.lintel.tools.simulation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the event of an admission has to say of how it came about. Immutable.
///
/// @param grants what lets the person through that door at that moment: one of them is named
/// @param waived reasons that apply and bar nobody here, for somebody leaves: all are named
/// @param perhaps reasons that may be among them; `first_responder`: a limit may have been passed as one
/// @param astray whether they are not where the door begins, and that is only told of
/// @param dated whether the validity of the person or the card begins or ends
/// @param untimed whether what is bound to times holds though the clock is not believed: that is named too
/// @param standing how the door and the clock were, in the event's words
record Reasoning(
        Set<Grant> grants,
        Set<String> waived,
        Set<String> perhaps,
        Verdicts.Certainty astray,
        boolean dated,
        boolean untimed,
        Map<String, Object> standing) {
    private static final Set<String> ONLY_SOMETIMES = Set.of("threat_level", "first_responder");

    /// What is wrong with an event that says this, or null. `late`: reasons of the door itself, by now.
    @Nullable
    String amiss(Map<String, Object> trace, Set<String> late) {
        Grant named = Grant.named(trace);
        if (!grants.contains(named)) return "admitted by " + named + ", and it should be one of " + grants;
        String passback = switch (astray) {
            case YES -> "violated";
            case SUSPENDED -> "suspended";
            case NO, PERHAPS -> null;
        };
        boolean isClear = astray != Verdicts.Certainty.PERHAPS;
        if (isClear && !Objects.equals(trace.get("passback"), passback)) return "passback should be " + passback;
        for (Map.Entry<String, Object> each : standing.entrySet()) {
            if (!each.getValue().equals(trace.get(each.getKey()))) return each + " it should be";
        }
        for (String key : ONLY_SOMETIMES) {
            boolean may = standing.containsKey(key) || perhaps.contains(key);
            if (trace.containsKey(key) && !may) return key + " it should not be";
        }
        var due = new HashSet<>(waived);
        due.addAll(late);
        if (untimed && (!named.unlimited() || dated)) due.add("clock");
        var told = new HashSet<Object>();
        if (trace.get("not_enforced") instanceof List<?> reasons) told.addAll(reasons);
        boolean all = told.containsAll(due);
        told.removeAll(due);
        return all && perhaps.containsAll(told) ? null : "not enforced should be " + due;
    }
}
