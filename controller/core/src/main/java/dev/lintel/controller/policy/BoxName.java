package dev.lintel.controller.policy;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a box that follows a hub is called: there, at the channels that hang on it, and on the command line. 1 to 64
/// letters, digits, spaces, dashes, dots and underscores; no space at its ends, where nobody sees one. Pure.
public final class BoxName {
    public static final int MAX = 64;
    private static final Pattern VALID = Pattern.compile("(?! )[\\p{L}0-9 ._-]{1," + MAX + "}(?<! )");
    private static final Pattern OTHER = Pattern.compile("[^\\p{L}0-9 ._-]");

    private BoxName() {}

    /// What is wrong with `name`, to follow the key that it stands at; null when nothing is.
    public static @Nullable String fault(String name) {
        if (VALID.matcher(name).matches()) return null;
        return "must be 1 to " + MAX + " letters, digits, spaces, dashes, dots and underscores, "
                + "without a space at its ends";
    }

    /// The valid name that is most like `text`; `hub` where nothing of it can stay.
    public static String like(String text) {
        String name = OTHER.matcher(text).replaceAll("-").strip();
        if (name.length() > MAX) name = name.substring(0, MAX).strip();
        return VALID.matcher(name).matches() ? name : "hub";
    }
}
