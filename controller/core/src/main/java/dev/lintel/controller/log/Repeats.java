package dev.lintel.controller.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Keeps one fault that comes again and again from filling a log: a reader whose cable is loose, a disk that refuses
/// each write. Lines that differ in their numbers only are the same. What is left out is counted, and told with the
/// next line of any kind once its minute is over. `this` guards all of it.
final class Repeats {
    /// As many as show how often something happens.
    static final int SAME_MAX = 20;

    static final long WINDOW_NS = Duration.ofMinutes(1).toNanos();
    /// Kinds of lines within a minute; a program that says more has another problem, and is not held back.
    private static final int KINDS_MAX = 500;

    private static final int KIND_CHARS = 120;
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    private final Map<String, Seen> seen = new LinkedHashMap<>();

    /// Lines of one kind, since the first of them.
    private static final class Seen {
        private final long sinceNs;
        private int count;

        Seen(long sinceNs) {
            this.sinceNs = sinceNs;
        }
    }

    /// What is to be written instead of `line`: nothing, or the line, after what there is to say of earlier ones.
    synchronized List<String> of(String line, long nowNs) {
        var out = new ArrayList<String>();
        for (Iterator<Map.Entry<String, Seen>> each = seen.entrySet().iterator(); each.hasNext(); ) {
            var one = each.next();
            if (nowNs - one.getValue().sinceNs < WINDOW_NS) break; // they stand by their beginning
            int more = one.getValue().count - SAME_MAX;
            if (more > 0) out.add(more + " more like this within a minute were left out: " + one.getKey());
            each.remove();
        }
        String shortened = line.length() <= KIND_CHARS ? line : line.substring(0, KIND_CHARS);
        String kind = NUMBERS.matcher(shortened).replaceAll("#");
        Seen same = seen.get(kind);
        if (same == null) {
            same = new Seen(nowNs);
            if (seen.size() < KINDS_MAX) seen.put(kind, same);
        }
        if (++same.count <= SAME_MAX) out.add(line);
        return out;
    }
}
