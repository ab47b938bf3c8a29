package dev.lintel.tools.simulation;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a decision on a presentation ought to be.
///
/// @param who whose it is, or null
/// @param reasons to turn them away, in the words of events: all that apply, for their order is proven elsewhere
/// @param perhaps reasons that may apply
/// @param awaits whether a second factor is wanted first
/// @param duress whether the PIN is the one that `who` types under duress, and has not been told yet
/// @param silent whose card was refused just before, and whose PIN under duress this is; or null
/// @param repeats whether it has no answer of its own: the card of `first` again, whose PIN is awaited, or a PIN that
///     nobody asked for
/// @param pinAlone whether a PIN was all that was shown
/// @param floors those they may reach, at an elevator
/// @param first the first of two factors, or null
/// @param company the other people that they need
/// @param reasoning what an admission has to say of itself
record Verdict(
        @Nullable Somebody who,
        Set<String> reasons,
        Set<String> perhaps,
        boolean awaits,
        boolean duress,
        Verdicts.@Nullable Refused silent,
        boolean repeats,
        boolean pinAlone,
        List<Integer> floors,
        Presentations.@Nullable One first,
        Truth.Company company,
        Reasoning reasoning) {

    /// Whether they may pass, as far as a decision can say.
    boolean passes() {
        return reasons.isEmpty() && !awaits && !repeats;
    }

    boolean gives(Object reason) {
        return reasons.contains(reason) || perhaps.contains(reason);
    }

    @Override
    public String toString() {
        return awaits ? "a second factor is wanted" : reasons.toString();
    }
}
