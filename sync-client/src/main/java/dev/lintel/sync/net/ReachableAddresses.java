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
import org.jspecify.annotations.Nullable;

/// The address of each server that can be connected to, for names that have several: where a network's IPv4 or IPv6 is
/// dead, the other family is used. An address that accepts connections and then does not serve them fails too: the next
/// attempt uses another address. Any thread.
public final class ReachableAddresses {
    /// The process's, which [FirstReachable] asks.
    public static final ReachableAddresses SHARED = new ReachableAddresses(InetAddress::getAllByName);

    /// Names that are kept: a box has one hub or service, a mail server, an authority and two wallets.
    private static final int NAMES_MAX = 64;

    /// Addresses of one name that are tried at most: of more, another look-up gives others.
    private static final int TRIED_MAX = 6;

    /// Failed addresses of one name that are remembered.
    private static final int FAILED_MAX = 32;

    private final Names names;
    private final SequencedMap<String, Optional<InetAddress>> known =
            new LinkedHashMap<>(); // oldest first; guarded by it
    /// The addresses of each name at which an attempt failed, the latest failure last. Guarded by `known`.
    private final SequencedMap<String, List<InetAddress>> failed = new LinkedHashMap<>();

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
    /// @return the address, for [#failed]; null: the name has one address alone, or none can be connected to
    public @Nullable InetAddress look(String host, int port, long limitMs) throws UnknownHostException {
        String name = key(host);
        synchronized (known) {
            Optional<InetAddress> reached = known.get(name);
            if (reached != null) return reached.orElse(null);
        }
        InetAddress[] all = names.of(name);
        if (all.length < 2) {
            keep(name, Optional.empty());
            return null;
        }
        List<InetAddress> tried = failedLast(name, inTurn(all));
        int shareMs = Math.toIntExact(Math.max(1, limitMs / tried.size()));
        for (InetAddress address : tried) {
            if (!isReached(address, port, shareMs)) continue;
            keep(name, Optional.of(address));
            return address;
        }
        return null;
    }

    /// An attempt failed after [#look]: the next look tries all other addresses first. An attempt at an address that is
    /// no longer in use changes nothing: of several that fail together, the first one counts.
    ///
    /// @param address what [#look] returned before that attempt
    public void failed(String host, @Nullable InetAddress address) {
        String name = key(host);
        synchronized (known) {
            if (address == null) {
                known.remove(name);
                return;
            }
            if (!known.getOrDefault(name, Optional.empty()).equals(Optional.of(address))) return;
            known.remove(name);
            List<InetAddress> before = failed.getOrDefault(name, List.of());
            var now = new ArrayList<InetAddress>(before);
            now.remove(address);
            now.add(address);
            if (now.size() > FAILED_MAX) now.removeFirst();
            failed.putLast(name, List.copyOf(now));
            if (failed.size() > NAMES_MAX) failed.pollFirstEntry();
        }
    }

    /// The addresses that are tried: those at which no attempt failed, then the others, the latest failure last.
    private List<InetAddress> failedLast(String name, List<InetAddress> all) {
        List<InetAddress> last;
        synchronized (known) {
            last = failed.getOrDefault(name, List.of());
        }
        var ordered = new ArrayList<>(all);
        for (InetAddress address : last) if (ordered.remove(address)) ordered.add(address);
        return ordered.subList(0, Math.min(TRIED_MAX, ordered.size()));
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
