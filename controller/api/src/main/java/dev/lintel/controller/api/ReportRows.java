package dev.lintel.controller.api;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of one report as it was asked for. What happens meanwhile is not in it: however it is read, in one piece or
/// by pages between the same times, no row comes twice and none is missing. On the request's virtual thread.
interface ReportRows {
    /// How many there are.
    long total();

    /// Hands on `limit` rows at most, of those behind the first `offset`, in order.
    void each(long offset, long limit, Sink sink) throws IOException;

    /// Takes one row: a value for each of the report's columns. A value is a `String`, `Long`, `Integer`, `Boolean` or
    /// null.
    @FunctionalInterface
    interface Sink {
        void take(List<@Nullable Object> values) throws IOException;
    }

    /// What is shown of a card's number: its last four digits, whatever comes before them.
    static String masked(@Nullable String ending) {
        if (ending == null) return "****";
        return "****" + ending.substring(Math.max(0, ending.length() - 4));
    }
}
