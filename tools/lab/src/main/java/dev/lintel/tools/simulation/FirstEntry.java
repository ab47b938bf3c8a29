package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who may begin the hours of one door that wait for a first card: a person whom the entry reader has admitted, once
/// the leaf opens. Shares no rules with the box.
final class FirstEntry {
    /// A person has passed at the end of the time, and a contact may lag.
    private static final long OVER_NS = TimeUnit.MILLISECONDS.toNanos(400);

    private final Set<Long> admitted = new HashSet<>(); // by the entry reader, and the leaf has not opened
    private boolean others; // somebody else may open the leaf
    private Certainty entered = Certainty.NO; // since the lane had heard of all moves
    private boolean shared; // the leaf has opened, and nobody knows for whom: the hours may begin until nobody waits
    private long enteredNs;
    private long waitsNs; // when somebody waited last
    private long untilNs; // when the time of the last one who was admitted is over
    private boolean waited;

    void begins() {
        admitted.clear();
        others = false;
        shared = false;
        entered = Certainty.NO;
        untilNs = 0;
    }

    /// Somebody is admitted.
    ///
    /// @param person null for anybody
    /// @param counts by the entry reader, and not in a lockdown
    /// @param isUnseen nothing tells when the person passes
    void admitted(@Nullable Long person, boolean counts, boolean isUnseen, long nowNs) {
        if (isUnseen) {
            if (counts) enters(Certainty.YES, nowNs);
        } else if (counts && person != null) {
            admitted.add(person);
        } else {
            others = true;
        }
    }

    /// The leaf opens, or nothing tells any more when people pass.
    ///
    /// @param isSure the lane hears of it, and does not take it for forced
    void opens(boolean isSure, long nowNs) {
        if (admitted.isEmpty()) return;
        boolean surely = isSure && !others && admitted.size() == 1;
        enters(surely ? Certainty.YES : Certainty.PERHAPS, nowNs);
        shared |= !surely;
        others = true; // the next opening may be that of a person who has passed
    }

    private void enters(Certainty surely, long nowNs) {
        if (entered == Certainty.YES) return;
        entered = surely;
        enteredNs = nowNs;
    }

    long enteredNs() {
        return enteredNs;
    }

    /// Whether somebody has entered with whom hours may begin.
    Certainty entered() {
        return entered == Certainty.NO && shared ? Certainty.PERHAPS : entered;
    }

    /// A person may pass until then.
    void until(long ns) {
        untilNs = Math.max(untilNs, ns);
    }

    /// The lane has heard of all moves.
    ///
    /// @param waits somebody who was admitted may open the leaf still
    void settled(boolean waits, long nowNs) {
        entered = Certainty.NO;
        // Who may have passed together with somebody has passed at the end of the own time.
        if (waits || waited || (shared && nowNs <= untilNs)) waitsNs = nowNs;
        waited = waits;
        if (nowNs - waitsNs <= OVER_NS) return;
        admitted.clear();
        others = false;
        shared = false;
    }
}
