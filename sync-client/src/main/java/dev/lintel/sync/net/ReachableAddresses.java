package dev.lintel.sync.net;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/// The address of each server that can be connected to, for names that have several: where a network's IPv4 or IPv6 is
/// dead, the other family is used. Any thread.
public final class ReachableAddresses {
    /// The process's, which [FirstReachable] asks.
    public static final ReachableAddresses SHARED = new ReachableAddresses(InetAddress::getAllByName);

    /// Names that are kept: a box has one hub or service, a mail server, an authority and two wallets.
    private static final int NAMES_MAX = 64;

    /// Addresses of one name that are tried at most: of more, another look-up gives others.
    private static final int TRIED_MAX = 6;

    private final Names names;
    private final SequencedMap<String, Optional<InetAddress>> known =
            new LinkedHashMap<>(); // oldest first; guarded by it

    /// Looks names up, for as long as it takes.
    @FunctionalInterface
    interface Names {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    ReachableAddresses(Names names) {
        this.names = names;
    }

    /// Finds the address that is connected to from now on, if that is not known yet. Blocks for `limitMs` at most, the
    /// look-up aside. Where no address can be connected to, the order stays as it is.
    ///
    /// @param host a name or an address, also one in brackets
    public void look(String host, int port, long limitMs) throws UnknownHostException {
        String name = key(host);
        synchronized (known) {
            if (known.containsKey(name)) return;
        }
        InetAddress[] all = names.of(name);
        if (all.length < 2) {
            keep(name, Optional.empty());
            return;
        }
        List<InetAddress> tried = inTurn(all);
        int shareMs = Math.toIntExact(Math.max(1, limitMs / tried.size()));
        for (InetAddress address : tried) {
            if (!isReached(address, port, shareMs)) continue;
            keep(name, Optional.of(address));
            return;
        }
    }

    /// A connection failed: the next [#look] tries the addresses again.
    public void forget(String host) {
        synchronized (known) {
            known.remove(key(host));
        }
    }

    /// The same addresses, the one that can be connected to first.
    List<InetAddress> ordered(String host, List<InetAddress> all) {
        InetAddress first;
        synchronized (known) {
            first = known.getOrDefault(key(host), Optional.empty()).orElse(null);
        }
        if (first == null || !all.contains(first)) return all;
        var ordered = new ArrayList<InetAddress>(all.size());
        ordered.add(first);
        for (InetAddress address : all) if (!address.equals(first)) ordered.add(address);
        return ordered;
    }

    private void keep(String name, Optional<InetAddress> reached) {
        synchronized (known) {
            known.putLast(name, reached);
            if (known.size() > NAMES_MAX) known.pollFirstEntry();
        }
    }

    private static String key(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return bare.toLowerCase(Locale.ROOT);
    }

    /// Families alternate (RFC 8305, 4), so that a dead one costs one attempt.
    private static List<InetAddress> inTurn(InetAddress[] all) {
        boolean six = all[0] instanceof Inet6Address;
        List<InetAddress> first = ofFamily(all, six);
        List<InetAddress> second = ofFamily(all, !six);
        var merged = new ArrayList<InetAddress>();
        for (int i = 0; i < all.length && merged.size() < TRIED_MAX; i++) {
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

    private static boolean isReached(InetAddress address, int port, int limitMs) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), limitMs);
            return true;
        } catch (IOException e) { // dead, refused, or no network of that family
            return false;
        }
    }

    /// The port of an address that may name none.
    public static int port(int named, int usual) {
        return named < 0 ? usual : named;
    }
}
