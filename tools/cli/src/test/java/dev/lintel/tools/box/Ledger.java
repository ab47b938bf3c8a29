package dev.lintel.tools.box;

import dev.lintel.tools.box.HostileReceiver.Reception;
import dev.lintel.tools.box.HostileReceiver.Told;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a receiver makes of all it was sent, held against what was promised it.
///
/// ```
///   arrived    the set of events, and for each card what was done to it by first receptions
///   faults     a later change before an earlier one was answered 2xx; a token for two things, or two for one;
///              something that came again after a 2xx although no kill was near
/// ```
final class Ledger {
    /// Between a receiver's 2xx and the outbox's commit of it.
    private static final long NEAR_NS = TimeUnit.SECONDS.toNanos(3);

    private final List<Long> kills;
    private final Set<Long> events = new TreeSet<>();
    private final Map<Long, List<String>> changes = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    /// When each token first got its 2xx.
    private final Map<String, Long> taken = new HashMap<>();
    private final Map<Long, Long> takenDeliveries = new HashMap<>();
    /// The one delivery that each token comes in.
    private final Map<String, Long> deliveries = new HashMap<>();
    private int again;
    private long beforeKillNs;

    /// @param kills their times
    Ledger(List<Reception> receptions, List<Long> kills) {
        this.kills = List.copyOf(kills);
        List<Reception> inOrder = receptions.stream()
                .sorted(Comparator.comparingLong(Reception::atNs))
                .toList();
        for (Reception one : inOrder) if (one.taken()) take(one);
        inOrder.forEach(this::repeated);
        var known = new HashMap<String, Told>();
        var last = new HashMap<String, Told>();
        for (Reception one : inOrder) {
            for (Told told : one.told()) receive(one, told, known, last);
        }
        known.forEach((token, told) -> {
            if (!taken.containsKey(token)) faults.add("never taken: " + told);
        });
    }

    private void take(Reception one) {
        for (Told told : one.told()) taken.merge(told.token(), one.answeredNs(), Math::min);
        takenDeliveries.merge(one.delivery(), one.answeredNs(), Math::min);
    }

    /// A delivery that comes after its 2xx: a kill must have come between that and the box's disk.
    private void repeated(Reception one) {
        Long takenNs = takenDeliveries.get(one.delivery());
        if (takenNs == null || one.atNs() - takenNs <= 0) return;
        again++;
        for (long kill : kills) {
            if (one.atNs() - kill < 0 || kill - takenNs > NEAR_NS) continue;
            beforeKillNs = Math.max(beforeKillNs, kill - takenNs);
            return;
        }
        faults.add("delivery " + one.delivery() + " came again " + TimeUnit.NANOSECONDS.toMillis(one.atNs() - takenNs)
                + " ms after its 2xx");
    }

    private void receive(Reception one, Told told, Map<String, Told> known, Map<String, Told> last) {
        Long delivery = deliveries.putIfAbsent(told.token(), one.delivery());
        if (delivery != null && delivery != one.delivery()) {
            faults.add("deliveries " + delivery + " and " + one.delivery() + " tell of " + told);
        }
        Told before = known.putIfAbsent(told.token(), told);
        if (before != null) {
            if (!before.equals(told)) faults.add("one token for " + before + " and " + told);
            return;
        }
        String resource = told.type() + " " + told.id();
        @Nullable Told earlier = last.put(resource, told);
        if (told.type().equals("Event")) {
            events.add(Long.parseLong(told.id()));
            if (earlier != null) faults.add("two tokens for " + resource);
            return;
        }
        changes.computeIfAbsent(Long.parseLong(told.id()), _ -> new ArrayList<>())
                .add(told.action());
        if (earlier == null || isTogether(one, earlier)) return;
        Long takenNs = taken.get(earlier.token());
        if (takenNs == null || one.atNs() - takenNs < 0) {
            faults.add(told.action() + " of " + resource + " came before " + earlier.action() + " was taken");
        }
    }

    private static boolean isTogether(Reception one, Told earlier) {
        return one.told().stream().anyMatch(told -> told.token().equals(earlier.token()));
    }

    Set<Long> events() {
        return events;
    }

    Map<Long, List<String>> changes() {
        return changes;
    }

    List<String> faults() {
        return faults;
    }

    /// Bodies that came again after their 2xx.
    int again() {
        return again;
    }

    /// How long before a kill the 2xx of the earliest of those was, in milliseconds.
    long beforeKillMs() {
        return TimeUnit.NANOSECONDS.toMillis(beforeKillNs);
    }
}
