package dev.lintel.tools;

import dev.lintel.controller.system.MachineState;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.MachineState.Trial;
import dev.lintel.controller.system.NetworkPlan;
import dev.lintel.controller.system.SystemException;
import dev.lintel.controller.system.SystemRequest;
import dev.lintel.controller.system.SystemRequest.DropNetwork;
import dev.lintel.controller.system.SystemRequest.KeepNetwork;
import dev.lintel.controller.system.SystemRequest.TryNetwork;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel system network`.
@Command(
        name = "network",
        description = {
            "On a box that an image made, as root: tries another network, and keeps it, or goes back.",
            "What is not kept within 5 minutes ends by itself, also by a power cut; the network of before is back then."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel system network --dhcp",
            "  lintel system network --address 192.168.7.20/24 --gateway 192.168.7.1 --dns 192.168.7.1",
            "  lintel system network --dhcp --name north-gate",
            "  lintel system network --keep"
        })
final class SystemNetworkCommand implements Callable<Integer> {
    private static final String NAME = "lintel system network";

    @Option(names = "--dhcp", description = "From DHCP.")
    boolean dhcp;

    @Option(names = "--address", paramLabel = "A/N", description = "An own address with its network's length.")
    @Nullable
    String address;

    @Option(names = "--gateway", paramLabel = "A", description = "With an own address.")
    String gateway = "";

    @Option(names = "--dns", paramLabel = "A", split = ",", description = "Name servers, three at most.")
    List<String> dns = List.of();

    @Option(
            names = "--interface",
            paramLabel = "I",
            description = "Which has the own address, by name or MAC address (default: each that is wired).")
    String device = "";

    @Option(names = "--name", paramLabel = "N", description = "Host name (default: the one it has).")
    @Nullable
    String name;

    @Option(names = "--keep", description = "Keep the network that is being tried.")
    boolean keep;

    @Option(names = "--back", description = "Go back from the network that is being tried, at once.")
    boolean back;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    YesOption yes = new YesOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        int asked = (dhcp ? 1 : 0) + (address == null ? 0 : 1) + (keep ? 1 : 0) + (back ? 1 : 0);
        if (asked != 1) throw new CommandFailed(NAME + ": say one of --dhcp, --address, --keep and --back");
        SystemRequest request = request();
        if (request instanceof TryNetwork(NetworkPlan plan) && !yes.agreed(output, question(plan))) {
            throw new CommandFailed("nothing was changed");
        }
        String done = SystemWorks.carryOut(NAME, data.folder, request);
        output.print(Map.of("what", done), _ -> done);
        return 0;
    }

    private SystemRequest request() {
        try {
            MachineState state = SystemWorks.of(NAME, data.folder).tell();
            Image image = state.image();
            if (image == null) {
                throw new CommandFailed(
                        NAME + ": this machine does not run from a Lintel image: its network is its own" + " system's");
            }
            if (!keep && !back) {
                String hostName = Objects.requireNonNullElse(name, image.hostName());
                String own = Objects.requireNonNullElse(address, "");
                return new TryNetwork(new NetworkPlan(hostName, own, gateway, dns, device));
            }
            Trial trial = image.trial();
            if (trial == null) throw new CommandFailed(NAME + ": no network is being tried");
            return keep ? new KeepNetwork(trial.id()) : new DropNetwork(trial.id());
        } catch (SystemException e) {
            throw new CommandFailed(NAME + ": " + e.getMessage());
        }
    }

    private static String question(NetworkPlan plan) {
        return "Try " + (plan.dhcp() ? "DHCP" : plan.address()) + " as " + plan.hostName()
                + ".local? Unless it is kept within 5 minutes, on the page of the box or by 'lintel system network"
                + " --keep', the network of before comes back.";
    }
}
