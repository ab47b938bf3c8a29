package dev.lintel.controller.config;

import dev.lintel.controller.config.ChannelWiring.Egress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What lets people out in a fire at doors that nobody leaves unless this box releases the lock (`egress: controller`).
/// Pure.
///
/// ```
///   released by the box       the unit is in `fire: release`
///   power is cut              `fire_panel_cuts_power: true` at the channel, as the installer says
///   neither                   reported at every start, by /health, doctor, the form and the commissioning report
/// ```
public final class FireRelease {
    /// What to do about a door without it.
    public static final String ADVICE = "add the unit to 'fire: release' in controller.yaml, or say "
            + "'fire_panel_cuts_power: true' at its channel where the fire panel itself cuts the lock's power";

    private FireRelease() {}

    /// Whether nobody leaves unless this box releases the lock.
    public static boolean concerns(ChannelWiring wiring) {
        return wiring.egress() == Egress.CONTROLLER;
    }

    /// Whether the box's fire input releases the door.
    public static boolean isByBox(ChannelWiring wiring, BoxInputs inputs) {
        BoxInputs.Fire fire = inputs.fire();
        return fire != null && fire.release().contains(wiring.unit());
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
        if (isByBox(wiring, inputs)) words.add("this box releases it");
        if (wiring.cutByPanel()) words.add("the fire panel cuts the lock's power");
        if (!words.isEmpty()) return String.join("; ", words);
        return concerns(wiring) ? "nothing releases it: " + ADVICE : "this box does not release it";
    }
}
