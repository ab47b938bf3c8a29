package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.tools.simulation.Presentations.One;
import java.util.List;

/// Persons who pass together by one decision: all but the last waited at the reader. Made by [Gathering].
record Party(List<One> all) {
    Party {
        all = List.copyOf(all);
    }

    /// Who presented something last.
    One last() {
        return all.getLast();
    }

    boolean isAnswered() {
        return all.stream().allMatch(one -> one.answered);
    }

    /// The door lane has no input left: all have entered, and each event names the others; or none has entered who may
    /// not do so alone. Throws [Violation].
    void settled() {
        boolean entered = all.stream().allMatch(Party::isAdmitted);
        for (One one : all) {
            EventDraft told = one.told;
            if (told == null || !isAdmitted(one)) continue;
            boolean named = !Handed.companions(told).isEmpty();
            if (entered != named) throw Judge.wrong(entered ? "together" : "the other one did not enter", told);
            if (!entered && !one.need.equals("none") && !one.responds) throw Judge.wrong("admitted alone", told);
        }
    }

    private static boolean isAdmitted(One one) {
        return one.told != null && one.told.kind().isAdmitted();
    }
}
