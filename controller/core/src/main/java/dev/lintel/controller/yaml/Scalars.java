package dev.lintel.controller.yaml;

import dev.lintel.controller.yaml.YamlNode.Scalar;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Small readings of single values.
public final class Scalars {
    /// Digits of a 63-bit number, with its sign.
    private static final int NUMBER_CHARACTERS_MAX = 20;
    /// Of a value repeated in a fault: enough to find it again.
    private static final int SHOWN_MAX = 40;
    /// Letters that may differ for "did you mean".
    private static final int SLIPS_MAX = 2;
    /// Longer words are no slip of the hand, and comparing them costs.
    private static final int WORD_MAX = 40;

    private Scalars() {}

    static @Nullable Long number(Scalar scalar) {
        String text = scalar.text();
        if (text.length() > NUMBER_CHARACTERS_MAX || !text.matches("-?[0-9]+")) return null;
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) { // 19 or 20 digits above 2^63-1
            return null;
        }
    }

    static String shown(Scalar scalar) {
        String text = scalar.text();
        String cut = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
        return "'" + cut.replaceAll("\\p{Cntrl}", " ") + "'";
    }

    /// The candidate that `word` is probably meant to be, or null.
    public static @Nullable String nearest(String word, Collection<String> candidates) {
        if (word.length() > WORD_MAX) return null;
        String best = null;
        int fewest = SLIPS_MAX + 1;
        for (String candidate : candidates) {
            int slips = slips(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (slips < fewest && slips < candidate.length()) {
                best = candidate;
                fewest = slips;
            }
        }
        return best;
    }

    /// Letters to put in, take out or change to get from `a` to `b`; a swap of neighbours counts one
    /// (optimal string alignment).
    private static int slips(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) cost[i][0] = i;
        for (int j = 0; j <= b.length(); j++) cost[0][j] = j;
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
        return cost[a.length()][b.length()];
    }
}
