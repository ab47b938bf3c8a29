package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import dev.lintel.tools.bench.Figure.Aim;
import java.util.List;
import java.util.function.IntConsumer;

/// What OSDP costs: the secure channel beside plain frames, how often each PD of a full bus is polled, and what
/// a poll leaves for the garbage collector. Main thread.
final class OsdpBench implements Bench {
    private static final int EXCHANGES_A_SECOND_OF_EFFORT = 5_000;
    private static final int ROUNDS = 6;
    private static final int FRAMES_AN_EXCHANGE = 2;

    private static final int USUAL_PDS = 8;
    private static final int MANY_PDS = 32;
    private static final int BAUD = 115_200;
    private static final int BAUD_SLOW = 9_600;
    private static final double INTERVAL_MS_AIM = 50;
    private static final double WORST_MS_AIM = 300;
    private static final long BUS_SECONDS_A_SECOND_OF_EFFORT = 12;

    /// Every reader is online, and the code compiled, before anything counts.
    private static final long BEFORE_NS = 20 * VirtualBus.S;

    private record Bus(int pds, int baud, boolean secure) {
        String words() {
            return pds + " PDs at " + baud + (secure ? ", secure: " : ", plain: ");
        }

        /// Only this is promised: more readers, or a slower line, get what it carries.
        boolean promised() {
            return pds <= USUAL_PDS && baud >= BAUD;
        }
    }

    @Override
    public void run(Setting setting, Report report) {
        secureChannel(setting, report);
        long durationNs = BUS_SECONDS_A_SECOND_OF_EFFORT * setting.effort().seconds() * VirtualBus.S;
        for (boolean secure : List.of(false, true)) {
            cycle(new Bus(USUAL_PDS, BAUD, secure), durationNs, report);
            cycle(new Bus(MANY_PDS, BAUD, secure), durationNs, report);
            cycle(new Bus(USUAL_PDS, BAUD_SLOW, secure), durationNs, report);
        }
        report.note("the buses run in virtual time: bytes of 10 bits, 2 ms from a command to its reply");
    }

    /// Plain and secure rounds in turn, so that the machine's moods fall on both.
    private static void secureChannel(Setting setting, Report report) {
        int count = EXCHANGES_A_SECOND_OF_EFFORT * setting.effort().seconds();
        var pair = new SecurePair();
        double plainNs = Double.MAX_VALUE;
        double secureNs = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            plainNs = Math.min(plainNs, nsEach(setting.time(), count, SecurePair::plain));
            secureNs = Math.min(secureNs, nsEach(setting.time(), count, pair::secure));
        }
        report.add("frames made and read, plain", FRAMES_AN_EXCHANGE * 1e9 / plainNs, "/s", null);
        report.add("frames sealed and opened, secure", FRAMES_AN_EXCHANGE * 1e9 / secureNs, "/s", null);
        report.add("secure channel: times a plain exchange", secureNs / plainNs, "", null);
        report.addUs("an exchange, both ends, plain", Math.round(plainNs), null);
        report.addUs("an exchange, both ends, secure", Math.round(secureNs), null);
    }

    private static double nsEach(Time time, int count, IntConsumer work) {
        long begunNs = time.nowNs();
        work.accept(count);
        return (double) (time.nowNs() - begunNs) / count;
    }

    private static void cycle(Bus bus, long durationNs, Report report) {
        var line = new VirtualBus(bus.pds, bus.baud, bus.secure);
        line.run(BEFORE_NS);
        line.run(durationNs);
        long median = 0;
        long worst = 0;
        for (Samples samples : line.intervals()) {
            median = Math.max(median, samples.median());
            worst = Math.max(worst, samples.max());
        }
        String words = bus.words();
        report.addMs(words + "poll interval", median, bus.promised() ? Aim.atMost(INTERVAL_MS_AIM) : null);
        report.addMs(words + "longest", worst, bus.promised() ? Aim.atMost(WORST_MS_AIM) : null);
        report.add(words + "bytes on the line", 100 * line.share(durationNs), "% of the time", null);
        if (bus.promised()) report.add(words + "allocated a poll", line.allocatedEach(), "bytes", null);
    }
}
