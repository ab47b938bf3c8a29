package dev.lintel.controller.api;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How a report is written: as JSON, or as CSV where the client prefers it.
enum ReportFormat {
    JSON("application", "json"),
    CSV("text", "csv");

    /// Ranges of one `Accept` that are looked at: browsers send some ten.
    private static final int RANGES_MAX = 100;

    private final String type;
    private final String subtype;

    ReportFormat(String type, String subtype) {
        this.type = type;
        this.subtype = subtype;
    }

    /// `format` decides (400 when it is neither), else `Accept`: CSV only where it is preferred over JSON. Who takes
    /// neither gets JSON, as with every other address of the API.
    static ReportFormat of(Request request) {
        String format = request.query("format");
        if (format == null || format.isBlank()) return accepted(request.header("Accept"));
        return switch (format.strip().toLowerCase(Locale.ROOT)) {
            case "json" -> JSON;
            case "csv" -> CSV;
            default -> throw RefusedException.badRequest("format must be json or csv");
        };
    }

    static ReportFormat accepted(@Nullable String accept) {
        if (accept == null) return JSON;
        String[] ranges = accept.toLowerCase(Locale.ROOT).split(",", RANGES_MAX);
        return CSV.quality(ranges) > JSON.quality(ranges) ? CSV : JSON;
    }

    /// The q of the range that names this format most exactly (RFC 9110, 12.5.1); 0 when none does.
    private double quality(String[] ranges) {
        int best = 0;
        double quality = 0;
        for (String range : ranges) {
            int exact = exactness(range.split(";", 2)[0].strip());
            if (exact > best) {
                best = exact;
                quality = q(range);
            }
        }
        return quality;
    }

    private int exactness(String range) {
        if (range.equals(type + "/" + subtype)) return 3;
        if (range.equals(type + "/*")) return 2;
        return range.equals("*/*") ? 1 : 0;
    }

    /// A q that is no number counts as one that is not there.
    private static double q(String range) {
        for (String parameter : range.split(";", RANGES_MAX)) {
            String text = parameter.strip();
            if (!text.startsWith("q=")) continue;
            String value = text.substring(2).strip();
            if (value.matches("(0(\\.[0-9]{0,3})?)|(1(\\.0{0,3})?)")) return Double.parseDouble(value);
        }
        return 1;
    }
}
