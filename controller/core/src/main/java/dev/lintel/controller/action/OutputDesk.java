package dev.lintel.controller.action;

import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.List;

/// Where operators see the named outputs of the box, and test them. Any thread that may block.
public interface OutputDesk {
    /// A box without outputs.
    OutputDesk NONE = new OutputDesk() {
        @Override
        public List<OutputView> outputs() {
            return List.of();
        }

        @Override
        public Outcome test(String output, String by) {
            return new Outcome.Refused("there is no output '" + output + "'");
        }
    };

    /// All of them, in the order of `controller.yaml`.
    List<OutputView> outputs();

    /// Switches the output on for two seconds. `by` names the operator in the event.
    Outcome test(String output, String by);
}
