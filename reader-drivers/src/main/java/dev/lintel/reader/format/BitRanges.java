package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import java.util.ArrayList;
import java.util.List;

/// Positions of bits as people write them: `1-8 17 12-10`, most significant first. A range that falls gives its bits
/// in reverse, so that `8-1` is a field whose least significant bit is sent first.
public final class BitRanges {
    private static final int RANGES_MAX = CardBits.BITS_MAX;

    private BitRanges() {}

    /// The positions in `text`; none when it is empty. Throws `IllegalArgumentException` in words when a word is no
    /// position or range of a card, or a position comes twice.
    public static List<Integer> parse(String text) {
        if (text.isBlank()) return List.of();
        String[] words = text.strip().split("[ ,]+", RANGES_MAX + 1);
        var positions = new ArrayList<Integer>();
        for (String word : words) addRange(word, positions);
        var seen = new boolean[CardBits.BITS_MAX];
        for (int position : positions) {
            if (seen[position]) throw new IllegalArgumentException("names bit " + position + " twice");
            seen[position] = true;
        }
        return List.copyOf(positions);
    }

    /// The shortest text that [#parse] reads as `positions`.
    public static String format(List<Integer> positions) {
        var text = new StringBuilder();
        for (int i = 0; i < positions.size(); ) {
            int step = i + 1 < positions.size() ? positions.get(i + 1) - positions.get(i) : 0;
            int end = i;
            if (Math.abs(step) == 1) {
                while (end + 1 < positions.size() && positions.get(end + 1) - positions.get(end) == step) end++;
            }
            if (i > 0) text.append(' ');
            text.append(positions.get(i));
            if (end > i) text.append('-').append(positions.get(end));
            i = end + 1;
        }
        return text.toString();
    }

    private static void addRange(String word, List<Integer> positions) {
        if (!word.matches("[0-9]{1,3}(-[0-9]{1,3})?")) {
            throw new IllegalArgumentException("'" + shown(word) + "' is not a bit such as 9 or a range such as 9-24");
        }
        int dash = word.indexOf('-');
        int from = position(dash < 0 ? word : word.substring(0, dash));
        int to = dash < 0 ? from : position(word.substring(dash + 1));
        if (positions.size() + Math.abs(to - from) >= CardBits.BITS_MAX) {
            throw new IllegalArgumentException("names more than " + CardBits.BITS_MAX + " bits");
        }
        int step = from <= to ? 1 : -1;
        for (int at = from; at != to + step; at += step) positions.add(at);
    }

    private static int position(String digits) {
        int position = Integer.parseInt(digits);
        if (position < CardBits.BITS_MAX) return position;
        throw new IllegalArgumentException(
                "bit " + position + " is beyond the last of any card, " + (CardBits.BITS_MAX - 1));
    }

    private static String shown(String word) {
        return word.length() > 40 ? word.substring(0, 40) + "…" : word;
    }
}
