package dev.lintel.controller.csv;

import dev.lintel.controller.text.TextKey;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Texts as cells that a spreadsheet opens and saves without a change. Excel reads a cell such as `0012`, `1-2`,
/// `3E5` or `true` as a number, a date or a boolean and saves it in another form. With an apostrophe before it, the
/// cell stays a text. An export writes the apostrophe, and an import removes it.
///
/// ```
///   text                    cell                      cell is read as
///   0012                    '0012                     0012
///   1-2                     '1-2                      1-2
///   '1-2                    ''1-2                     '1-2
///   12                      12                        12
///   -                       '12  or  ''12             12      Excel keeps one of two apostrophes that a person types
///   '12                     '''12                     '12
/// ```
///
/// Texts that no spreadsheet changes have no apostrophe. Where Excel's rules differ between countries, the text has
/// one. Source: Excel's "Automatic number formatting"; Excel specifications and limits.
public final class SpreadsheetText {
    /// Digits of a whole number up to which Excel writes all of them.
    private static final Pattern SHORT_NUMBER = Pattern.compile("0|[1-9][0-9]{0,10}");

    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
    private static final Pattern WORD = Pattern.compile("\\p{L}+");
    private static final Pattern OTHER_SCRIPT = Pattern.compile("[\\p{L}&&[^\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}]]");
    /// Possessive: a backtracking match of 10,000 spaces takes 50 million steps.
    private static final Pattern EXPONENT =
            Pattern.compile("[^\\p{L}]*\\p{Nd}[.,]?+\\s*+[ed]\\s*+[-+\u2212]?+\\s*+\\p{Nd}[^\\p{L}]*+");

    private static final Pattern DATE_OR_TIME =
            Pattern.compile("\\p{Nd}+\\s*[-./]\\s*\\p{Nd}+\\s*[-./]\\s*\\p{Nd}+|\\p{Nd}+\\s*:\\s*\\p{Nd}+");

    /// Longer than any date with the names of its day and month.
    private static final int DATE_CHARS_MAX = 64;
    /// Longer than any word for true or false whose accents are characters of their own.
    private static final int BOOLEAN_CHARS_MAX = 64;

    /// A day, a month, two articles and the half of the day.
    private static final int DATE_WORDS_MAX = 5;

    private SpreadsheetText() {}

    /// The cell of a text.
    public static String marked(String text) {
        int given = apostrophes(text);
        String rest = text.substring(given);
        if (given > 0 && DIGITS.matcher(rest).matches()) return "''" + text;
        return isChanged(rest) ? "'" + text : text;
    }

    /// The text of a cell; a cell without a mark is its text.
    public static String unmarked(String cell) {
        int given = apostrophes(cell);
        if (given == 0) return cell;
        String rest = cell.substring(given);
        if (DIGITS.matcher(rest).matches()) return cell.substring(Math.min(given, 2));
        return isChanged(rest) ? cell.substring(1) : cell;
    }

    private static int apostrophes(String text) {
        int count = 0;
        while (count < text.length() && text.charAt(count) == '\'') count++;
        return count;
    }

    private static boolean isChanged(String text) {
        if (CsvGuard.isFormula(text)) return true;
        if (SHORT_NUMBER.matcher(text).matches()) return false;
        String plain = SpreadsheetWords.plain(text);
        if (plain.isEmpty()) return false;
        if (CsvGuard.isFormula(plain) || plain.charAt(0) == '#') return true; // #N/A is an error value
        if (isBoolean(TextKey.strip(text)) || isBoolean(plain)) return true;
        if (!DIGIT.matcher(plain).find()) return false;
        List<String> words = words(plain);
        if (words.isEmpty() || EXPONENT.matcher(plain).matches()) return true;
        return plain.length() <= DATE_CHARS_MAX && isDateOrAmount(plain, words);
    }

    private static boolean isBoolean(String text) {
        if (text.length() > BOOLEAN_CHARS_MAX) return false;
        return SpreadsheetWords.isTrue(text) || SpreadsheetWords.isFalse(text);
    }

    private static boolean isDateOrAmount(String plain, List<String> words) {
        if (OTHER_SCRIPT.matcher(plain).find()) return true; // such as 5月3日
        if (words.size() > DATE_WORDS_MAX) return false;
        if (DATE_OR_TIME.matcher(plain).find() || words.stream().anyMatch(SpreadsheetWords::isMonth)) return true;
        String last = words.getLast();
        boolean atEnd = plain.replace(".", "").endsWith(last);
        if (atEnd && SpreadsheetWords.isHalfOfDay(last)) return true;
        boolean amount = words.size() == 1 && SpreadsheetWords.isCurrency(last);
        return amount && (atEnd || plain.startsWith(last));
    }

    private static List<String> words(String plain) {
        var words = new ArrayList<String>();
        Matcher matcher = WORD.matcher(plain);
        while (matcher.find()) words.add(matcher.group());
        return words;
    }
}
