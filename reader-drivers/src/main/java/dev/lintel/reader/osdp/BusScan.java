package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.OsdpProbe.Answer;
import dev.lintel.reader.serial.SerialLine;
import java.util.ArrayList;
import java.util.List;
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

    private final IntFunction<SerialLine> lines;
    private final LongSupplier nowNs;
    private final Progress progress;

    /// Told of how far the scan is.
    public interface Progress {
        /// The next address is asked at this speed, the `step`th of `steps`; `patient`: for as long as the standard
        /// gives it.
        void at(int baud, int address, int step, int steps, boolean patient);

        /// A reader has answered.
        void found(Found reader);
    }

    /// A reader.
    ///
    /// @param identity null when it tells it in a secure session only
    /// @param capabilities null likewise
    /// @param replyNs how long its answer took
    public record Found(
            int address,
            int baud,
            Reply.@Nullable Identity identity,
            Reply.@Nullable Capabilities capabilities,
            long replyNs) {}

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

    /// Asks every address at each of `speeds`: quickly, and when nobody answers, patiently, unless `quickOnly`. Ends
    /// early when the thread is interrupted. Throws `SerialException` when the line cannot be had.
    public Result run(List<Integer> speeds, boolean quickOnly) {
        Result quick = round(speeds, QUICK_NS, false);
        if (!quick.readers.isEmpty() || quickOnly) return quick;
        return round(speeds, OsdpProbe.REPLY_NS, true);
    }

    private Result round(List<Integer> speeds, long patienceNs, boolean patient) {
        var found = new ArrayList<Found>();
        var noisy = new ArrayList<Integer>();
        int steps = speeds.size() * OsdpBus.PDS_MAX;
        int step = 0;
        for (int baud : speeds) {
            long noise = 0;
            try (SerialLine line = lines.apply(baud)) {
                var probe = new OsdpProbe(line, nowNs);
                for (int i = 0; i < CALLS; i++) {
                    Answer all = probe.ask(OsdpFrame.ADDRESS_ANY, new Command.Id(0), patienceNs);
                    noise += all.noiseBytes() + all.damaged();
                }
                for (int address = 0; address < OsdpBus.PDS_MAX; address++) {
                    if (Thread.currentThread().isInterrupted()) return new Result(found, noisy);
                    progress.at(baud, address, ++step, steps, patient);
                    Answer answer = probe.ask(address, new Command.Id(0), patienceNs);
                    noise += answer.noiseBytes() + answer.damaged();
                    if (answer.frame() != null) found.add(found(probe, address, baud, answer));
                }
            }
            if (noise > 0) noisy.add(baud);
        }
        return new Result(found, noisy);
    }

    private Found found(OsdpProbe probe, int address, int baud, Answer answer) {
        Reply.Identity identity = answer.reply() instanceof Reply.Identity id ? id : null;
        Reply.Capabilities able = null;
        if (identity != null
                && probe.ask(address, new Command.Capabilities(), OsdpProbe.REPLY_NS)
                                .reply()
                        instanceof Reply.Capabilities told) {
            able = told;
        }
        var reader = new Found(address, baud, identity, able, answer.replyNs());
        progress.found(reader);
        return reader;
    }
}
