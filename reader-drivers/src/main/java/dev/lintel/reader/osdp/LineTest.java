package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.OsdpProbe.Answer;
import dev.lintel.reader.osdp.OsdpProbe.Heard;
import dev.lintel.reader.serial.SerialLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/// How good the wire to a reader is: asks it the same two questions again and again, a short and a long answer, and
/// counts. Nothing is made good by repeats, as a bus does, so that a line is seen as it is. The caller's thread.
public final class LineTest {
    /// Tens of thousands of exchanges are hours on a slow line.
    public static final int EXCHANGES_MAX = 100_000;

    /// With more losses than this a door feels it: every repeat costs 200 ms.
    private static final double FAIR_SHARE_MAX = 0.01;

    /// With fewer a reader is as good as on the bench.
    private static final double GOOD_SHARE_MAX = 0.001;

    /// A reader answers within 3 ms, in a long frame at 9600 baud within 60; adapters that collect bytes add 16.
    private static final long SLOW_NS = 40_000_000;

    /// A second copy of an answer follows the first at once: within three bytes at 9600 baud.
    private static final long REST_NS = 3_000_000;

    private static final String NO_FRAME =
            "Something comes, but no frame: try another speed (lintel osdp scan), or swap A and B.";
    private static final String NOTHING =
            "Check the reader's supply, A and B, its address and its speed (lintel osdp scan).";

    private static final String ECHO =
            "The adapter hears what it sends: switch its echo off, or let its receiver be off"
                    + " while it sends. Lintel passes over the echo; with other panels the line may not work.";

    private static final long BITS_PER_BYTE = 10;
    private static final long NS_PER_S = 1_000_000_000;
    private static final double NS_PER_MS = 1_000_000;

    /// What the test came to.
    public enum Verdict {
        /// Nothing to do.
        GOOD,
        /// It works: by repeats, or although something is on it that should not be.
        FAIR,
        /// People at the door will notice.
        BAD,
        /// Nobody answered at all.
        SILENT
    }

    /// What was counted.
    ///
    /// @param sent questions
    /// @param answered of them
    /// @param damaged of them: something came, but no whole answer, or the reader could not make the question out
    /// @param heard what came besides answers
    /// @param repliesNs how long each answer took, without its own bytes' time, ascending
    public record Result(int sent, int answered, int damaged, Heard heard, List<Long> repliesNs) {
        public Result {
            repliesNs = List.copyOf(repliesNs);
        }

        /// Questions to which nothing came at all.
        public int silent() {
            return sent - answered - damaged;
        }

        public Verdict verdict() {
            if (answered == 0) return Verdict.SILENT;
            double lost = (double) (sent - answered) / sent;
            if (lost > FAIR_SHARE_MAX) return Verdict.BAD;
            boolean strange = damaged > 0 || heard.echoes() > 0 || heard.others() > 0;
            return lost > GOOD_SHARE_MAX || strange ? Verdict.FAIR : Verdict.GOOD;
        }

        /// The share of answers that took at most so long; `share` 0.5 is the median. 0 when nobody answered.
        public long quantileNs(double share) {
            if (repliesNs.isEmpty()) return 0;
            int at = (int) Math.ceil(share * repliesNs.size()) - 1;
            return repliesNs.get(Math.clamp(at, 0, repliesNs.size() - 1));
        }

        /// The verdict in a sentence.
        public String words() {
            String counted = String.format(Locale.ROOT, "%,d of %,d questions were answered", answered, sent);
            String works = answered < sent ? "The line works, by repeats: " : "The line works: ";
            return switch (verdict()) {
                case GOOD -> "The line is good: " + counted + ".";
                case FAIR -> works + counted + besides() + ".";
                case BAD -> "The line is bad: only " + counted + besides() + ".";
                case SILENT -> "Nobody answers: " + counted + besides() + ".";
            };
        }

        private String besides() {
            String echoed = String.format(Locale.ROOT, ", %,d were heard back as an echo", heard.echoes());
            String strange = String.format(Locale.ROOT, ", %,d frames came that nobody waited for", heard.others());
            return (heard.echoes() > 0 ? echoed : "") + (heard.others() > 0 ? strange : "");
        }

        /// What an installer should look at, the likeliest first; empty when all is well.
        public List<String> advice() {
            var advice = new ArrayList<String>();
            if (verdict() == Verdict.SILENT) {
                advice.add(heard.noiseBytes() + damaged > 0 ? NO_FRAME : NOTHING);
                if (heard.echoes() > 0) advice.add(ECHO);
                return advice;
            }
            if (damaged > 0) {
                advice.add("Answers are damaged: 120 ohm between A and B at both ends of the cable and nowhere else,"
                        + " a twisted pair, the signal ground joined, no mains cable beside it; or a lower speed.");
            }
            if (silent() > 0 && silent() >= damaged) {
                advice.add("Questions stay without an answer: a loose wire, a supply that drops,"
                        + " or two readers at one address.");
            }
            if (heard.echoes() > 0) advice.add(ECHO);
            if (heard.others() > 0) {
                advice.add("Frames come that nobody waited for: two readers at one address, answers that a repeater"
                        + " doubles or that come too late, or a second panel on the line.");
            }
            if (heard.noiseBytes() > 0 && damaged == 0) { // a damaged answer is noise as well
                advice.add("Bytes come that belong to no answer: bias resistors are missing,"
                        + " or a second panel is on the line.");
            }
            if (quantileNs(0.5) > SLOW_NS) {
                advice.add(String.format(
                        Locale.ROOT,
                        "Answers take %.0f ms: an adapter that collects bytes (set its latency timer to 1 ms),"
                                + " or a slow network.",
                        quantileNs(0.5) / NS_PER_MS));
            }
            return advice;
        }
    }

    /// Told after each exchange.
    @FunctionalInterface
    public interface Progress {
        void on(int done, int of);
    }

    private LineTest() {}

    /// Asks the reader at `address` `exchanges` times. Ends early when the thread is interrupted. Throws
    /// `SerialException` when the line is gone.
    public static Result run(SerialLine line, int address, int exchanges, LongSupplier nowNs, Progress progress) {
        if (exchanges < 1 || exchanges > EXCHANGES_MAX) {
            throw new IllegalArgumentException("1 to " + EXCHANGES_MAX + " exchanges, not " + exchanges);
        }
        var probe = new OsdpProbe(line, nowNs);
        long[] repliesNs = new long[exchanges];
        int sent = 0;
        int answered = 0;
        int damaged = 0;
        Heard heard = Heard.NOTHING;
        while (sent < exchanges && !Thread.currentThread().isInterrupted()) {
            Command question = sent % 2 == 0 ? new Command.Id(0) : new Command.Capabilities();
            Answer answer = probe.ask(address, question, OsdpProbe.REPLY_NS);
            Heard besides = answer.heard().plus(probe.rest(REST_NS));
            sent++;
            heard = heard.plus(besides);
            if (answer.frame() != null && !answer.wasNotUnderstood()) {
                long onWireNs =
                        OsdpCodec.encode(answer.frame()).length * BITS_PER_BYTE * NS_PER_S / Math.max(1, line.baud());
                repliesNs[answered++] = Math.max(0, answer.replyNs() - onWireNs);
            } else if (answer.frame() != null || besides.damaged() + besides.noiseBytes() > 0) {
                damaged++;
            }
            progress.on(sent, exchanges);
        }
        long[] sorted = Arrays.copyOf(repliesNs, answered);
        Arrays.sort(sorted);
        return new Result(
                sent, answered, damaged, heard, Arrays.stream(sorted).boxed().toList());
    }
}
