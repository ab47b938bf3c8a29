package dev.lintel.tools;

import dev.lintel.controller.store.SupportFacts.Known;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takes out of a text what opens something, and who somebody is, before it leaves the box. What looks like a secret is
/// taken for one: a support file with a gap is better than one with a key.
final class Scrub {
    /// For who asks for names on purpose.
    static final Scrub SECRETS = new Scrub(Known.NOBODY, true);

    /// Where nobody can be known by name.
    static final Scrub SECRETS_AND_ADDRESSES = new Scrub(Known.NOBODY, false);

    static final String HIDDEN = "(left out)";

    /// Whole; where its end is missing, the rest of the line is taken.
    private static final String QUOTED =
            "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|'[^'\\\\]*+(?:(?:\\\\.|'')[^'\\\\]*+)*+'";

    /// What a unit hands to its program, whatever it is called: but for Java's own options.
    private static final Pattern ENVIRONMENT =
            Pattern.compile("(?m)^([ \\t]*+(?:Environment|SetCredential)[ \\t]*+=)(?!\"?LINTEL_JAVA_OPTS=[^\\s\"]*\"?$)"
                    + "(?:[^\\r\\n]*\\\\\\R)*+[^\\r\\n]*");

    /// What secrets are called.
    private static final String NAMES =
            "token|secret|password|passphrase|api[_-]?key|authorization|cookie|scbk|claim|pin|session";

    /// Of several lines, as YAML has them: all that are further in than their name, and the empty ones between them.
    private static final Pattern BLOCK = Pattern.compile("(?mi)^([ \\t]*+)((?:- )?[\"']?[\\w.-]{0,64}?(?:" + NAMES
            + ")[\"']?[ \\t]*+:[ \\t]*+)[^\\r\\n]*+(?:(?:\\R[ \\t]*+(?=\\R))*+\\R\\1[ \\t]++[^\\r\\n]++)++");

    /// Named, and maybe of several words: all of its line.
    private static final Pattern WORDS =
            Pattern.compile("(?i)((?:password|passphrase)[\"']?\\s*[:=]\\s*|secret[\"']?(?::\\s+|\\s+=\\s*))(?:"
                    + QUOTED + "|[^\\s][^\\r\\n]*)");

    /// Named: links of invitations and of the first administrator, keys, passwords, codes.
    private static final Pattern NAMED = Pattern.compile("(?i)((?:(?:" + NAMES
            + ")[\"']?\\s*[:=]|[?&](?:code|state|token|key|sig)=)"
            + "\\s*(?:basic |bearer |digest )?)(?!\\(left out\\))(?:" + QUOTED + "|[\"'][^\\r\\n]*|[^\\s\"',;&]+)");

    private static final Pattern IN_ADDRESS = Pattern.compile("://[^/@\\s]+@");
    private static final Pattern BEARER = Pattern.compile("(?i)\\b((?:bearer|basic)\\s+)[A-Za-z0-9+/_=.-]{8,}");
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(-----END [A-Z ]*PRIVATE KEY-----|\\z)");
    /// Unnamed: a join code, a reader's key (32 hex digits), a token (43 characters of Base64, or more).
    private static final Pattern JOIN_CODE =
            Pattern.compile("\\b(?=[0-9A-Z-]{0,64}[A-Z])[0-9A-Z]{4}(?:-[0-9A-Z]{4}\\b)++");

    private static final Pattern LONG =
            Pattern.compile("(?<![A-Za-z0-9_/+-])[A-Za-z0-9_+-]{32,}={0,2}(?![A-Za-z0-9_+-])");
    /// The same with strokes in it, and a digit, or what else of Base64 no path has; a path has a dot, a dash or no
    /// capital.
    private static final Pattern STROKES = Pattern.compile("(?<![A-Za-z0-9+/])(?=[a-z0-9+/]*[A-Z])(?=[A-Z0-9+/]*[a-z])"
            + "(?=[A-Za-z/]*[0-9+]|[A-Za-z/]*=)[A-Za-z0-9+/]{40,}={0,2}(?![A-Za-z0-9+/])");

