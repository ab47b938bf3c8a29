package dev.lintel.sync;

import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.PersonRow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Short rows for tests.
final class Rows {
    private Rows() {}

    static DownLine.PersonLine person(long id, String name, long revision) {
        return member(id, name, List.of(), revision);
    }

    static DownLine.PersonLine member(long id, String name, List<Long> groups, long revision) {
        var row = new PersonRow(
                id,
                Map.of("first_name", name),
                true,
                null,
                null,
                false,
                false,
                null,
                new PersonRow.Stamps(1, 2),
                groups,
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return new DownLine.PersonLine(row, revision);
    }

    static long revision(DownLine line) {
        return switch (line) {
            case DownLine.PersonLine person -> person.revision();
            case DownLine.Gone gone -> gone.revision();
            default -> throw new AssertionError(line);
        };
    }

    /// @param before the hash of the event before
    static EventRow event(long id, String before, String text) {
        byte[] digest = sha256().digest((before + id + text).getBytes(StandardCharsets.UTF_8));
        return new EventRow(
                id,
                20,
                id,
                id,
                "boot",
                id,
                1L,
                null,
                "Ada",
                null,
                null,
                false,
                Map.of("text", text),
                HexFormat.of().formatHex(digest));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
