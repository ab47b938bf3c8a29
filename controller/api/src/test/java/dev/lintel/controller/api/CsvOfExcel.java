package dev.lintel.controller.api;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a German Excel makes of a file when it opens and saves it: the separator is a semicolon, and each cell that
/// Excel reads as a number, a date, a time, a boolean, an error or a formula is saved as Excel shows it. A cell with an
/// apostrophe is a text. Excel keeps columns.
final class CsvOfExcel {
    private static final List<String> MONTHS = List.of(
            "januar",
            "februar",
            "märz",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "dezember");
    private static final List<String> SHORT_MONTHS =
            List.of("Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez");
    private static final Map<String, String> WORDS = Map.of(
            "true", "WAHR", "wahr", "WAHR", "false", "FALSCH", "falsch", "FALSCH", "#n/a", "#NV", "#nv", "#NV",
            "#div/0!", "#DIV/0!", "#ref!", "#BEZUG!");
    private static final Pattern NUMBER =
            Pattern.compile("([-+]?)(\\d+(?:\\.\\d{3})*|(?=,))(?:,(\\d*))?(?:[eE]([-+]?\\d{1,3}))?");
    private static final Pattern AMOUNT = Pattern.compile("(.*?)\\s*(%|€|EUR)");
    private static final Pattern IN_BRACKETS = Pattern.compile("\\((\\d[\\d.,]*)\\)");
    private static final Pattern FRACTION = Pattern.compile("(\\d+) (\\d+)/([1-9]\\d*)");
    private static final Pattern TIME =
            Pattern.compile("(\\d{1,4}):(\\d{1,2})?(?::(\\d{1,2}))?\\s*([aApP][mM]?)?|(\\d{1,2})\\s+([aApP][mM]?)");
    private static final Pattern DAY = Pattern.compile("(\\d{1,2})([-./])\\s*(\\d{1,2})(?:[-./]\\s*(\\d{2}|\\d{4})?)?");
    private static final Pattern MONTH = Pattern.compile("(\\d{1,2})[-./](\\d{4})");
    private static final Pattern ISO_DAY = Pattern.compile("(\\d{4})[-./](\\d{1,2})[-./](\\d{1,2})");
    private static final Pattern NAMED_DAY =
            Pattern.compile("(\\d{1,2})[-./ ]*\\s*(\\p{L}{3,})\\.?(?:[-./ ]+(\\d{2}|\\d{4}))?");
    private static final Pattern NAMED_MONTH = Pattern.compile("(\\p{L}{3,})\\.?[-./ ]*(\\d{1,4})");

    /// Digits of a whole number that a column of the format "General" shows.
    private static final int DIGITS_MAX = 11;

    private CsvOfExcel() {}

    static String saved(String text) {
        var file = CsvFile.of(text.getBytes(StandardCharsets.UTF_8));
        var lines = new ArrayList<String>();
        lines.add(line(file.header()));
        file.each((CsvRow row) -> lines.add(line(row.cells())));
        return String.join("\r\n", lines) + "\r\n";
    }

    private static String line(List<String> cells) {
        return String.join(";", cells.stream().map(CsvOfExcel::cell).toList());
    }

    private static String cell(String cell) {
        String saved = value(cell).replace("\r\n", "\n");
        return saved.matches("(?s).*[;\"\\n\\r].*") ? "\"" + saved.replace("\"", "\"\"") + "\"" : saved;
    }

    /// The cell as Excel saves it.
    static String value(String cell) {
        String text = cell.strip();
        String word = WORDS.get(text.toLowerCase(Locale.ROOT));
        if (word != null) return word;
        String number = number(text);
        if (number == null) number = moment(text);
        if (number != null) return number;
        return text.length() > 1 && "=+-@".indexOf(text.charAt(0)) >= 0 ? "#NAME?" : cell;
    }

