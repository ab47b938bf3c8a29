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
/// @param device the interface that has the address, by its name or its MAC address; empty: each that is
///     wired, which is right for a box with one
public record NetworkPlan(String hostName, String address, String gateway, List<String> dns, String device) {
    /// resolv.conf takes three.
    public static final int DNS_MAX = 3;

    private static final int FIELD_MAX = 64;
    private static final String NAME_LINE = "Name=";
    private static final String MAC_LINE = "MACAddress=";
    private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final Pattern MAC = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");
    /// As the kernel takes it. No wildcards of systemd's: these would be several again.
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,14}");

    /// Throws [SystemException] for the first of [#faults] and [#faultOfDevice].
    public NetworkPlan {
        dns = List.copyOf(dns);
        String wrong = faultOfDevice(address, device);
        if (wrong != null) throw new SystemException("interface " + wrong);
        for (Map.Entry<String, String> fault :
                faults(hostName, address, gateway, dns).entrySet()) {
            throw new SystemException(fault.getKey() + " " + fault.getValue());
        }
    }

    /// Of each wired interface.
    public NetworkPlan(String hostName, String address, String gateway, List<String> dns) {
        this(hostName, address, gateway, dns, "");
    }

    /// What is wrong with the interface, in words that follow the field's name; null: nothing.
    public static @Nullable String faultOfDevice(String address, String device) {
        if (device.isEmpty()) return null;
        if (address.isEmpty()) return "is for an own address: with DHCP each one asks by itself";
        if (MAC.matcher(device).matches() || DEVICE.matcher(device).matches()) return null;
        return "must be a name such as enp1s0, or a MAC address such as 00:1b:21:3c:4d:5e in small letters";
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
        var text = new StringBuilder("[Match]\nType=ether\n");
        // The others stay with the image's own file, and with DHCP.
        if (!device.isEmpty())
            text.append(isMac(device) ? MAC_LINE : NAME_LINE).append(device).append('\n');
        text.append("\n[Network]\n");
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
        String device = "";
        boolean dhcp = false;
        var dns = new ArrayList<String>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("Address=")) address = after(line);
            if (line.startsWith("Gateway=")) gateway = after(line);
            if (line.startsWith("DNS=")) dns.add(after(line));
            if (line.startsWith(MAC_LINE) || line.startsWith(NAME_LINE)) device = after(line);
            if (line.equals("DHCP=yes")) dhcp = true;
        }
        if (address.isEmpty() != dhcp) return null;
        try {
            return new NetworkPlan(hostName, address, gateway, dns, device);
        } catch (SystemException e) { // somebody wrote it by hand
            return null;
        }
    }

    private static boolean isMac(String device) {
        return MAC.matcher(device).matches();
    }

    private static String after(String line) {
        return line.substring(line.indexOf('=') + 1).strip();
    }

    static NetworkPlan parse(Fields fields) {
        return new NetworkPlan(
                fields.text("host_name", FIELD_MAX),
                fields.text("address", FIELD_MAX),
                fields.text("gateway", FIELD_MAX),
                fields.texts("dns", DNS_MAX),
                fields.textOr("interface", FIELD_MAX, ""));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("host_name", hostName);
        json.put("address", address);
        json.put("gateway", gateway);
        json.put("dns", dns);
        json.put("interface", device);
        return json;
    }
}
