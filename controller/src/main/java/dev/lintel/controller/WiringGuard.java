package dev.lintel.controller;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.policy.PassbackTraps;
import dev.lintel.controller.policy.PassbackTraps.Wiring;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the wiring in `controller.yaml` forbids of a policy, or makes a trap. Also for `lintel site check --config`.
public record WiringGuard(ControllerConfig config) implements PolicyCatalog.Guard {
    @Override
    public List<String> faults(PolicySnapshot wanted) {
        var faults = new ArrayList<>(EgressGuard.faults(wanted.doors(), config));
        faults.addAll(ActionWiring.loops(wanted, config.points()));
        return faults;
    }

    @Override
    public List<String> warnings(Policy wanted) {
        var sentences = new ArrayList<String>();
        for (PassbackTraps.Trap trap : PassbackTraps.of(wanted.channels(), this::wiring)) {
            sentences.add("channel " + trap.channelId() + ": passback: " + trap.sentence());
        }
        sentences.addAll(ActionWiring.unwired(PolicySnapshot.of(wanted), config.points()));
        return sentences;
    }

    private @Nullable Wiring wiring(Channel channel) {
        ChannelWiring wiring = channel.box() == null ? config.channel(channel.unit()) : null;
        if (wiring == null) return null;
        var ways = new ArrayList<String>();
        if (wiring.rex() != null && wiring.rexReleases()) ways.add("its exit button (rex)");
        if (wiring.aux() != null) ways.add("its auxiliary input (aux)");
        if (wiring.egress() == ChannelWiring.Egress.MECHANICAL) ways.add("its handle");
        return new Wiring(
                wiring.readers().containsKey("entry"),
                wiring.readers().containsKey("exit"),
                ways,
                FireRelease.isByBox(wiring, config.inputs()));
    }
}