    private static @Nullable String number(String text) {
        Matcher amount = AMOUNT.matcher(text);
        if (amount.matches()) {
            String number = number(amount.group(1));
            if (number == null) return null;
            return number + (amount.group(2).equals("%") ? "%" : number.contains(",") ? "0 €" : " €");
        }
        Matcher negative = IN_BRACKETS.matcher(text);
        if (negative.matches() && number(negative.group(1)) != null) return "-" + number(negative.group(1));
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            BigDecimal parts =
                    new BigDecimal(fraction.group(2)).divide(new BigDecimal(fraction.group(3)), MathContext.DECIMAL64);
            return general(new BigDecimal(fraction.group(1)).add(parts));
        }
        Matcher plain = NUMBER.matcher(text);
        if (!plain.matches()) return null;
        String whole = plain.group(2).replace(".", "");
        String part = plain.group(3) == null ? "" : plain.group(3);
        if (whole.isEmpty() && part.isEmpty()) return null;
        String exponent = plain.group(4) == null ? "" : "E" + plain.group(4);
        BigDecimal value = new BigDecimal(plain.group(1) + "0" + whole + "." + part + "0" + exponent);
        return exponent.isEmpty() ? general(value) : scientific(value, 2);
    }

    private static String general(BigDecimal value) {
        BigDecimal kept = value.round(new MathContext(15, RoundingMode.DOWN));
        if (kept.abs().compareTo(BigDecimal.TEN.pow(DIGITS_MAX)) >= 0) return scientific(kept, 5);
        BigDecimal shown = kept.round(new MathContext(DIGITS_MAX - 1, RoundingMode.HALF_UP));
        if (kept.stripTrailingZeros().scale() <= 0) shown = kept;
        return shown.signum() == 0
                ? "0"
                : shown.stripTrailingZeros().toPlainString().replace('.', ',');
    }

    private static String scientific(BigDecimal value, int places) {
        if (value.signum() == 0) return "0,00E+00";
        BigDecimal rounded = value.round(new MathContext(places + 1, RoundingMode.HALF_UP));
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal first = rounded.movePointLeft(exponent).setScale(places, RoundingMode.HALF_UP);
        String sign = exponent < 0 ? "-" : "+";
        return first.toPlainString().replace('.', ',') + "E" + sign + "%02d".formatted(Math.abs(exponent));
    }

    /// A day, a month or a time of day; null for another text.
    private static @Nullable String moment(String text) {
        try {
            return momentOf(text);
        } catch (DateTimeException e) { // such as 31.2.2026, which Excel keeps as a text
            return null;
        }
    }

    private static @Nullable String momentOf(String text) {
        Matcher time = TIME.matcher(text);
        if (time.matches()) return time(time);
        Matcher iso = ISO_DAY.matcher(text);
        if (iso.matches()) return day(iso.group(3), Integer.parseInt(iso.group(2)), iso.group(1));
        Matcher month = MONTH.matcher(text);
        if (month.matches()) return month(Integer.parseInt(month.group(1)), month.group(2));
        Matcher day = DAY.matcher(text);
        if (day.matches()) return day(day.group(1), Integer.parseInt(day.group(3)), day.group(4));
        Matcher named = NAMED_DAY.matcher(text);
        if (named.matches() && month(named.group(2)) > 0) {
            return day(named.group(1), month(named.group(2)), named.group(3));
        }
        Matcher namedMonth = NAMED_MONTH.matcher(text);
        if (!namedMonth.matches() || month(namedMonth.group(1)) == 0) return null;
        String number = namedMonth.group(2);
        boolean isDay = number.length() < 3 && Integer.parseInt(number) <= 31;
        int found = month(namedMonth.group(1));
        return isDay ? day(number, found, null) : month(found, number);
    }

    private static String time(Matcher time) {
        if (time.group(5) != null) return "%02d:00 %sM".formatted(Integer.parseInt(time.group(5)), half(time.group(6)));
        String minutes = time.group(2) == null ? "0" : time.group(2);
        String shown = "%02d:%02d".formatted(Integer.parseInt(time.group(1)), Integer.parseInt(minutes));
        if (time.group(3) != null) shown += ":%02d".formatted(Integer.parseInt(time.group(3)));
        return time.group(4) == null ? shown : shown + " " + half(time.group(4)) + "M";
    }

    private static String half(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT);
    }

    private static int month(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        for (int i = 0; i < MONTHS.size(); i++) {
            String shortened = SHORT_MONTHS.get(i).toLowerCase(Locale.ROOT);
            if (word.equals(shortened) || MONTHS.get(i).startsWith(word)) return i + 1;
        }
        return 0;
    }

    private static @Nullable String month(int month, String year) {
        LocalDate first = LocalDate.of(Integer.parseInt(year), month, 1);
        if (first.getYear() < 1900) return null;
        return SHORT_MONTHS.get(first.getMonthValue() - 1) + " %02d".formatted(first.getYear() % 100);
    }

    private static @Nullable String day(String day, int month, @Nullable String year) {
        int number = year == null ? 2024 : Integer.parseInt(year);
        if (year != null && year.length() == 2) number += number < 30 ? 2000 : 1900;
        LocalDate date = LocalDate.of(number, month, Integer.parseInt(day));
        if (number < 1900) return null; // Excel's first day is in 1900
        if (year == null) return "%02d. %s".formatted(date.getDayOfMonth(), SHORT_MONTHS.get(month - 1));
        return "%02d.%02d.%d".formatted(date.getDayOfMonth(), month, number);
    }
}
