package dev.lintel.controller.store;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Ids of events that a damaged database did not give, in ranges, ascending. The event STORAGE_FAULT names them in its
/// sentence; `lintel events verify` reads them there.
///
/// @param ranges that do not overlap
public record LostEvents(List<Range> ranges) {
    private static final String NOT_READ = " cannot be read";
    private static final Pattern SENTENCE = Pattern.compile("events ([0-9a-z, ]+)" + NOT_READ);
    private static final Pattern RANGE = Pattern.compile("(from )?(\\d{1,18})( on| to (\\d{1,18}))?");

    public LostEvents {
        ranges = List.copyOf(ranges);
    }

    /// Ids from the first to the last; `Long.MAX_VALUE`: all that the log had.
    public record Range(long first, long last) {
        String words() {
            if (first == last) return Long.toString(first);
            return last == Long.MAX_VALUE ? "from " + first + " on" : first + " to " + last;
        }
    }

    /// Such as `events 120 to 141, from 900 on cannot be read`; empty: none.
    String words() {
        if (ranges.isEmpty()) return "";
        return ranges.stream().map(Range::words).collect(Collectors.joining(", ", "events ", NOT_READ));
    }

    /// What [#words()] wrote somewhere in `text`.
    public static LostEvents parse(String text) {
        var ranges = new ArrayList<Range>();
        Matcher sentence = SENTENCE.matcher(text);
        if (!sentence.find()) return new LostEvents(ranges);
        for (String one : sentence.group(1).split(", ", -1)) {
            Matcher range = RANGE.matcher(one);
            if (!range.matches()) return new LostEvents(List.of());
            long first = Long.parseLong(range.group(2));
            String last = range.group(4);
            if (last != null) ranges.add(new Range(first, Long.parseLong(last)));
            else ranges.add(new Range(first, range.group(1) == null ? first : Long.MAX_VALUE));
        }
        return new LostEvents(ranges);
    }
}
