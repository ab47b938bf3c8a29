package dev.lintel.controller.action;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The state of an output, for the API and the pages. Immutable.
///
/// @param on whether the line is active
/// @param actions ids of the actions that want it on
/// @param tested whether an operator tests it now
/// @param fault why it is not as it is wanted, or null
public record OutputView(
        String name,
        boolean on,
        List<Long> actions,
        boolean tested,
        @Nullable String fault) {
    public OutputView {
        actions = List.copyOf(actions);
    }
}
