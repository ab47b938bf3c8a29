package dev.lintel.controller.system;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How a box's wired network is to be: from DHCP, or an address of its own.
///
/// @param hostName found as `NAME.local`
/// @param address with the length of its network, `192.168.7.20/24`; empty: DHCP gives it
/// @param gateway empty: none, or DHCP's
/// @param dns servers; of DHCP's beside these, none are left out
public record NetworkPlan(String hostName, String address, String gateway, List<String> dns) {
    /// resolv.conf takes three.
    public static final int DNS_MAX = 3;

    private static final int FIELD_MAX = 64;
    private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /// Throws [SystemException] for the first of [#faults].
    public NetworkPlan {
        dns = List.copyOf(dns);
        for (Map.Entry<String, String> fault :
                faults(hostName, address, gateway, dns).entrySet()) {
            throw new SystemException(fault.getKey() + " " + fault.getValue());
        }
    }

    /// What is wrong, by field, in words that follow the field's name.
    public static Map<String, String> faults(String hostName, String address, String gateway, List<String> dns) {
        Map<String, String> faults = new LinkedHashMap<>();
        if (!HOST_NAME.matcher(hostName).matches()) {
            faults.put("host_name", "must be small letters, digits and hyphens, 63 at most, such as north-gate");
        }
        faults.putAll(faults(address, gateway, dns));
        return faults;
    }

    /// The same of all but the name: a card's network is read without one.
    public static Map<String, String> faults(String address, String gateway, List<String> dns) {
        Map<String, String> faults = new LinkedHashMap<>();
        String fault = address.isEmpty() ? null : NetworkAddress.faultOfOwn(address);
        if (fault != null) faults.put("address", fault);
        String wrong = gateway.isEmpty() ? null : gatewayFault(fault == null ? address : null, gateway);
        if (wrong != null) faults.put("gateway", wrong);
        if (dns.size() > DNS_MAX) faults.put("dns", "must be " + DNS_MAX + " servers at most");
        for (String server : dns) {
            if (NetworkAddress.bytes(server) == null) faults.put("dns", "must be addresses, such as 192.168.7.1");
        }
        return faults;
    }

    /// @param address null: it has a fault itself, and says nothing of the gateway's place
    private static @Nullable String gatewayFault(@Nullable String address, String gateway) {
        if (address == null) return NetworkAddress.faultOf(gateway);
        if (address.isEmpty()) return "comes from DHCP, too: leave it empty";
        return NetworkAddress.faultOfGateway(address, gateway);
    }

    public boolean dhcp() {
        return address.isEmpty();
    }

    /// Without the length of its network; null with DHCP.
    public @Nullable String ownAddress() {
        return dhcp() ? null : address.substring(0, address.indexOf('/'));
    }

    /// Whether somebody who has connected to `local`, an address of this box, has come through this network.
    public boolean isReachedBy(String local) {
        byte[] there = NetworkAddress.bytes(local.replaceFirst("%.*", ""));
        if (there == null || NetworkAddress.isOfNoNetwork(there)) return false;
        String own = ownAddress();
        // With DHCP nobody knows the address before: every other one has gone with the network of before.
        return own == null || java.util.Arrays.equals(there, NetworkAddress.bytes(own));
    }

    /// As systemd-networkd reads it.
    public String text() {
        var text = new StringBuilder("[Match]\nType=ether\n\n[Network]\n");
        if (dhcp()) text.append("DHCP=yes\n");
        else text.append("Address=").append(address).append('\n');
        if (!gateway.isEmpty()) text.append("Gateway=").append(gateway).append('\n');
        for (String server : dns) text.append("DNS=").append(server).append('\n');
        text.append("LinkLocalAddressing=yes\nMulticastDNS=yes\nIPv6PrivacyExtensions=no\n");
        // Cards of one image are told apart by their hardware.
        if (dhcp()) text.append("\n[DHCPv4]\nClientIdentifier=mac\nUseDomains=yes\n\n[DHCPv6]\nUseDomains=yes\n");
        return text.toString();
    }

    /// From such a text, or from the one that a card was given; a text that says something else: null.
    public static @Nullable NetworkPlan read(String hostName, String text) {
        String address = "";
        String gateway = "";
        boolean dhcp = false;
        var dns = new ArrayList<String>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("Address=")) address = after(line);
            if (line.startsWith("Gateway=")) gateway = after(line);
            if (line.startsWith("DNS=")) dns.add(after(line));
            if (line.equals("DHCP=yes")) dhcp = true;
        }
        if (address.isEmpty() != dhcp) return null;
        try {
            return new NetworkPlan(hostName, address, gateway, dns);
        } catch (SystemException e) { // somebody wrote it by hand
            return null;
        }
    }

    private static String after(String line) {
        return line.substring(line.indexOf('=') + 1).strip();
    }

    static NetworkPlan parse(Fields fields) {
        return new NetworkPlan(
                fields.text("host_name", FIELD_MAX),
                fields.text("address", FIELD_MAX),
                fields.text("gateway", FIELD_MAX),
                fields.texts("dns", DNS_MAX));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("host_name", hostName);
        json.put("address", address);
        json.put("gateway", gateway);
        json.put("dns", dns);
        return json;
    }
}
