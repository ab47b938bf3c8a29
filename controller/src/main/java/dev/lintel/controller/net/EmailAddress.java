package dev.lintel.controller.net;

import dev.lintel.controller.text.TextKey;
import java.util.regex.Pattern;

/// Email addresses as far as they can be told without asking anybody: one address, no name, no list, no
/// character that no reader sees. Pure.
public final class EmailAddress {
    /// RFC 5321 4.5.3.1: a path of 256 with its brackets.
    public static final int CHARS_MAX = 254;

    private static final Pattern ADDRESS = Pattern.compile(
            "[^\\s\\p{Cntrl}@<>()\\[\\],;:\\\\\"]+@[^\\s\\p{Cntrl}@.,<>\"]+([.][^\\s\\p{Cntrl}@.,<>\"]+)*");

    private EmailAddress() {}

    public static boolean isOne(String text) {
        return text.length() <= CHARS_MAX && ADDRESS.matcher(text).matches() && TextKey.invisible(text) == null;
    }
}
