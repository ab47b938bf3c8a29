package dev.lintel.tools.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One measured number with its unit, beside what it should be.
///
/// @param bench the bench's name
/// @param what what was measured, in words
/// @param aim null for a figure that is told and not judged
record Figure(
        String bench,
        String what,
        double value,
        String unit,
        @Nullable Aim aim) {
    /// What good is: `value` at most `limit`, or at least.
    record Aim(boolean atMost, double limit) {
        static Aim atMost(double limit) {
            return new Aim(true, limit);
        }

        static Aim atLeast(double limit) {
            return new Aim(false, limit);
        }

        boolean met(double value) {
            return atMost ? value <= limit : value >= limit;
        }
    }

    boolean missed() {
        return aim != null && !aim.met(value);
    }

    String valueText() {
        return number(value) + " " + unit;
    }

    String aimText() {
        return aim == null ? "" : (aim.atMost ? "≤ " : "≥ ") + number(aim.limit) + " " + unit;
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("bench", bench);
        json.put("what", what);
        json.put("value", number(value));
        json.put("unit", unit);
        json.put("aim", aim == null ? null : aimText());
        json.put("met", aim == null ? null : !missed());
        return json;
    }

    /// Three digits that matter.
    private static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
