package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command.OutputRecord;

/// One output of a reader: a standing state, and a timed one over it.
final class PdOutput {
    private static final int OFF = 1;
    private static final int ON = 2;
    private static final int OFF_AFTER_TIMER = 3;
    private static final int ON_AFTER_TIMER = 4;
    private static final int ON_FOR = 5;
    private static final int OFF_FOR = 6;

    private boolean standing;
    private boolean timed;
    private boolean timing;
    private long untilNs;

    static boolean valid(OutputRecord record) {
        return record.code() <= OFF_FOR;
    }

    void apply(OutputRecord record, long nowNs) {
        switch (record.code()) {
            case OFF, ON -> {
                standing = record.code() == ON;
                timing = false;
            }
            case OFF_AFTER_TIMER, ON_AFTER_TIMER -> standing = record.code() == ON_AFTER_TIMER;
            case ON_FOR, OFF_FOR -> {
                timed = record.code() == ON_FOR;
                timing = true;
                untilNs = nowNs + record.timer() * PdLed.TENTH_NS;
            }
            default -> {} // 0 leaves the output as it is
        }
    }

    boolean on(long nowNs) {
        return (timing && nowNs < untilNs) ? timed : standing;
    }
}
