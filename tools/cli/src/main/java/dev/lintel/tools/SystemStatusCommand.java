package dev.lintel.tools;

import dev.lintel.controller.system.MachineState;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.MachineState.Last;
import dev.lintel.controller.system.MachineState.Slot;
import dev.lintel.controller.system.NetworkPlan;
import dev.lintel.controller.system.SystemException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel system status`.
@Command(
        name = "status",
        description = "On a machine, as root: its version, its slots, its network and its clock.",
        mixinStandardHelpOptions = true)
final class SystemStatusCommand implements Callable<Integer> {
    private static final String NAME = "lintel system status";

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            MachineState state = SystemWorks.of(NAME, data.folder).tell();
            output.print(state.json(), _ -> text(state));
            return 0;
        } catch (SystemException e) {
            throw new CommandFailed(NAME + ": " + e.getMessage());
        }
    }

    static String text(MachineState state) {
        var text = new StringBuilder();
        Image image = state.image();
        if (image == null) {
            text.append("this machine was not made by a Lintel image: versions come by apt or dpkg, and the network is"
                    + " its own system's");
        } else {
            text.append(image(image));
        }
        text.append("\nclock: ");
        if (state.timeSet()) text.append("set by the time service");
        else
            text.append(
                    state.timeService() ? "not set by the time service since the start" : "no time service of ours");
        if (!state.timeServers().isEmpty()) text.append(", servers ").append(String.join(" ", state.timeServers()));
        return text.toString();
    }

    private static String image(Image image) {
        var text = new StringBuilder("Lintel " + image.version() + " of " + image.built() + " on " + image.board());
        if (!image.slot().isEmpty()) text.append(" runs from slot ").append(image.slot());
        if (image.onTrial()) text.append(", on trial");
        if (!image.hindrance().isEmpty()) text.append("\nno updates: ").append(image.hindrance());
        for (Slot slot : image.slots()) {
            text.append("\n  slot " + slot.slot() + "  " + slot.title() + "  " + slot.state());
        }
        Last last = image.last();
        if (last != null) {
            text.append("\nlast update: " + last.version() + " at " + last.at() + ", " + last.state());
            if (!last.why().isEmpty()) text.append(": ").append(last.why());
        }
        NetworkPlan plan = image.network();
        text.append("\nnetwork: ").append(image.hostName()).append(".local, ");
        if (plan == null) text.append("written by hand");
        else text.append(plan.dhcp() ? "from DHCP" : plan.address());
        if (image.trial() != null) text.append("; another one is being tried");
        return text.toString();
    }
}
