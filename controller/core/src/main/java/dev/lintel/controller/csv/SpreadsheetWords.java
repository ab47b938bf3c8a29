package dev.lintel.controller.csv;

import dev.lintel.controller.text.TextKey;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words that Excel reads as values, in the languages of its country editions. Months and currencies are compared
/// without accents, as [#plain] makes them.
public final class SpreadsheetWords {
    /// What Excel makes of true and false when it saves a file: English, German, French, Spanish, Italian, Portuguese,
    /// Dutch, Swedish, Danish and Norwegian, Finnish, Polish, Czech, Russian.
    private static final Set<String> TRUE =
            words("true wahr vrai verdadero vero verdadeiro waar sant sand tosi prawda pravda истина");
    private static final Set<String> FALSE =
            words("false falsch faux falso onwaar falskt falsk epätosi fałsz nepravda ложь");

    /// The first letters of months in languages of Latin, Greek and Cyrillic script. A longer list marks too many
    /// cells, which harms nothing; a month that is missing turns a text into a date.
    private static final Set<String> MONTHS =
            words("jan feb mar apr may mai maj mei jun jul aug sep oct okt nov dec dez"
                    + " des ene abr ago set out dic fev gen mag giu lug ott avr jui aou mrz mrt maa"
                    + " led uno bre dub kve cer srp"
                    + " zar rij lis pro sty lut kwi cze lip sie wrz paz gru tam hel huh tou kes hei"
                    + " elo syy lok jou sze oca sub"
                    + " nis haz tem agu eyl eki kas ara ian iun iul noi sij vel ozu tra svi kol ruj"
                    + " stu jaa vee juu det sau vas"
                    + " kov bal geg bir lie rgp rgs spa lap ιαν φεβ μαρ απρ μαι ιου αυγ σεπ οκτ νοε"
                    + " δεκ янв фев мар апр маи мая"
                    + " июн июл авг сен окт ноя дек січ лют бер кві тра чер лип сер вер жов гру яну юни юли сеп ное");
    private static final Set<String> HALVES_OF_DAYS = words("a p am pm fm em de du πμ μμ");
    private static final Set<String> CURRENCIES = words(
            "eur usd gbp chf sfr fr kr dkk sek nok pln zł czk kc huf ft ron lei bgn лв rub руб р uah грн try tl r");

    private static final Pattern MARK = Pattern.compile("\\p{M}");
    private static final int MONTH_CHARS = 3;

    private SpreadsheetWords() {}

    /// Whether the word is `true` in one of the languages, in any case.
    public static boolean isTrue(String word) {
        return TRUE.contains(TextKey.of(word));
    }

    /// Whether the word is `false` in one of the languages, in any case.
    public static boolean isFalse(String word) {
        return FALSE.contains(TextKey.of(word));
    }

    /// The text in lower case without accents, and with ordinary digits and signs for wide ones. Accents that are
    /// characters of their own are removed first: the normalizer sorts a run of them in quadratic time.
    static String plain(String text) {
        String letters = withoutMarks(text.toLowerCase(Locale.ROOT));
        return TextKey.strip(withoutMarks(Normalizer.normalize(letters, Normalizer.Form.NFKD)));
    }

    private static String withoutMarks(String text) {
        return MARK.matcher(text).replaceAll("");
    }

    static boolean isMonth(String word) {
        return word.length() >= MONTH_CHARS && MONTHS.contains(word.substring(0, MONTH_CHARS));
    }

    static boolean isHalfOfDay(String word) {
        return HALVES_OF_DAYS.contains(word);
    }

    static boolean isCurrency(String word) {
        return CURRENCIES.contains(word);
    }

    private static Set<String> words(String list) {
        return Arrays.stream(list.split(" ", -1)).map(TextKey::of).collect(Collectors.toUnmodifiableSet());
    }
}
