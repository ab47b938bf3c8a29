package dev.lintel.controller.door;

import dev.lintel.reader.gpio.OutputPoint;
import java.util.concurrent.atomic.AtomicLong;

/// The output that holds a door shut. The door lane releases and secures it; REX and the auxiliary input release it
/// from their own threads at once and promise how long. Nothing secures it before such a promise ends.
///
/// Lock-free, so that a stuck lane cannot hold up an exit:
/// ```
///   releaseForExit (input's thread):  promised = max(promised, until)  then  output released
///   secure (lane):  now < promised ? leave it  :  output secured, then look again: promised since? output released
/// ```
/// The last look closes the gap between the lane's first look and its write.
public final class Strike {
    private static final long NOTHING_PROMISED = Long.MIN_VALUE;

    private final OutputPoint output;
    private final AtomicLong promisedUntilNs = new AtomicLong(NOTHING_PROMISED);

    /// Secures at once. The output is active when the lock lets go, whatever current does in it: a maglock's line is
    /// turned round in its wiring.
    public Strike(OutputPoint output) {
        this.output = output;
        output.set(false);
    }

    /// Lets go for somebody who leaves, until `untilNs` (monotonic) at least. Any thread; waits on nothing.
    public void releaseForExit(long untilNs) {
        promisedUntilNs.accumulateAndGet(untilNs, Math::max);
        output.set(true);
    }

    /// Lets go until [#secure]. The door lane only.
    public void release() {
        output.set(true);
    }

    /// Holds again, unless an exit's promise still runs. Returns whether it holds now. The door lane only.
    public boolean secure(long nowNs) {
        if (nowNs < promisedUntilNs.get()) return false;
        output.set(false);
        if (nowNs >= promisedUntilNs.get()) return true;
        output.set(true);
        return false;
    }

    /// Holds again whatever was promised: the last act of a process that nobody could ask to secure it later. The
    /// door lane only.
    void secureForGood() {
        output.set(false);
    }

    /// Whether the leaf can be opened now. Any thread.
    public boolean released() {
        return output.active();
    }

    /// The end of the latest promise, monotonic; `Long.MIN_VALUE` when none was ever given.
    public long promisedUntilNs() {
        return promisedUntilNs.get();
    }
}
