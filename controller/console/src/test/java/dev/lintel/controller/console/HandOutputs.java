package dev.lintel.controller.console;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Outputs that are as a test says.
final class HandOutputs implements OutputDesk {
    final List<OutputView> all = new CopyOnWriteArrayList<>();
    final List<String> tested = new CopyOnWriteArrayList<>();

    @Override
    public List<OutputView> outputs() {
        return List.copyOf(all);
    }

    @Override
    public Outcome test(String output, String by) {
        tested.add(output + " by " + by);
        return output.equals("siren") ? new Outcome.Done() : new Outcome.Refused("the output is on already");
    }
}
