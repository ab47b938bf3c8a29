package dev.lintel.controller.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The families that `/metrics` tells, and who is asked for their values. Filled by the wiring, read at each scrape.
/// Any thread.
///
/// A supplier answers from memory, or by a short read of a small file. One that throws, or that gives what cannot be
/// told truly, leaves its family out of that scrape and is counted in [#FAULTS]; the others are told all the same.
public final class Metrics {
    /// How often a family was left out.
    public static final String FAULTS = "lintel_metrics_faults_total";
    /// Rows of one family: each is a time series that Prometheus keeps for weeks. A family with more is left out
    /// whole, for a part of it would be taken for all.
    public static final int ROWS_MAX = 1_000;
    /// Families; more is one added in a loop, which should have been rows.
    static final int FAMILIES_MAX = 200;
    /// Of a label's value: an address of a web hook has room.
    static final int LABEL_CHARS_MAX = 2_048;

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    /// By convention, which some tools take for a rule.
    private static final String COUNTED = "_total";
    /// Whole numbers up to here are exact, and are written without a point.
    private static final double EXACT_MAX = 1L << 53;

    private static final Logger LOG = System.getLogger(Metrics.class.getName());

    /// In the order of their names.
    private final Map<String, Family> families = new ConcurrentSkipListMap<>();
    /// Those whose fault is in the log.
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final AtomicLong faults = new AtomicLong();

    private enum Kind {
        GAUGE,
        COUNTER
    }

    /// One value of a family. Throws `IllegalArgumentException` for a name of a label that is none, and for a value
    /// of one that is too long.
    ///
    /// @param labels values by name: any text, in which halves of characters are replaced; empty where the family
    ///     has one row only
    /// @param value in the family's unit; NaN and infinity are values, too
    public record Row(Map<String, String> labels, double value) {
        public Row {
            var checked = new TreeMap<String, String>();
            labels.forEach((name, text) -> checked.put(labelName(name), labelValue(name, text)));
            labels = Collections.unmodifiableMap(checked);
        }

        private static String labelName(String name) {
            boolean theirs = name.startsWith("__"); // kept for Prometheus itself
            if (theirs || !LABEL.matcher(name).matches())
                throw new IllegalArgumentException("no label's name: " + name);
            return name;
        }

        private static String labelValue(String name, String text) {
            if (text.length() > LABEL_CHARS_MAX) throw new IllegalArgumentException("label " + name + " is too long");
            return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        }
    }

    private record Family(String name, String help, Kind kind, Supplier<List<Row>> rows) {}

    /// Adds a value that goes up and down. Throws `IllegalArgumentException` for a name that is none or is there
    /// already.
    ///
    /// @param name with its base unit at the end: `_seconds`, `_bytes`
    /// @param help what it is, in a sentence
    public void gauge(String name, String help, DoubleSupplier value) {
        gauges(name, help, () -> one(value.getAsDouble()));
    }

    /// Adds a number that only grows, but for a restart. Throws as [#gauge], and for a name without `_total`.
    public void counter(String name, String help, LongSupplier value) {
        counters(name, help, () -> one((double) value.getAsLong()));
    }

    /// As [#gauge], with a row for each thing measured.
    ///
    /// @param rows at most [#ROWS_MAX], no two with the same labels; empty while there is nothing to tell
    public void gauges(String name, String help, Supplier<List<Row>> rows) {
        add(new Family(name, help, Kind.GAUGE, rows));
    }

    /// As [#counter], with a row for each thing counted.
    ///
    /// @param rows as of [#gauges]
    public void counters(String name, String help, Supplier<List<Row>> rows) {
        if (!name.endsWith(COUNTED)) throw new IllegalArgumentException("no counter's name: " + name);
        add(new Family(name, help, Kind.COUNTER, rows));
    }

    private void add(Family family) {
        String name = family.name;
        if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("no metric's name: " + name);
        if (families.size() >= FAMILIES_MAX) throw new IllegalStateException("too many metrics: " + name);
        boolean ours = name.equals(FAULTS);
        if (ours || families.putIfAbsent(name, family) != null)
            throw new IllegalArgumentException(name + " is there twice");
    }

    /// Asks every supplier; the exposition format, ending in a line break. May block where a supplier does.
    public String text() {
        var out = new StringBuilder();
        for (Family family : families.values()) tell(family, out);
        tell(faultFamily(), out); // last: with those of this scrape
        return out.toString();
    }

    private Family faultFamily() {
        String help = "How often a family of metrics was left out because its value could not be read.";
        return new Family(FAULTS, help, Kind.COUNTER, () -> one((double) faults.get()));
    }

    private void tell(Family family, StringBuilder out) {
        int before = out.length();
        try {
            write(family, out);
        } catch (RuntimeException e) { // whatever a part did not expect: the others are told
            out.setLength(before);
            faults.incrementAndGet();
            if (told.add(family.name)) LOG.log(Level.WARNING, family.name + " is left out of the metrics: " + e);
        }
    }

    private static void write(Family family, StringBuilder out) {
        List<Row> rows = family.rows.get();
        if (rows.size() > ROWS_MAX) throw new IllegalStateException(rows.size() + " rows");
        String name = family.name;
        out.append("# HELP ")
                .append(name)
                .append(' ')
                .append(escaped(family.help))
                .append('\n');
        String kind = family.kind.name().toLowerCase(Locale.ROOT);
        out.append("# TYPE ").append(name).append(' ').append(kind).append('\n');
        var seen = new HashSet<Map<String, String>>();
        for (Row row : rows) {
            // Prometheus refuses the whole scrape for it.
            if (!seen.add(row.labels)) throw new IllegalStateException("two rows have the same labels");
            out.append(name);
            labels(row.labels, out);
            out.append(' ').append(number(row.value)).append('\n');
        }
    }

    private static void labels(Map<String, String> labels, StringBuilder out) {
        char before = '{';
        for (Map.Entry<String, String> label : labels.entrySet()) {
            out.append(before).append(label.getKey()).append("=\"");
            out.append(escaped(label.getValue()).replace("\"", "\\\"")).append('"');
            before = ',';
        }
        if (!labels.isEmpty()) out.append('}');
    }

    /// What help and values of labels have in common; only the latter are quoted.
    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /// As Go reads it.
    private static String number(double value) {
        if (Double.isNaN(value)) return "NaN";
        if (Double.isInfinite(value)) return value > 0 ? "+Inf" : "-Inf";
        boolean whole = value == Math.rint(value) && Math.abs(value) <= EXACT_MAX;
        return whole ? Long.toString((long) value) : Double.toString(value);
    }

    private static List<Row> one(double value) {
        return List.of(new Row(Map.of(), value));
    }
}
