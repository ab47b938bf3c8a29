package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Case.Admission;
import dev.lintel.controller.reference.Case.Outcome;
import dev.lintel.controller.reference.World.Channel;
import dev.lintel.controller.reference.World.Passback;
import dev.lintel.controller.reference.World.Person;
import dev.lintel.controller.reference.World.Whereabouts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// People who were admitted and have not passed the door yet, for [ReferenceDecision].
final class ReferenceMoves {
    private ReferenceMoves() {}

    /// The admission that a person may still use, among connected areas: the one that waits for the door's answer,
    /// else the one for which a strike is released. A later admission replaces an earlier one.
    static @Nullable Admission of(World world, Case asked, Person person, Set<String> areas) {
        Admission open = null;
        Admission released = null;
        for (Admission one : asked.admissions()) {
            if (one.outcome() == Outcome.LOST) open = null; // so much later, no door answers any of them
            if (one.person() != person.id() || !areas.contains(to(world, one))) continue;
            if (one.outcome() == Outcome.OPEN) open = one;
            else open = null; // a later decision replaces one without an answer
            if (one.outcome() == Outcome.RELEASED) released = one;
            if (one.outcome() == Outcome.UNUSED) released = null;
        }
        return open == null ? released : open;
    }

    /// The area that the person enters.
    static String to(World world, Admission admission) {
        Channel channel = world.channel(admission.channel());
        Passback rule = channel == null ? null : channel.passback();
        if (rule == null) return "";
        return admission.exit() ? rule.from() : rule.to();
    }

    /// Where passback takes the person to be: at the reader of the admission where they were before, at each other
    /// reader where they go.
    static @Nullable Whereabouts placeForPassback(World world, Case asked, Person person, Set<String> areas) {
        Admission move = of(world, asked, person, areas);
        boolean same = move != null && move.channel() == asked.channel() && move.exit() == asked.exit();
        if (move == null || same) return ReferenceAreas.place(person, areas);
        return new Whereabouts(to(world, move), move.at());
    }
}
