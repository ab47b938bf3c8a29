package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.OsdpProbe.Answer;
import dev.lintel.reader.osdp.OsdpProbe.Heard;
import dev.lintel.reader.serial.SerialLine;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Looks for readers at every speed and address of a line. Readers are asked who they are, in the clear; nothing
/// about them is changed. The caller's thread, which waits; a line is opened for each speed.
public final class BusScan {
    /// All speeds of the standard, the likely ones first.
    public static final List<Integer> SPEEDS = List.of(9_600, 115_200, 38_400, 19_200, 57_600, 230_400);

    /// Most readers answer within 3 ms; adapters that collect bytes add 16.
    private static final long QUICK_NS = 50_000_000;

    /// How often the address of all is asked: the answers of several readers at once are noise.
    private static final int CALLS = 2;

    /// A scan's rounds: in each, only those are asked who have not answered.
    public enum Round {
        /// Every speed and address, for 50 ms.
        QUICK,
        /// The same once more: a single frame may be lost.
        AGAIN,
        /// For as long as the standard gives a reader; only at speeds at which something was heard, or, where nobody
        /// has answered at all, at every speed.
        PATIENT
    }

    private final IntFunction<SerialLine> lines;
    private final LongSupplier nowNs;
    private final Progress progress;

    /// Told of how far the scan is.
    public interface Progress {
        /// The next address is asked at this speed, the `step`th of the round's `steps`.
        void at(int baud, int address, int step, int steps, Round round);

        /// A reader has answered.
        void found(Found reader);
    }

    /// A reader.
    ///
    /// @param said what it answered when asked who it is: an identity, or a refusal
    /// @param capabilities null when it tells them in a secure session only, or not at all
    /// @param replyNs how long its answer took
    public record Found(int address, int baud, Reply said, Reply.@Nullable Capabilities capabilities, long replyNs) {
        /// Who it is; null when it does not tell.
        public Reply.@Nullable Identity identity() {
            return said instanceof Reply.Identity id ? id : null;
        }
    }

    /// What a scan came to.
    ///
    /// @param noisy speeds at which something was heard that was no frame: readers at another speed, or several at
    ///     one address
    public record Result(List<Found> readers, List<Integer> noisy) {
        public Result {
            readers = List.copyOf(readers);
            noisy = List.copyOf(noisy);
        }
    }

    /// `lines` opens the line at a speed.
    public BusScan(IntFunction<SerialLine> lines, LongSupplier nowNs, Progress progress) {
        this.lines = lines;
        this.nowNs = nowNs;
        this.progress = progress;
    }

    /// Asks every address at each of `speeds` in the rounds of [Round], the last one unless `quickOnly`. Ends early
    /// when the thread is interrupted. Throws `SerialException` when the line cannot be had.
    public Result run(List<Integer> speeds, boolean quickOnly) {
        List<Speed> all = speeds.stream().map(Speed::new).toList();
        round(all, QUICK_NS, Round.QUICK);
        round(all, QUICK_NS, Round.AGAIN);
        if (!quickOnly) {
            boolean nobody = all.stream().allMatch(speed -> speed.readers.isEmpty());
            List<Speed> heard = all.stream().filter(Speed::isHeard).toList();
            round(nobody ? all : heard, OsdpProbe.REPLY_NS, Round.PATIENT);
        }
        var found = new ArrayList<Found>();
        for (Speed speed : all) found.addAll(speed.readers.values());
        return new Result(
                found,
                all.stream().filter(speed -> speed.noise).map(s -> s.baud).toList());
    }

    /// What is known of one speed.
    private static final class Speed {
        private final int baud;
        private final SortedMap<Integer, Found> readers = new TreeMap<>();
        private boolean noise;
        private boolean strangers;

        Speed(int baud) {
            this.baud = baud;
        }

        boolean isHeard() {
            return noise || strangers || !readers.isEmpty();
        }

        /// An answer that comes too late is no noise, but a reader.
        void note(Heard heard) {
            noise |= heard.noiseBytes() + heard.damaged() > 0;
            strangers |= heard.others() > 0;
        }
    }

    private void round(List<Speed> speeds, long patienceNs, Round round) {
        int steps = 0;
        for (Speed speed : speeds) steps += OsdpBus.PDS_MAX - speed.readers.size();
        int step = 0;
        for (Speed speed : speeds) {
            if (Thread.currentThread().isInterrupted()) return;
            try (SerialLine line = lines.apply(speed.baud)) {
                var probe = new OsdpProbe(line, nowNs);
                call(probe, speed, patienceNs);
                for (int address = 0; address < OsdpBus.PDS_MAX; address++) {
                    if (speed.readers.containsKey(address)) continue;
                    if (Thread.currentThread().isInterrupted()) return;
                    progress.at(speed.baud, address, ++step, steps, round);
                    Answer answer = probe.ask(address, new Command.Id(0), patienceNs);
                    speed.note(answer.heard());
                    Reply said = answer.reply();
                    if (said != null) speed.readers.put(address, found(probe, speed.baud, address, answer, said));
                }
                speed.note(probe.rest(patienceNs));
            }
        }
    }

    /// Asks all at once: who answers only there, or at the same time as others, is heard at least.
    private static void call(OsdpProbe probe, Speed speed, long patienceNs) {
        for (int i = 0; i < CALLS; i++) {
            Answer all = probe.ask(OsdpFrame.ADDRESS_ANY, new Command.Id(0), patienceNs);
            speed.note(all.heard());
            speed.strangers |= all.frame() != null;
        }
    }

    private Found found(OsdpProbe probe, int baud, int address, Answer answer, Reply said) {
        Reply.Capabilities able = null;
        if (said instanceof Reply.Identity
                && probe.ask(address, new Command.Capabilities(), OsdpProbe.REPLY_NS)
                                .reply()
                        instanceof Reply.Capabilities told) {
            able = told;
        }
        var reader = new Found(address, baud, said, able, answer.replyNs());
        progress.found(reader);
        return reader;
    }
}
