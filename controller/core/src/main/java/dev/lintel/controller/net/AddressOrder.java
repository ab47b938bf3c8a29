package dev.lintel.controller.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The order in which the addresses of one host are connected to: families alternate (RFC 8305, 4), so that a network
/// whose IPv4 or IPv6 is dead costs one attempt and not the whole time. Any thread.
public final class AddressOrder {
    /// Addresses that are tried at most; of more, later turns reach the others.
    private static final int TRIED_MAX = 6;

    /// Of the time for all of it, the share for connecting, in percent: the rest is for TLS and the answer.
    private static final int CONNECT_PERCENT = 70;

    private AddressOrder() {}

    /// Each address once, six at most.
    ///
    /// @param all at least one, in the resolver's order
    /// @param turn counts attempts: another turn begins with another address, and with the other family
    public static List<InetAddress> of(InetAddress[] all, int turn) {
        boolean sixFirst = all[0] instanceof Inet6Address;
        var first = new ArrayList<InetAddress>();
        var second = new ArrayList<InetAddress>();
        for (InetAddress address : all) {
            boolean six = address instanceof Inet6Address;
            if (six == sixFirst) first.add(address);
            else second.add(address);
        }
        boolean both = !second.isEmpty();
        int round = both ? turn / 2 : turn;
        Collections.rotate(first, -(round % first.size()));
        if (both) Collections.rotate(second, -(round % second.size()));
        boolean swapped = both && turn % 2 == 1;
        List<InetAddress> ordered = swapped ? merged(second, first) : merged(first, second);
        return List.copyOf(ordered.subList(0, Math.min(TRIED_MAX, ordered.size())));
    }

    private static List<InetAddress> merged(List<InetAddress> first, List<InetAddress> second) {
        var merged = new ArrayList<InetAddress>();
        for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
            if (i < first.size()) merged.add(first.get(i));
            if (i < second.size()) merged.add(second.get(i));
        }
        return merged;
    }

    /// How long connecting to one of `count` addresses may take, so that the last of them has its time within `limitMs`
    /// for all.
    public static int connectMs(int limitMs, int count) {
        return Math.max(1, limitMs * CONNECT_PERCENT / 100 / count);
    }
}
