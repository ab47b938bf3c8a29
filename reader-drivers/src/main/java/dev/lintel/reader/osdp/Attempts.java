package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderEvent;
import java.util.List;

/// What the log hears of a PD's failed attempts at its secure channel: the first is an event at once, and the further
/// ones of each minute are one event with how many there were. None is left out: the sum over all events is every
/// attempt.
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

    /// Tells of what waits, when its time has come.
    void expire(long nowNs, List<ReaderEvent> events) {
        regain(nowNs);
        if (untold == 0 || single == 0) return;
        single--;
        tell(events);
    }

    /// When [#expire] has to be called, or `Long.MAX_VALUE`.
    long expiresNs() {
        return untold == 0 ? Long.MAX_VALUE : regainedNs + REGAIN_NS;
    }

    /// A session stands: what waits is told before it is used.
    void over(List<ReaderEvent> events) {
        if (untold > 0) tell(events);
    }

    private void regain(long nowNs) {
        long gained = Math.min((nowNs - regainedNs) / REGAIN_NS, SINGLE_MAX);
        single = (int) Math.min(single + gained, SINGLE_MAX);
        regainedNs = single == SINGLE_MAX ? nowNs : regainedNs + gained * REGAIN_NS;
    }

    private void tell(List<ReaderEvent> events) {
        events.add(new ReaderEvent.Insecure(why, untold, lastNs));
        untold = 0;
    }
}
