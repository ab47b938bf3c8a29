package dev.lintel.sync.wire;

import java.util.regex.Pattern;

/// How far a box has followed: `ERA.REVISION`. A hub begins an era at each start; a revision of an era that it does not
/// know, or that lies beyond the era's end, is from a time that a restored backup has forgotten.
///
/// @param era 1 to 40 letters and digits
/// @param revision 0: nothing yet
public record Cursor(String era, long revision) {
    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9]{1,40})\\.([0-9]{1,18})");

    public Cursor {
        if (!TEXT.matcher(era + "." + revision).matches())
            throw new WireException("no cursor: " + era + "." + revision);
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
