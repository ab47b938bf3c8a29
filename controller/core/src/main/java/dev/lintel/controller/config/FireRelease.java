package dev.lintel.controller.config;

import dev.lintel.controller.config.ChannelWiring.Egress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What lets people out in a fire at doors that nobody leaves unless this box releases the lock (`egress: controller`).
/// Pure.
///
/// ```
///   released by the box       the unit is in `fire: release`, or among the doors of a fire zone
///   power is cut              `fire_panel_cuts_power: true` at the channel, as the installer says
///   neither                   reported at every start, by /health, doctor, the form and the commissioning report
/// ```
public final class FireRelease {
    /// Labels of the page Commissioning: the part with the box's inputs, and its doors that the box releases.
    public static final String INPUTS_LABEL = "Fire panel, mains, GPIO chip";

    public static final String RELEASES_LABEL = "The fire panel releases";

    /// Label of `fire_panel_cuts_power` in the form of a door's wiring.
    public static final String CUTS_POWER_LABEL = "Does the fire panel itself cut the lock's power?";

    /// What to do about a door without it: on the pages, and in the file.
    public static final String ADVICE = "tick the door on the page Commissioning at \"" + INPUTS_LABEL + "\", \""
            + RELEASES_LABEL
            + "\" (controller.yaml: add the unit to 'fire: release', or to the doors of a fire zone)."
            + " Or answer Yes in the door's wiring"
            + " to \"" + CUTS_POWER_LABEL + "\" (controller.yaml: 'fire_panel_cuts_power: true' at its channel)";

    private FireRelease() {}

    /// Whether nobody leaves unless this box releases the lock.
    public static boolean concerns(ChannelWiring wiring) {
        return wiring.egress() == Egress.CONTROLLER;
    }

    /// Whether a fire zone of the box releases the door.
    public static boolean isByBox(ChannelWiring wiring, BoxInputs inputs) {
        return !inputs.fireZones(wiring.unit()).isEmpty();
    }

    /// Whether nothing that this box knows of lets people out in a fire.
    public static boolean isMissing(ChannelWiring wiring, BoxInputs inputs) {
        return concerns(wiring) && !wiring.cutByPanel() && !isByBox(wiring, inputs);
    }

    /// The units where it is missing, in the order of `channels`.
    public static List<Integer> missing(List<ChannelWiring> channels, BoxInputs inputs) {
        var units = new ArrayList<Integer>();
        for (ChannelWiring wiring : channels) if (isMissing(wiring, inputs)) units.add(wiring.unit());
        return units;
    }

    /// For /health: null where every door that depends on this box has a release in a fire.
    public static @Nullable String fault(List<ChannelWiring> channels, BoxInputs inputs) {
        List<Integer> units = missing(channels, inputs);
        if (units.isEmpty()) return null;
        String all = String.join(", ", units.stream().map(String::valueOf).toList());
        return "nothing releases unit " + all + " in a fire; " + ADVICE;
    }

    /// What happens at the door in a fire, for a form and a report.
    public static String words(ChannelWiring wiring, BoxInputs inputs) {
        var words = new ArrayList<String>();
        if (isByBox(wiring, inputs)) words.add("this box releases it" + zones(inputs.fireZones(wiring.unit())));
        if (wiring.cutByPanel()) words.add("the fire panel cuts the lock's power");
        if (!words.isEmpty()) return String.join("; ", words);
        return concerns(wiring) ? "nothing releases it: " + ADVICE : "this box does not release it";
    }

    /// Empty for a box that names no zones.
    private static String zones(List<BoxInputs.FireZone> zones) {
        String names = zones.stream()
                .map(BoxInputs.FireZone::name)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " (" + names + ")";
    }
}
