package dev.lintel.reader.serialcard;

/// ASCII digits; the JDK's own methods take every script's.
final class Digits {
    private Digits() {}

    /// 0..15, either case, or -1.
    static int hex(int value) {
        if (value >= '0' && value <= '9') return value - '0';
        int lower = value | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /// Whether there is something, and nothing but 0-9.
    static boolean decimal(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
