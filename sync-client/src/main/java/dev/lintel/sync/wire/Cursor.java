package dev.lintel.sync.wire;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How far a box has followed: `ERA.REVISION`. A hub begins an era at each start; a revision of an era that it does not
/// know, or that lies beyond the era's end, is from a time that a restored backup has forgotten.
///
/// @param era 1 to 40 letters and digits
/// @param revision 0: nothing yet
/// @param proof letters and digits by which the hub recognises that it gave this cursor, also after a restore from a
///     backup. It is no part of the text. Null: an older hub gave none, or it is not known here
public record Cursor(String era, long revision, @Nullable String proof) {
    private static final Pattern PROOF = Pattern.compile("[A-Za-z0-9]{1,64}");
    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9]{1,40})\\.([0-9]{1,18})");

    public Cursor {
        if (!TEXT.matcher(era + "." + revision).matches())
            throw new WireException("no cursor: " + era + "." + revision);
        if (proof != null && !PROOF.matcher(proof).matches()) throw new WireException("no proof of a cursor");
    }

    /// Without a proof.
    public Cursor(String era, long revision) {
        this(era, revision, null);
    }

    /// The same, with a proof.
    public Cursor with(@Nullable String newProof) {
        return new Cursor(era, revision, newProof);
    }

    /// Whether both are the same place, with a proof or without.
    public boolean isAt(Cursor other) {
        return era.equals(other.era) && revision == other.revision;
    }

    /// As a parameter of a request, with the proof as another one: `after=ERA.5&proof=1f`.
    public String query(String name) {
        return name + "=" + this + (proof == null ? "" : "&proof=" + proof);
    }

    /// Throws [WireException] for a text that is none.
    public static Cursor parse(String text) {
        var found = TEXT.matcher(text);
        if (!found.matches()) throw new WireException("no cursor: " + text.substring(0, Math.min(60, text.length())));
        return new Cursor(found.group(1), Long.parseLong(found.group(2)));
    }

    @Override
    public String toString() {
        return era + "." + revision;
    }
}
