package dev.lintel.controller.commission;

import dev.lintel.controller.commission.TestSheet.Result;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyDoors;
import dev.lintel.controller.yaml.YamlEdit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The doors of a box as they stand in three places: what it was started with, what its file says for the next start,
/// and the site's policy; with what was tried at each. Any thread.
final class DoorSheets {
    private static final String CHANNELS = "channels";
    private static final String UNIT = "unit";

    private final ControllerConfig running;
    private final @Nullable WiringFile wiring;
    private final SitePolicy site;
    private final TestSheet sheet;

    DoorSheets(ControllerConfig running, @Nullable WiringFile wiring, SitePolicy site, TestSheet sheet) {
        this.running = running;
        this.wiring = wiring;
        this.site = site;
        this.sheet = sheet;
    }

    /// All doors of this box by unit: wired, or named by the site, or both.
    List<DoorSheet> all() {
        Policy policy = site.policy();
        Set<Integer> units = new TreeSet<>();
        for (ChannelWiring channel : running.channels()) units.add(channel.unit());
        for (Map<String, Object> channel : written()) {
            String unit = String.valueOf(channel.get(UNIT));
            if (unit.matches("[1-9][0-9]{0,3}")) units.add(Integer.valueOf(unit)); // any other is a fault of the file
        }
        for (Policy.Channel channel : policy.channels()) if (channel.box() == null) units.add(channel.unit());
        return units.stream().map(unit -> door(unit, policy)).toList();
    }

    /// Null when nothing of this box has the unit.
    @Nullable
    DoorSheet of(int unit) {
        Policy policy = site.policy();
        YamlEdit file = file();
        boolean known = running.channel(unit) != null
                || PolicyDoors.of(policy, unit) != null
                || (file != null && file.item(CHANNELS, UNIT, Integer.toString(unit)) != null);
        return known ? door(unit, policy) : null;
    }

    private DoorSheet door(int unit, Policy policy) {
        Policy.Channel channel = PolicyDoors.of(policy, unit);
        ChannelWiring wired = running.channel(unit);
        Map<DoorTest, @Nullable Result> tests = new LinkedHashMap<>();
        if (wired != null && channel != null) {
            for (DoorTest test : DoorTest.of(wired, running.inputs())) {
                tests.put(test, sheet.of(unit, test, TestBasis.of(test, wired, running)));
            }
        }
        return new DoorSheet(
                unit,
                channel == null ? null : channel.id(),
                name(unit, policy),
                isWritten(unit, wired),
                wired != null && isAsWritten(unit),
                tests);
    }

    /// What the file says of the unit is what the box runs with; nothing else could be started with a faulty one.
    private boolean isAsWritten(int unit) {
        if (wiring == null || !wiring.changed() || !wiring.faults().isEmpty()) return true;
        ChannelWiring next = wiring.read().channel(unit);
        return next != null && next.equals(running.channel(unit));
    }

    private boolean isWritten(int unit, @Nullable ChannelWiring running) {
        YamlEdit file = wiring != null && wiring.changed() ? file() : null;
        return file == null ? running != null : file.item(CHANNELS, UNIT, Integer.toString(unit)) != null;
    }

    /// Doors that nothing releases in a fire, as the file has them now, in sentences. It is not a fault: an installer
    /// may wire the doors first and the fire panel later.
    List<String> warnings() {
        ControllerConfig next = running;
        if (wiring != null && wiring.changed() && wiring.faults().isEmpty()) next = wiring.read();
        Policy policy = site.policy();
        return FireRelease.missing(next.channels(), next.inputs()).stream()
                .map(unit -> name(unit, policy) + ": nothing releases it in a fire; " + FireRelease.ADVICE)
                .toList();
    }

    private static String name(int unit, Policy policy) {
        Policy.Channel channel = PolicyDoors.of(policy, unit);
        return channel == null ? "Unit " + unit : channel.name();
    }

    private List<Map<String, Object>> written() {
        YamlEdit file = file();
        return file == null ? List.of() : file.items(CHANNELS);
    }

    /// The file's parts; null where the wiring is elsewhere, or somebody has made it something that is no YAML.
    @Nullable
    YamlEdit file() {
        if (wiring == null) return null;
        try {
            return wiring.parts();
        } catch (CommissionException e) { // told by faults()
            return null;
        }
    }
}
