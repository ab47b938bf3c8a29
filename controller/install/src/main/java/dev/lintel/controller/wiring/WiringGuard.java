package dev.lintel.controller.wiring;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.policy.PassbackTraps;
import dev.lintel.controller.policy.PassbackTraps.Wiring;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
        for (PassbackTraps.Trap trap : PassbackTraps.of(wanted.channels(), wanted.areas(), this::wiring)) {
            sentences.add("channel " + trap.channelId() + ": passback: " + trap.sentence());
        }
        for (Channel outer : wanted.channels()) {
            Airlock airlock = outer.rules().airlock();
            if (airlock == null) continue;
            airlock(outer, airlock, sentences);
            for (Channel inner : wanted.channels()) {
                if (inner.id() == airlock.inner()) airlock(inner, airlock, sentences);
            }
        }
        sentences.addAll(ActionWiring.unwired(PolicySnapshot.of(wanted), config.points()));
        Set<Long> sites = wanted.sites().stream().map(Policy.Site::id).collect(Collectors.toSet());
        sentences.addAll(ThreatWiring.unknownSites(config.inputs(), sites));
        return sentences;
    }

    /// Reports what an airlock cannot do for lack of wiring at one of its doors.
    private void airlock(Channel door, Airlock airlock, List<String> sentences) {
        ChannelWiring wiring = door.box() == null ? config.channel(door.unit()) : null;
        if (wiring == null) return;
        String name = "channel " + door.id() + ": airlock: ";
        if (wiring.contact() == null)
            sentences.add(name + "the door has no contact, so that it counts as closed while its lock is locked");
        boolean exits = wiring.aux() != null || (wiring.rex() != null && wiring.rexReleases());
        if (airlock.exitsObey() && exits && wiring.egress() == ChannelWiring.Egress.CONTROLLER)
            sentences.add(name + "its exits do not wait for the other door, because people depend on them"
                    + " (egress: controller)");
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
                FireRelease.isByBox(wiring, config.inputs()),
                wiring.contact() != null);
    }
}
