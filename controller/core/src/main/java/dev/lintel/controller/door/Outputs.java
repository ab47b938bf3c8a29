package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sees to it that one door's strike and sounder are as they are to be, whatever became of the write that asked
/// for it: one that failed is tried again for as long as it is wanted, and what does not follow is told. Also
/// secures the strike when an exit's promise ends after the door's own time. The door lane only.
///
/// ```
///   as wanted --differs--> driven at once --still differs--> again every 100 ms --1 s--> LINE_FAULT
///       ^                                                            |                        |
///       +--------------------- as wanted again, by whatever ---------+----- LINE_NORMAL ----+
/// ```
final class Outputs {
    /// Soon enough for somebody who stands at the door, and seldom enough for a wire that stays broken.
    static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /// A write that fails now and then is nobody's business.
    static final long TOLD_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long AT_ONCE = Long.MIN_VALUE;

    private final Strike strike;
    private final @Nullable OutputPoint sounder;
    private final DoorLog log;
    private final Try strikeTry = new Try("strike");
    private final Try sounderTry = new Try("sounder");

    Outputs(Strike strike, @Nullable OutputPoint sounder, DoorLog log) {
        this.strike = strike;
        this.sounder = sounder;
        this.log = log;
    }

    /// One output that is not as it is to be.
    private static final class Try {
        private final String output;
        private long nextNs = AT_ONCE;
        private long sinceNs;
        private boolean told;

        Try(String output) {
            this.output = output;
        }
    }

    /// Drives what is not as it is to be. `released`: the door's own state asks for it; an exit's promise and
    /// fire are asked here.
    void follow(boolean released, boolean sounding, long nowNs) {
        if (strays(released, nowNs) && strikeTry.nextNs <= nowNs) {
            if (released) strike.release(nowNs);
            else strike.secure(nowNs);
        }
        note(strikeTry, strays(released, nowNs), released || strike.held(nowNs) ? "released" : "secured", nowNs);
        OutputPoint alarm = sounder;
        if (alarm == null) return;
        if (alarm.active() != sounding && sounderTry.nextNs <= nowNs) alarm.set(sounding);
        note(sounderTry, alarm.active() != sounding, sounding ? "on" : "off", nowNs);
    }

    /// When the next of it is due, monotonic.
    long deadlineNs(boolean released, long nowNs) {
        long promise = !released && strike.released() && !strike.fire() ? strike.promisedUntilNs() : Long.MAX_VALUE;
        long again = strays(released, nowNs) ? strikeTry.nextNs : promise;
        return sounderTry.nextNs == AT_ONCE ? again : Math.min(again, sounderTry.nextNs);
    }

    private boolean strays(boolean released, long nowNs) {
        return strike.released() != (released || strike.held(nowNs));
    }

    private void note(Try one, boolean strays, String wanted, long nowNs) {
        if (!strays) {
            if (one.told) log.tell(EventKind.LINE_NORMAL, nowNs, Map.of("output", one.output));
            one.told = false;
            one.nextNs = AT_ONCE;
            return;
        }
        if (one.nextNs == AT_ONCE) one.sinceNs = nowNs;
        if (one.nextNs <= nowNs) one.nextNs = nowNs + RETRY_NS;
        if (one.told || nowNs - one.sinceNs < TOLD_NS) return;
        one.told = true;
        log.tell(EventKind.LINE_FAULT, nowNs, Map.of("output", one.output, "wanted", wanted));
    }
}
