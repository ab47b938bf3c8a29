package dev.lintel.controller.tls;

import java.io.IOException;
import java.net.IDN;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Every name and address under which a client may reach this box. Asks the kernel only, never the network: a name
/// server that is away must not hold up the start.
public final class BoxNames {
    /// A certificate stays well below the 16 kB of one TLS record even on a box with containers and their bridges.
    static final int NAMES_MAX = 100;

    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path ADDRESSES_6 = Path.of("/proc/net/if_inet6");
    /// Of an IPv6 address, as linux/if_addr.h has them: made up for a day's outgoing connections, taken by another
    /// machine, not sure to be free yet. Nobody is told one of these.
    private static final int PASSING = 0x01 | 0x08 | 0x40;

    private static final int FLAGS_FIELD = 4;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_][a-z0-9_-]{0,62}(\\.[a-z0-9_-]{1,63})*\\.?");
    private static final int NAME_CHARS_MAX = 253;

    private BoxNames() {}

    /// Names in lower case and addresses as numbers: `localhost`, the loop-back addresses, the host's name (alone
    /// and with `.local`), the host of `publicUrl`, and the address of each interface. Without the addresses that
    /// IPv6 makes up for privacy: they change each day, and nobody comes by them.
    public static SortedSet<String> of(URI publicUrl) {
        return of(publicUrl, hostname(), addresses());
    }

    /// The machine's name in lower case; empty: it has none that a certificate could hold.
    public static String host() {
        return canonical(hostname());
    }

    static SortedSet<String> of(URI publicUrl, String host, Iterable<String> addresses) {
        SortedSet<String> names = new TreeSet<>();
        add(names, "localhost");
        add(names, "127.0.0.1");
        add(names, "::1");
        String publicHost = publicUrl.getHost();
        if (publicHost != null) add(names, publicHost);
        add(names, host);
        if (!host.isEmpty() && host.indexOf('.') < 0) add(names, host + ".local");
        for (String address : addresses) add(names, address);
        return names;
    }

    /// The name or address in the one spelling that is compared and written to certificates, or an empty text when
    /// it is neither.
    public static String canonical(String nameOrAddress) {
        String text = nameOrAddress.strip().toLowerCase(Locale.ROOT);
        if (text.startsWith("[") && text.endsWith("]")) text = text.substring(1, text.length() - 1);
        int scope = text.indexOf('%');
        if (scope >= 0) text = text.substring(0, scope);
        if (isAddress(text)) return InetAddress.ofLiteral(text).getHostAddress();
        if (isAscii(text)) return name(text); // the tables for other letters take a start's time to load
        try {
            return name(IDN.toASCII(text));
        } catch (IllegalArgumentException e) {
            return ""; // not a name that DNS could hold
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static String name(String ascii) {
        return ascii.length() <= NAME_CHARS_MAX && NAME.matcher(ascii).matches() ? ascii : "";
    }

    /// Whether it is an IP address, rather than a name.
    public static boolean isAddress(String text) {
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false; // a name
        }
    }

    private static void add(SortedSet<String> names, String name) {
        String canonical = canonical(name);
        if (!canonical.isEmpty() && names.size() < NAMES_MAX) names.add(canonical);
    }

    private static List<String> addresses() {
        Set<String> passing = passing(ADDRESSES_6);
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(InetAddress::getHostAddress)
                    .filter(address -> !passing.contains(canonical(address)))
                    .toList();
        } catch (SocketException e) {
            return List.of(); // no interface at all but loop-back: the other names are the names there are
        }
    }

    /// The addresses of the kernel's table that nobody is told.
    static Set<String> passing(Path table) {
        var passing = new HashSet<String>();
        try {
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.strip().split(" +", FLAGS_FIELD + 2);
                boolean isPassing = (Integer.parseInt(fields[FLAGS_FIELD], 16) & PASSING) != 0;
                byte[] address = HexFormat.of().parseHex(fields[0]);
                if (isPassing) passing.add(InetAddress.getByAddress(address).getHostAddress());
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return passing; // a kernel without IPv6, or a table of another kind: what was read counts
        }
        return passing;
    }

    private static String hostname() {
        try {
            return Files.readString(HOSTNAME).strip();
        } catch (IOException e) {
            return ""; // not Linux, or a sandbox that hides it: the other names remain
        }
    }
}
