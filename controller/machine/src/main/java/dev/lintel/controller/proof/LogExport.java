package dev.lintel.controller.proof;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ChainedEvents;
import dev.lintel.controller.store.ChainedEvents.Link;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes a log so that it can be verified without Lintel, by the script `verify-events`: JSON lines.
///
/// ```
///   {"lintel_events":1,"public_key":"MCow…","before":"00…"}      `before`: the hash that the first event's covers;
///                                                                null: it is not known
///   {"event":{"id":1, … ,"hash":"9f…"},"person_name":"Ada"}      the fields that the hash covers, in that order
///   {"head":{"event_id":1,"hash":"9f…", … }}                     signed heads, see [HeadLine]
/// ```
public final class LogExport {
    private LogExport() {}

    /// Returns how many events were written. Throws [ProofException] where event `after` is not in the log.
    ///
    /// @param after only events after this one, whose hash the export begins with; 0: all
    public static long write(ChainedEvents events, PublicKey key, long after, Appendable out) throws IOException {
        List<Head> heads = events.heads(); // first: each is of an event that the export has
        long head = events.head();
        Bytes before = after == 0 ? events.beforeFirst(events.first()) : events.hashOf(after);
        if (after != 0 && before == null) {
            throw new ProofException(
                    "event " + after + " is not in the log, which has events " + events.first() + " to " + head);
        }
        long[] count = {0};
        try {
            line(out, first(key, before));
            events.each(head, link -> {
                if (link.id() <= after) return;
                line(out, event(link));
                count[0]++;
            });
            for (Head one : heads) if (one.eventId() > after) line(out, Map.of("head", HeadLine.of(one)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return count[0];
    }

    private static Map<String, @Nullable Object> first(PublicKey key, @Nullable Bytes before) {
        Map<String, @Nullable Object> first = new LinkedHashMap<>();
        first.put("lintel_events", 1L);
        first.put("public_key", Base64.getEncoder().encodeToString(key.getEncoded()));
        first.put("before", before == null ? null : before.hex());
        return first;
    }

    private static Map<String, @Nullable Object> event(Link link) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(link.fields());
        fields.put("hash", link.hash().hex());
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("event", fields);
        if (link.personName() != null) line.put("person_name", link.personName());
        return line;
    }

    private static void line(Appendable out, Map<String, ? extends @Nullable Object> line) {
        try {
            out.append(Json.write(line)).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
