package dev.lintel.controller.api;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.ArrayList;
import java.util.List;

/// Outputs that are as a test says, and tests that it can look at.
final class FakeOutputs implements OutputDesk {
    /// `1` is for those who walk through all paths with numbers.
    final List<OutputView> all = new ArrayList<>(List.of(
            new OutputView("siren", true, List.of(2L, 5L), false, null),
            new OutputView("1", false, List.of(), false, null)));

    final List<String> tested = new ArrayList<>();
    Outcome outcome = new Outcome.Done();

    @Override
    public List<OutputView> outputs() {
        return List.copyOf(all);
    }

    @Override
    public Outcome test(String output, String by) {
        tested.add(output + " by " + by);
        return outcome;
    }
}
