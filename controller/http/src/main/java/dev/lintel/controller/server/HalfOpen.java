package dev.lintel.controller.server;

import dev.lintel.controller.server.AcceptGate.Place;
import dev.lintel.controller.server.AcceptGate.Rank;
import dev.lintel.controller.server.ClientNetwork.Prefix;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// The half-open connections of clients that are not on this machine, and which of them gives way to a newcomer when
/// all places are taken. Guarded by [AcceptGate].
///
/// ```
///   1. a connection of a lower rank: of the lowest rank, the oldest
///   2. one of a prefix that has more than SHARE and more than the newcomer's, of no higher rank: of the prefix with
///      most, the oldest
///   3. none: the newcomer is refused
/// ```
///
/// A connection loses its rank when it is overdue. So each has its time for a handshake, and a flood costs the box a
/// bounded number of handshakes. Networks that are seen for the first time get all places once in GIVES_WAY_NS. Others
/// get their share of the places once in the time that the server gives a handshake.
final class HalfOpen {
    /// Half-open connections of one prefix that a newcomer of another one does not take: a browser opens six.
    static final int SHARE = 8;

    private static final List<Rank> RANKS_WITH_TIME = List.of(Rank.BOX, Rank.CLIENT, Rank.KNOWN, Rank.NEW);

    private static final List<Prefix> LARGEST_FIRST = List.of(Prefix.SITE, Prefix.HOUSEHOLD, Prefix.LINK);

    /// The oldest first.
    private final Map<Rank, SequencedSet<Place>> places = new EnumMap<>(Rank.class);

    private final Map<Prefix, Counts> counts = new EnumMap<>(Prefix.class);
    private int size;

    /// Connections of each prefix of one length, and the most that any has: strangers ask for it thousands of times a
    /// second.
    private static final class Counts {
        private final Map<Long, Integer> ofPrefix = new HashMap<>();
        private final int[] prefixesWith; // so many connections
        private int most;

        Counts(int max) {
            prefixesWith = new int[max + 1];
        }

        int of(long prefix) {
            return ofPrefix.getOrDefault(prefix, 0);
        }

        void add(long prefix) {
            int count = ofPrefix.merge(prefix, 1, Integer::sum);
            prefixesWith[count - 1]--;
            prefixesWith[count]++;
            most = Math.max(most, count);
        }

        void remove(long prefix) {
            int count = of(prefix);
            if (count == 1) ofPrefix.remove(prefix);
            else ofPrefix.put(prefix, count - 1);
            prefixesWith[count]--;
            prefixesWith[count - 1]++;
            if (prefixesWith[most] == 0) most--;
        }
    }

    /// @param max connections at once
    HalfOpen(int max) {
        for (Rank rank : Rank.values()) places.put(rank, new LinkedHashSet<>());
        for (Prefix prefix : Prefix.values()) counts.put(prefix, new Counts(max));
    }

    private SequencedSet<Place> of(Rank rank) {
        return at(places, rank);
    }

    private static <K, V> V at(Map<K, V> map, K key) {
        V value = map.get(key);
        if (value == null) throw new IllegalStateException("every key has a value: " + key);
        return value;
    }

    int size() {
        return size;
    }

    int count(Rank rank) {
        return of(rank).size();
    }

    /// Of a household, by rank.
    int count(Rank rank, ClientNetwork network) {
        long household = network.prefix(Prefix.HOUSEHOLD);
        int count = 0;
        for (Place place : of(rank)) if (place.network().prefix(Prefix.HOUSEHOLD) == household) count++;
        return count;
    }

    int count(Prefix prefix, ClientNetwork network) {
        return at(counts, prefix).of(network.prefix(prefix));
    }

    void add(Place place) {
        of(place.rank()).add(place);
        size++;
        for (Prefix prefix : LARGEST_FIRST) {
            at(counts, prefix).add(place.network().prefix(prefix));
        }
    }

    void remove(Place place) {
        if (!of(place.rank()).remove(place)) return;
        size--;
        for (Prefix prefix : LARGEST_FIRST) {
            at(counts, prefix).remove(place.network().prefix(prefix));
        }
    }

    /// The oldest connection of a rank that it has had too long; null: there is none.
    @Nullable
    Place overdue(long nowNs) {
        for (Rank rank : RANKS_WITH_TIME) {
            if (!of(rank).isEmpty() && of(rank).getFirst().isOverdue(nowNs)) return of(rank).getFirst();
        }
        return null;
    }

    /// Gives the lowest rank to this connection, and to the others of its household, but for those of boxes and of
    /// clients that have signed in.
    void abandon(Place place) {
        abandon(List.of(place));
        long household = place.network().prefix(Prefix.HOUSEHOLD);
        for (Rank rank : List.of(Rank.KNOWN, Rank.NEW)) {
            abandon(of(rank).stream()
                    .filter(other -> other.network().prefix(Prefix.HOUSEHOLD) == household)
                    .toList());
        }
    }

    private void abandon(List<Place> abandoned) {
        for (Place place : abandoned) {
            if (!of(place.rank()).remove(place)) continue; // it has left
            place.rank(Rank.ABANDONED);
            of(Rank.ABANDONED).add(place);
        }
    }

    /// The connection that gives way to a newcomer; null: none.
    @Nullable
    Place givesWay(Place entering) {
        Place lower = oldestBelow(entering.rank());
        return lower != null ? lower : ofCrowd(entering);
    }

    /// The one that gives way to a newcomer of the same prefix, which has as many as it may have; null: none.
    @Nullable
    Place overdue(Place entering, Prefix prefix) {
        long bits = entering.network().prefix(prefix);
        for (Place place : of(Rank.ABANDONED)) {
            if (place.network().prefix(prefix) == bits && place.isOverdue(entering.sinceNs())) return place;
        }
        return null;
    }

    private @Nullable Place oldestBelow(Rank rank) {
        for (Rank lower : Rank.LOWEST_FIRST) {
            if (lower == rank) return null;
            if (!of(lower).isEmpty()) return of(lower).getFirst();
        }
        return null;
    }

    private @Nullable Place ofCrowd(Place entering) {
        for (Prefix prefix : LARGEST_FIRST) {
            Place victim = null;
            int most = Math.max(SHARE, count(prefix, entering.network()) + 1);
            if (at(counts, prefix).most <= most) continue;
            for (Rank rank : Rank.LOWEST_FIRST) {
                for (Place place : of(rank)) {
                    int count = count(prefix, place.network());
                    if (count <= most) continue;
                    most = count;
                    victim = place;
                }
                if (rank == entering.rank()) break;
            }
            if (victim != null) return victim;
        }
        return null;
    }
}
