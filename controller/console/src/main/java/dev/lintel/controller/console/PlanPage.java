package dev.lintel.controller.console;

import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A page that says what a button does, and has the button.
final class PlanPage {
    private PlanPage() {}

    /// What it says.
    ///
    /// @param lines what happens, one by one
    /// @param list of names; empty: none
    /// @param note what else there is to know; null: nothing
    record Plan(
            String title,
            String lead,
            List<Fact> facts,
            List<String> lines,
            List<String> list,
            @Nullable String note,
            Act act) {
        Plan {
            facts = List.copyOf(facts);
            lines = List.copyOf(lines);
            list = List.copyOf(list);
        }
    }

    /// What is done, and what is not.
    ///
    /// @param label of the button
    /// @param path that the form is sent to
    /// @param danger it takes something away
    /// @param fields that the form carries
    /// @param back where Cancel leads
    /// @param dropPath where Cancel is sent to as the form is, where that does something; empty: it leads back
    record Act(String label, String path, boolean danger, Map<String, String> fields, String back, String dropPath) {
        Act {
            fields = Map.copyOf(fields);
        }
    }

    static Reply draw(Pages pages, Place place, Session session, Plan plan) {
        return pages.draw(
                200, place, plan.title, session, (out, tags, frame) -> JteplanGenerated.render(out, tags, frame, plan));
    }
}
