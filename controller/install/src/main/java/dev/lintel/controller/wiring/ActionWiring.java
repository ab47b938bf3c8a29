package dev.lintel.controller.wiring;

import dev.lintel.controller.action.Action;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.action.ActionLoops;
import dev.lintel.controller.config.BoxPoints;
import dev.lintel.controller.policy.PolicyActions;
import dev.lintel.controller.policy.PolicySnapshot;
import java.util.ArrayList;
import java.util.List;

/// Checks the actions of a policy against the wiring in `controller.yaml`. Pure.
final class ActionWiring {
    private ActionWiring() {}

    /// A loop that leads through a wire from an output to an input (`wired_to`), in a sentence; empty without one.
    static List<String> loops(PolicySnapshot policy, BoxPoints points) {
        List<Action> loop = ActionLoops.shortest(
                policy.actions(), PolicyActions.floors(policy.policy().channels()), points.wires());
        if (loop.isEmpty()) return List.of();
        return List.of("action " + loop.getFirst().id() + ": " + PolicyActions.loopFault(loop)
                + ", by a wire that controller.yaml names (wired_to)");
    }

    /// Outputs and inputs that actions of this box name and that are not wired, in sentences.
    static List<String> unwired(PolicySnapshot policy, BoxPoints points) {
        var sentences = new ArrayList<String>();
        for (Action action : policy.actions()) {
            String output = action.output();
            if (output != null && !points.hasOutput(output)) {
                sentences.add("action " + action.id() + ": no output '" + output + "' is wired (controller.yaml)");
            }
            if (!(action.when() instanceof Trigger.OfInput of)) continue;
            if (!points.hasInput(of.input()) && !BoxPoints.ALARMS.contains(of.input())) {
                sentences.add("action " + action.id() + ": no input '" + of.input() + "' is wired (controller.yaml)");
            }
        }
        return sentences;
    }
}
