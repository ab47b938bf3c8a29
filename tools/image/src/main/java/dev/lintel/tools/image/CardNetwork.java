package dev.lintel.tools.image;

import dev.lintel.controller.system.NetworkPlan;
import dev.lintel.controller.yaml.Section;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A card's own network, which holds by the same checks as one that a running box is given.
///
/// @param inUrl its address, as a URL has it
/// @param text as systemd-networkd reads it
record CardNetwork(String inUrl, String text) {
    /// A plan has the box's name as well, which is in another place of a card.
    private static final String ANY_NAME = "lintel";

    /// As the section says; null where it has faults, which go there.
    static @Nullable CardNetwork read(Section network) {
        String address = network.text("address").required("");
        String gateway = network.text("gateway").or("");
        List<String> dns = network.texts("dns").or(List.of());
        String device = network.text("interface").or("");
        network.done();
        Map<String, String> faults = new TreeMap<>(NetworkPlan.faults(address, gateway, dns));
        String wrong = address.isEmpty() ? null : NetworkPlan.faultOfDevice(address, device);
        if (wrong != null) faults.put("interface", wrong);
        for (Map.Entry<String, String> fault : faults.entrySet()) {
            // Without an address its absence is the fault: who writes a gateway does not mean DHCP.
            if (address.isEmpty() && fault.getKey().equals("gateway")) continue;
            network.fault(fault.getKey(), fault.getValue());
        }
        if (address.isEmpty() || !faults.isEmpty()) return null;
        return of(new NetworkPlan(ANY_NAME, address, gateway, dns, device));
    }

    /// From the text of one that an image was given; null where somebody wrote another one by hand.
    static @Nullable CardNetwork written(String text) {
        NetworkPlan plan = NetworkPlan.read(ANY_NAME, text);
        return plan == null ? null : of(plan);
    }

    private static @Nullable CardNetwork of(NetworkPlan plan) {
        String address = plan.ownAddress();
        if (address == null) return null;
        return new CardNetwork(address.contains(":") ? "[" + address + "]" : address, plan.text());
    }
}
