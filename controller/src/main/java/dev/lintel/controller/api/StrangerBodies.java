package dev.lintel.controller.api;

import java.util.HashSet;
import java.util.Set;

/// Places for long bodies that have to be read before it is known who sends them, since a signature covers them. Apart
/// from those of clients that have signed in, so that a stranger who sends slowly delays no upload of theirs. A network
/// (an IPv4 address, or the /64 of an IPv6 address) has one of the places. Any thread.
final class StrangerBodies {
    /// Bodies at once: each is up to 1 MiB in memory.
    static final int MAX = 2;

    /// How long one may take to arrive: 1 MiB over a line of 1 Mbit/s.
    static final long BODY_S = 10;

    private final Set<String> networks = new HashSet<>(); // guarded by this

    /// Takes a place; false when there is none for this network.
    synchronized boolean take(String network) {
        return networks.size() < MAX && networks.add(network);
    }

    synchronized void leave(String network) {
        networks.remove(network);
    }
}
