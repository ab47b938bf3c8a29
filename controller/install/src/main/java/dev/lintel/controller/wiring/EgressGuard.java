package dev.lintel.controller.wiring;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.health.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Where leaving depends on this box (`egress: controller`) nothing may keep anybody in. The wiring's own part of it
/// is checked with `controller.yaml`, commands by the door lane; here is what wiring and policy say only together.
public final class EgressGuard {
    private static final String LOCKS_IN = "nobody leaves through this door unless the box releases it "
            + "(egress: controller in controller.yaml): an interlock could lock people in";

    private EgressGuard() {}

    /// Tells /health of doors that could keep somebody in.
    ///
    /// @param doors as the policy has them now
    public static void watch(Health health, Supplier<List<DoorSettings>> doors, ControllerConfig config) {
        health.add("egress", () -> {
            List<String> faults = faults(doors.get(), config);
            return faults.isEmpty() ? null : faults.getFirst();
        });
        health.add("fire release", () -> FireRelease.fault(config.channels(), config.inputs()));
    }

    /// What of the policy is refused with this wiring, in words.
    static List<String> faults(List<DoorSettings> doors, ControllerConfig config) {
        var faults = new ArrayList<String>();
        Set<Long> byBox = new TreeSet<>();
        for (DoorSettings door : doors) if (byBox(door.unit(), config)) byBox.add(door.channelId());
        for (DoorSettings door : doors) {
            boolean own = byBox.contains(door.channelId())
                    && !door.rules().interlock().isEmpty();
            if (own) faults.add("channel " + door.channelId() + ": interlock: " + LOCKS_IN);
            // It holds both ways, whichever of the two names the other.
            for (long partner : own ? List.<Long>of() : door.rules().interlock()) {
                if (!byBox.contains(partner)) continue;
                faults.add("channel " + door.channelId() + ": interlock: channel " + partner + ": " + LOCKS_IN);
            }
        }
        return faults;
    }

    /// The door as it may work: an interlock that stands in the database all the same is left out.
    ///
    /// @param units gives the unit that a channel's door works with; null where it has none here
    static DoorSettings guarded(DoorSettings door, LongFunction<@Nullable Integer> units, ControllerConfig config) {
        DoorRules rules = door.rules();
        boolean own = byBox(units.apply(door.channelId()), config);
        List<Long> partners = rules.interlock().stream()
                .filter(partner -> !own && !byBox(units.apply(partner), config))
                .toList();
        var open = new DoorRules(
                rules.kind(),
                rules.autoUnlock(),
                partners,
                rules.floors(),
                rules.alarm(),
                rules.airlock(),
                rules.evacuates());
        Integer unit = units.apply(door.channelId());
        ChannelWiring wiring = unit == null ? null : config.channel(unit);
        boolean contact = wiring != null && wiring.contact() != null;
        boolean exitSwitch = wiring != null && wiring.rex() != null;
        var fixture = new DoorSettings.Fixture(own, contact, exitSwitch);
        return new DoorSettings(door.channelId(), door.unit(), door.times(), open, fixture);
    }

    private static boolean byBox(@Nullable Integer unit, ControllerConfig config) {
        ChannelWiring wiring = unit == null ? null : config.channel(unit);
        return wiring != null && wiring.egress() == ChannelWiring.Egress.CONTROLLER;
    }
}
