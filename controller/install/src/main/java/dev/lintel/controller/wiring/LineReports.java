package dev.lintel.controller.wiring;

import dev.lintel.controller.health.LineReport;
import dev.lintel.reader.osdp.BusStatistics;
import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import dev.lintel.reader.serialcard.SerialCardStatistics;
import dev.lintel.reader.wiegand.WiegandCounters;
import dev.lintel.reader.wiegand.WiegandHint;
import dev.lintel.reader.wiegand.WiegandReader;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The drivers' counters in words.
final class LineReports {
    private LineReports() {}

    static LineReport of(String name, BusStatistics seen) {
        String port = seen.port().isEmpty() ? "" : " on " + seen.port();
        String fault = fault(seen);
        if (fault != null) return new LineReport("bus " + name + port, false, fault);
        String found = String.format(
                Locale.ROOT,
                "%,d exchanges, %,d retries, %,d time-outs, %,d bad checks, %,d malformed replies,"
                        + " %,d bytes of noise, opened %,d times,"
                        + " longest gap %,d ms%s%s%s",
                sum(seen, PdStatistics::exchanges),
                sum(seen, PdStatistics::retries),
                sum(seen, PdStatistics::timeouts),
                seen.badChecks(),
                sum(seen, PdStatistics::malformed),
                seen.noiseBytes(),
                seen.openings(),
                seen.pds().stream().mapToLong(PdStatistics::longestGapMs).max().orElse(0),
                readers(", open case at reader ", seen, PdStatistics::tampered, LineReports::address),
                readers(", failing supply at reader ", seen, PdStatistics::powerFailed, LineReports::address),
                readers(
                        ", secure channel broken since the start at reader ",
                        seen,
                        pd -> pd.insecure() > 0,
                        pd -> address(pd) + " (" + pd.insecureWhy() + ")"));
        return new LineReport("bus " + name + port, true, found);
    }

    /// Why nothing can come over the bus now, or null. A bus that was not opened yet has no fault.
    static @Nullable String fault(BusStatistics seen) {
        return seen.open() || seen.lineError().isEmpty() ? null : "not open: " + seen.lineError();
    }

    static LineReport of(String name, WiegandReader reader) {
        WiegandCounters seen = reader.counters();
        String found = String.format(
                Locale.ROOT,
                "%,d frames, %,d refused, %,d too short, %,d edges lost",
                seen.frames(),
                seen.rejectedTotal(),
                seen.ignored(),
                reader.dropped());
        List<LineReport.Hint> hints = reader.hints().stream()
                .map(hint -> new LineReport.Hint(hint.sentence(), hint.kind().advice()))
                .toList();
        return new LineReport(name + ", Wiegand", true, found, hints);
    }

    /// Why no card can be read on these lines, or null. Noise and parity are for `doctor`: cards are read all
    /// the same.
    static @Nullable String fault(WiegandReader reader) {
        List<String> serious = reader.hints().stream()
                .filter(hint -> hint.kind().serious())
                .map(WiegandHint::sentence)
                .toList();
        return serious.isEmpty() ? null : String.join("; ", serious);
    }

    static LineReport of(String name, SerialCardStatistics seen) {
        String reader = name + ", serial on " + seen.port();
        String fault = fault(seen);
        if (fault != null) return new LineReport(reader, false, fault);
        String found = String.format(
                Locale.ROOT,
                "%,d reads, %,d repeats, %,d ghosts, %,d refused, %,d bytes of noise, opened %,d times",
                seen.presented(),
                seen.repeats(),
                seen.ghosts(),
                seen.frames().refusedTotal(),
                seen.frames().noiseBytes(),
                seen.openings());
        return new LineReport(reader, true, found);
    }

    /// Why the reader's port is not open, or null. One that was not tried yet has no fault.
    static @Nullable String fault(SerialCardStatistics seen) {
        return seen.open() || seen.lineError().isEmpty() ? null : "not open: " + seen.lineError();
    }

    /// Why the PD at `address` is offline although it answers; empty when it does not answer.
    static String offlineWhy(BusStatistics seen, int address) {
        return seen.pds().stream()
                .filter(pd -> pd.address() == address)
                .map(PdStatistics::offlineWhy)
                .collect(Collectors.joining());
    }

    private static String readers(
            String words, BusStatistics seen, Predicate<PdStatistics> which, Function<PdStatistics, String> name) {
        String readers = seen.pds().stream().filter(which).map(name).collect(Collectors.joining(" and "));
        return readers.isEmpty() ? "" : words + readers;
    }

    private static String address(PdStatistics pd) {
        return String.valueOf(pd.address());
    }

    private static long sum(BusStatistics seen, ToLongFunction<PdStatistics> what) {
        return seen.pds().stream().mapToLong(what).sum();
    }
}
