package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.LedColour;

/// One LED: a permanent blink pattern, and a temporary one over it until its timer ends. Times are given, not read.
final class PdLed {
    static final long TENTH_NS = 100_000_000;

    private Pattern permanent;
    private Pattern temporary;
    private boolean temporaryOn;
    private long temporaryUntilNs;

    /// Some real readers shine blue or red when nobody has told them anything; this one is dark.
    PdLed(long nowNs) {
        permanent = new Pattern(1, 0, 0, 0, nowNs);
        temporary = permanent;
    }

    /// Whether the record can be carried out; a pattern that is neither on nor off cannot.
    static boolean valid(LedRecord record) {
        var t = record.temporary();
        var p = record.permanent();
        boolean temporaryOk = t.code() <= LedRecord.Temporary.SET
                && (t.code() != LedRecord.Temporary.SET || t.onTime() + t.offTime() > 0);
        boolean permanentOk = p.code() <= LedRecord.Permanent.SET
                && (p.code() != LedRecord.Permanent.SET || p.onTime() + p.offTime() > 0);
        return temporaryOk && permanentOk;
    }

    void apply(LedRecord record, long nowNs) {
        var t = record.temporary();
        var p = record.permanent();
        if (p.code() == LedRecord.Permanent.SET) {
            permanent = new Pattern(p.onTime(), p.offTime(), p.onColour(), p.offColour(), nowNs);
        }
        if (t.code() == LedRecord.Temporary.CANCEL) temporaryOn = false;
        if (t.code() == LedRecord.Temporary.SET) {
            temporary = new Pattern(t.onTime(), t.offTime(), t.onColour(), t.offColour(), nowNs);
            temporaryOn = true;
            temporaryUntilNs = t.timer() == 0 ? Long.MAX_VALUE : nowNs + t.timer() * TENTH_NS;
        }
    }

    LedColour colour(long nowNs) {
        return LedColour.ofCode(((temporaryOn && nowNs < temporaryUntilNs) ? temporary : permanent).code(nowNs));
    }

    private record Pattern(int onTime, int offTime, int onColour, int offColour, long sinceNs) {
        int code(long nowNs) {
            long tenths = (nowNs - sinceNs) / TENTH_NS;
            return Math.floorMod(tenths, onTime + offTime) < onTime ? onColour : offColour;
        }
    }
}
