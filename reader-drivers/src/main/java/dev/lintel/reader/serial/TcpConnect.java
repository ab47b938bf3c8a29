package dev.lintel.reader.serial;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Connects [TcpLine] to a bridge by each address of its name in turn, until one answers. IPv4 and IPv6 alternate
/// (RFC 8305, 4), so that a network whose IPv4 or IPv6 is dead costs one attempt. An address that accepted the
/// connection and sent nothing, or ended it before it sent something, is tried last until it sends something. Blocks;
/// any thread.
final class TcpConnect {
    /// A bridge in the building answers within this time, or it is not there.
    static final int EACH_MS_MAX = 3_000;

    /// Addresses that are tried: two of each family. A bus waits for all of them.
    static final int ADDRESSES_MAX = 4;

    static final TcpConnect USUAL = new TcpConnect(InetAddress::getAllByName, EACH_MS_MAX);

    /// Bridges whose silent addresses are remembered: more than a box has.
    private static final int BRIDGES_MAX = 64;

    private final Names names;
    private final int eachMs;
    /// The silent addresses of each bridge, the latest last. Guarded by itself.
    private final SequencedMap<TcpAddress, List<InetAddress>> silent = new LinkedHashMap<>();

    @FunctionalInterface
    interface Names {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    /// @param names looks the name up
    /// @param eachMs the time that one address has to answer
    TcpConnect(Names names, int eachMs) {
        this.names = names;
        this.eachMs = eachMs;
    }

    /// A connection to `address` brought no byte for a long time, or ended without one.
    void silent(TcpAddress bridge, InetAddress address) {
        synchronized (silent) {
            var all = new ArrayList<>(silent.getOrDefault(bridge, List.of()));
            all.remove(address);
            all.add(address);
            if (all.size() > ADDRESSES_MAX) all.removeFirst();
            silent.putLast(bridge, List.copyOf(all));
            if (silent.size() > BRIDGES_MAX) silent.pollFirstEntry();
        }
    }

    /// A byte came from `address`.
    void heard(TcpAddress bridge, InetAddress address) {
        synchronized (silent) {
            List<InetAddress> others = silent.getOrDefault(bridge, List.of()).stream()
                    .filter(other -> !other.equals(address))
                    .toList();
            if (others.isEmpty()) silent.remove(bridge);
            else silent.put(bridge, others);
        }
    }

    private List<InetAddress> silentLast(TcpAddress bridge, List<InetAddress> all) {
        List<InetAddress> last;
        synchronized (silent) {
            last = silent.getOrDefault(bridge, List.of());
        }
        var ordered = new ArrayList<>(all);
        for (InetAddress address : last) if (ordered.remove(address)) ordered.add(address);
        return ordered.subList(0, Math.min(ADDRESSES_MAX, ordered.size()));
    }

    /// Throws an `IOException` that names each address and why it could not be connected to.
    Socket to(TcpAddress to) throws IOException {
        List<InetAddress> addresses = silentLast(to, inTurn(names.of(to.host())));
        var failures = new ArrayList<String>();
        IOException last = null;
        for (InetAddress address : addresses) {
            var socket = new Socket();
            try {
                socket.setTcpNoDelay(true);
                socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                socket.connect(new InetSocketAddress(address, to.port()), eachMs);
                return socket;
            } catch (IOException e) {
                TcpLine.closeQuietly(socket);
                last = e;
                failures.add(address.getHostAddress() + ": " + TcpLine.reason(e));
            }
        }
        if (failures.size() == 1 && last != null) throw last;
        throw new IOException(String.join("; ", failures), last);
    }

    private static List<InetAddress> inTurn(InetAddress[] all) {
        boolean six = all[0] instanceof Inet6Address;
        List<InetAddress> first = ofFamily(all, six);
        List<InetAddress> second = ofFamily(all, !six);
        var merged = new ArrayList<InetAddress>();
        for (int i = 0; i < all.length; i++) {
            if (i < first.size()) merged.add(first.get(i));
            if (i < second.size()) merged.add(second.get(i));
        }
        return merged;
    }

    private static List<InetAddress> ofFamily(InetAddress[] all, boolean six) {
        var family = new ArrayList<InetAddress>();
        for (InetAddress address : all) if (address instanceof Inet6Address == six) family.add(address);
        return family;
    }
}
