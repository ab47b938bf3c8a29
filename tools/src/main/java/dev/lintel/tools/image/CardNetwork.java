package dev.lintel.tools.image;

import dev.lintel.controller.yaml.Section;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A card's own network.
///
/// @param inUrl its address, as a URL has it
/// @param text as systemd-networkd reads it
record CardNetwork(String inUrl, String text) {
    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;
    private static final Pattern WITH_LENGTH = Pattern.compile("([0-9a-fA-F.:]{2,45})/([0-9]{1,3})");
    private static final Pattern V4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern V6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:]{2,39}");

    /// As the section says; faults go there.
    static CardNetwork read(Section network) {
        String address = network.text("address").that(CardNetwork::prefixFault).required("0.0.0.0/0");
        String gateway = network.text("gateway").that(CardNetwork::addressFault).orNull();
        List<String> dns = network.texts("dns").or(List.of());
        for (String server : dns) {
            String fault = addressFault(server);
            if (fault != null) network.fault("dns", fault);
        }
        network.done();
        var text = new StringBuilder("[Match]\nType=ether\n\n[Network]\nAddress=")
                .append(address)
                .append('\n');
        if (gateway != null) text.append("Gateway=").append(gateway).append('\n');
        for (String server : dns) text.append("DNS=").append(server).append('\n');
        text.append("LinkLocalAddressing=yes\nMulticastDNS=yes\nIPv6PrivacyExtensions=no\n");
        String plain = address.substring(0, address.indexOf('/'));
        return new CardNetwork(isV4(plain) ? plain : "[" + plain + "]", text.toString());
    }

    private static @Nullable String prefixFault(String value) {
        var parts = WITH_LENGTH.matcher(value);
        if (!parts.matches()) return "must be an address with the length of its network: 192.168.7.20/24";
        String fault = addressFault(parts.group(1));
        if (fault != null) return fault;
        int most = isV4(parts.group(1)) ? V4_BITS : V6_BITS;
        return Integer.parseInt(parts.group(2)) <= most ? null : "a network's length is at most " + most;
    }

    private static @Nullable String addressFault(String value) {
        return isV4(value) || V6.matcher(value).matches() ? null : "must be an address: 192.168.7.1 or fd00::1";
    }

    private static boolean isV4(String value) {
        return V4.matcher(value).matches();
    }
}
