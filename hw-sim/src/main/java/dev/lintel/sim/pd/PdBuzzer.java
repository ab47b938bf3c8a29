package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command.Buzzer;

/// The reader's sounder: on and off in turns, a number of times or until told otherwise.
final class PdBuzzer {
    private long sinceNs;
    private int onTime;
    private int offTime;
    private int count;
    private boolean silent = true;

    static boolean valid(Buzzer command) {
        return command.tone() == Buzzer.TONE_OFF || (command.tone() > 0 && command.onTime() > 0);
    }

    void apply(Buzzer command, long nowNs) {
        silent = command.tone() == Buzzer.TONE_OFF;
        sinceNs = nowNs;
        onTime = command.onTime();
        offTime = command.offTime();
        count = command.count();
    }

    boolean sounding(long nowNs) {
        if (silent) return false;
        long tenths = (nowNs - sinceNs) / PdLed.TENTH_NS;
        int period = onTime + offTime;
        boolean over = count > 0 && tenths >= (long) count * period;
        return !over && tenths % period < onTime;
    }
}
