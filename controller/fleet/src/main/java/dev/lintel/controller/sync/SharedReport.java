package dev.lintel.controller.sync;

import dev.lintel.sync.Progress.Shared.Value;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reports values that a followed service gives to two people at one time: in the log when one begins and when it
/// ends, and in words for as long as it lasts. Used by [Reports].
final class SharedReport {
    private static final Logger LOG = System.getLogger(Reports.class.getName());
    /// People, and values, in a sentence.
    private static final int NAMED_MAX = 10;

    private SharedReport() {}

    /// Logs what began and what ended since `before`. Returns `now`.
    static List<Value> of(List<Value> before, List<Value> now) {
        String begun = words(now.stream().filter(one -> !before.contains(one)).toList());
        String ended = words(before.stream().filter(one -> !now.contains(one)).toList());
        if (begun != null) LOG.log(Level.WARNING, begun);
        if (ended != null) LOG.log(Level.INFO, "no longer: " + ended);
        return now;
    }

    /// Null: there is none.
    static @Nullable String words(List<Value> values) {
        if (values.isEmpty()) return null;
        return "the service gives the same to two people, of whom one has it here: "
                + values.stream().limit(NAMED_MAX).map(SharedReport::words).collect(Collectors.joining("; "))
                + (values.size() > NAMED_MAX ? "; …" : "");
    }

    private static String words(Value value) {
        List<Long> people = value.people();
        return "the " + value.what() + " of person "
                + people.stream().limit(NAMED_MAX).map(String::valueOf).collect(Collectors.joining(" and person "))
                + (people.size() > NAMED_MAX ? " and …" : "");
    }
}
