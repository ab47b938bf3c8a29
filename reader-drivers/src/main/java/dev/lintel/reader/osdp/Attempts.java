package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderEvent;
import java.util.List;

/// Limits the events about a PD's failed attempts at its secure channel: the first is an event at once, and the further
/// ones of each minute are one event with their number. None is left out: the sum over all events is every attempt.
/// A session that opens changes nothing: one that breaks and opens again all the time would make an event each time.
///
/// ```
///   attempts   | | | | ... | | | | | | | | | |
///   events     1                 30                29        one at once; each minute gives one back
///              '---- 1 minute ---'---- 1 minute ---'
/// ```
///
/// No clock; the bus's thread.
final class Attempts {
    /// So many in a row are told one by one. An alarm that comes every two seconds tells a person no more than the
    /// first, and one that nobody mends would be 43,200 a day.
    static final int SINGLE_MAX = 1;

    /// One more may be told after so long.
    static final long REGAIN_NS = 60_000_000_000L;

    private int single = SINGLE_MAX;
    private long regainedNs;
    private int untold;
    private String why = "";
    private long lastNs;

    Attempts(long nowNs) {
        regainedNs = nowNs;
    }

    /// One more has failed.
    void failed(String newest, long nowNs, List<ReaderEvent> events) {
        untold++;
        why = newest;
        lastNs = nowNs;
        expire(nowNs, events);
    }

    /// Reports the pending attempts, when a minute has passed since the last event.
    void expire(long nowNs, List<ReaderEvent> events) {
        regain(nowNs);
        if (untold == 0 || single == 0) return;
        single--;
        report(events);
    }

    /// Reports the pending attempts of a PD that is given up.
    void report(List<ReaderEvent> events) {
        if (untold > 0) events.add(new ReaderEvent.Insecure(why, untold, lastNs));
        untold = 0;
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        return untold == 0 ? Long.MAX_VALUE : regainedNs + REGAIN_NS;
    }

    private void regain(long nowNs) {
        long gained = Math.min((nowNs - regainedNs) / REGAIN_NS, SINGLE_MAX);
        single = (int) Math.min(single + gained, SINGLE_MAX);
        regainedNs = single == SINGLE_MAX ? nowNs : regainedNs + gained * REGAIN_NS;
    }
}
