package dev.lintel.controller.api;

import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads what a report is asked. What cannot be read throws [RefusedException] with the 400 that names the parameter.
///
/// @param nowMs the end of every span that names none
record ReportParameters(Request request, AccountTimes times, long nowMs) {
    /// Channels in one question: more than a box has.
    private static final int CHANNELS_MAX = 500;

    /// From the first millisecond to that before the second.
    record Between(long fromMs, long beforeMs) {}

    /// `since`, `since_utc`, `until` and `until_utc`; both of a pair: the narrower. Without the one: `usual` before the
    /// other.
    ///
    /// @param longest refused above it; null: any
    Between between(Duration usual, @Nullable Duration longest) {
        Long until = time("until");
        Long untilUtc = time("until_utc");
        if (until == null && untilUtc == null) return since(usual, longest);
        return since(usual, longest, Math.min(orMax(until), orMax(untilUtc)), untilName() + " must be after ");
    }

    /// As [#between], up to now.
    Between since(Duration usual, @Nullable Duration longest) {
        return since(usual, longest, nowMs + 1, "");
    }

    private Between since(Duration usual, @Nullable Duration longest, long before, String fault) {
        Long since = time("since");
        Long sinceUtc = time("since_utc");
        boolean open = since == null && sinceUtc == null;
        long from = open ? before - usual.toMillis() : Math.max(orMin(since), orMin(sinceUtc));
        if (from >= before) {
            throw RefusedException.badRequest(
                    fault.isEmpty() ? sinceName() + " must be in the past" : fault + sinceName());
        }
        if (longest != null && before - 1 - from > longest.toMillis()) {
            throw RefusedException.badRequest(
                    sinceName() + " is more than " + longest.toDays() + " days before the end of the report");
        }
        return new Between(from, before);
    }

    private String sinceName() {
        return time("since") == null && time("since_utc") != null ? "since_utc" : "since";
    }

    private String untilName() {
        return time("until") == null ? "until_utc" : "until";
    }

    private @Nullable Long time(String name) {
        String text = text(name);
        if (text == null) return null;
        return name.endsWith("_utc") ? AccountTimes.parseUtc(name, text) : times.parse(name, text);
    }

    private static long orMax(@Nullable Long ms) {
        return ms == null ? Long.MAX_VALUE : ms;
    }

    private static long orMin(@Nullable Long ms) {
        return ms == null ? Long.MIN_VALUE : ms;
    }

    /// `channel_id`, which may be repeated or be a list with commas; empty when it is missing.
    List<Long> channelIds() {
        Set<Long> ids = new TreeSet<>();
        for (String values : request.queryAll("channel_id")) {
            for (String value : values.split(",", -1)) { // a request line has room for some thousands
                if (value.isBlank()) continue;
                Long id = Fields.wholeNumber(value.strip());
                if (id == null || id < 1) throw RefusedException.badRequest("channel_id must be whole numbers");
                ids.add(id);
            }
            if (ids.size() > CHANNELS_MAX) throw RefusedException.badRequest("channel_id has too many values");
        }
        return List.copyOf(ids);
    }

    /// A whole number of at least 1, or null.
    @Nullable
    Long id(String name) {
        Long id = request.number(name);
        if (id != null && id < 1) throw RefusedException.badRequest(name + " must be at least 1");
        return id;
    }

    int number(String name, int min, int max, int otherwise) {
        Integer number = request.integer(name);
        if (number == null) return otherwise;
        if (number < min || number > max) {
            throw RefusedException.badRequest(name + " must be between " + min + " and " + max);
        }
        return number;
    }

    /// One of `words`, of which the first holds where nothing is said.
    String word(String name, List<String> words) {
        String text = text(name);
        if (text == null) return words.getFirst();
        if (!words.contains(text)) throw RefusedException.badRequest(name + " must be " + String.join(" or ", words));
        return text;
    }

    @Nullable
    String text(String name) {
        String text = request.query(name);
        return text == null || text.isBlank() ? null : text.strip();
    }
}
