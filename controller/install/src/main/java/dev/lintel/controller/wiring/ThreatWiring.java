package dev.lintel.controller.wiring;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.BoxInputs.SiteThreat;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks the threat switches of `controller.yaml` against the sites of a policy. Pure.
final class ThreatWiring {
    private ThreatWiring() {}

    /// The sites of the switches, by the names that events have for these.
    static Map<String, Long> sites(BoxInputs inputs) {
        Map<String, Long> sites = new HashMap<>();
        for (SwitchInput input : inputs.threat()) {
            SiteThreat threat = input.threat();
            if (threat != null) sites.put(OrderSwitch.name(input), threat.siteId());
        }
        return sites;
    }

    /// Switches of sites that do not exist, in sentences.
    static List<String> unknownSites(BoxInputs inputs, Set<Long> known) {
        var sentences = new ArrayList<String>();
        for (SwitchInput input : inputs.threat()) {
            SiteThreat threat = input.threat();
            if (threat == null || known.contains(threat.siteId())) continue;
            sentences.add(OrderSwitch.name(input) + " (controller.yaml): there is no site " + threat.siteId());
        }
        return sentences;
    }
}
