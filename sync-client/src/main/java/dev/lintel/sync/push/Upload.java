package dev.lintel.sync.push;

import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.UpLine;
import dev.lintel.sync.wire.Wire;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/// One upload: events in their order and the signed head. Immutable.
///
/// @param last the newest event in it, or where there is none, the one it says again
/// @param body NDJSON
record Upload(LogMark last, String body) {
    /// As many of `events` as fit, one at least where there is one.
    ///
    /// @param after the mark they come after
    /// @param nowMs the box's clock
    static Upload of(LogMark after, List<EventRow> events, long nowMs, Function<String, byte[]> sign) {
        var body = new StringBuilder();
        LogMark last = after;
        for (EventRow row : events) {
            String line = new UpLine.Event(row).toJson();
            if (line.length() > Wire.EVENT_CHARS_MAX) line = new UpLine.Event(row.shortened(line.length())).toJson();
            if (!body.isEmpty() && body.length() + line.length() > Wire.EVENTS_CHARS_MAX) break;
            body.append(line).append('\n');
            last = new LogMark(row.id(), row.hash());
        }
        byte[] signature = sign.apply(UpLine.Head.signed(last.id(), last.hash(), nowMs));
        String hex = HexFormat.of().formatHex(signature);
        body.append(new UpLine.Head(last.id(), last.hash(), nowMs, hex).toJson())
                .append('\n');
        return new Upload(last, body.toString());
    }
}