    private static final Pattern MIXED = Pattern.compile("(?=.*[0-9])(?=.*[A-Za-z]).*");
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    /// Begins where a word does, or where the last address ended: else a long word without an `@` is read once for each
    /// of its characters.
    private static final Pattern MAIL = Pattern.compile(
            "(?:\\G|(?<![\\p{L}0-9._%+-]))[\\p{L}0-9._%+-]++@" + "[\\p{L}0-9-]++(?:\\.[\\p{L}0-9-]++)++");
    private static final Pattern NUMBER = Pattern.compile("\\b\\d{5,}\\b");
    private static final Pattern WORD = Pattern.compile("\\p{L}++(?:['’.-]\\p{L}++)*+");
    private static final int NAME_WORDS_MAX = 4;

    private final Known known;
    private final boolean names;

    /// `known` are not to be named, nor anybody's address.
    Scrub(Known known) {
        this(known, false);
    }

    private Scrub(Known known, boolean names) {
        this.known = known;
        this.names = names;
    }

    String text(String text) {
        String without = PRIVATE_KEY.matcher(text).replaceAll(HIDDEN);
        without = IN_ADDRESS.matcher(without).replaceAll("://" + HIDDEN + "@");
        without = ENVIRONMENT.matcher(without).replaceAll("$1" + HIDDEN);
        without = BLOCK.matcher(without).replaceAll("$1$2" + HIDDEN);
        without = WORDS.matcher(without).replaceAll(match -> Matcher.quoteReplacement(match.group(1) + HIDDEN));
        without = NAMED.matcher(without).replaceAll(match -> Matcher.quoteReplacement(match.group(1) + HIDDEN));
        without = BEARER.matcher(without).replaceAll(match -> Matcher.quoteReplacement(match.group(1) + HIDDEN));
        without = LONG.matcher(without)
                .replaceAll(match -> Matcher.quoteReplacement(isSecret(match) ? HIDDEN : match.group()));
        without = STROKES.matcher(without).replaceAll(HIDDEN);
        without = JOIN_CODE.matcher(without).replaceAll(HIDDEN);
        if (names) return without;
        without = MAIL.matcher(without).replaceAll(HIDDEN);
        without = NUMBER.matcher(without).replaceAll(match -> known.isNumber(match.group()) ? HIDDEN : match.group());
        return known.hasNames() ? named(without) : without;
    }

    /// Whether a long word is random: it has letters and digits and is no UUID, ends as Base64 does, or mixes capitals
    /// and small letters as no name does. One token in 1,500 has no digit.
    private static boolean isSecret(MatchResult match) {
        String word = match.group();
        if (UUID.matcher(word).matches()) return false;
        return MIXED.matcher(word).matches() || word.endsWith("=") || mixesCase(word);
    }

    /// Whether at least a sixth of the characters are capitals and a sixth are small letters. A name in camel case
    /// has fewer capitals; a random token has about half of each.
    private static boolean mixesCase(String word) {
        long capitals = word.chars().filter(Character::isUpperCase).count();
        long small = word.chars().filter(Character::isLowerCase).count();
        return capitals * 6 >= word.length() && small * 6 >= word.length();
    }

    /// Each word, with up to three behind it, is looked up: a log has more words than a box has people.
    private String named(String text) {
        var out = new StringBuilder();
        int done = 0;
        Matcher word = WORD.matcher(text);
        while (word.find(done)) {
            out.append(text, done, word.start());
            int end = nameEnd(text, word.start(), word.end());
            out.append(end < 0 ? word.group() : HIDDEN);
            done = end < 0 ? word.end() : end;
        }
        return out.append(text, done, text.length()).toString();
    }

    /// Where the longest name ends that begins there; -1 where none does.
    private int nameEnd(String text, int start, int firstEnd) {
        int found = -1;
        int end = firstEnd;
        Matcher next = WORD.matcher(text);
        for (int i = 0; i < NAME_WORDS_MAX; i++) {
            String words = text.substring(start, end).toLowerCase(Locale.ROOT);
            if (known.isName(words)) found = end;
            else if (words.matches(".*['’]s") && known.isName(words.substring(0, words.length() - 2))) found = end;
            if (!next.find(end) || !text.substring(end, next.start()).matches(",? ")) return found;
            end = next.end();
        }
        return found;
    }
}
