package dev.lintel.controller.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a mail server says of a letter, without what opens a door: filters quote what they dislike. Letters and
/// digits alone are compared, in any case and however they are broken.
///
/// ```
///   letter   https://lobby.example/mobile#7KQ2-M9XD-1234-ABCD
///   said     blocked mobile%237kq2-m9xd-1234 abcd here     --->   blocked … here
/// ```
final class Quoted {
    /// So many letters and digits in a row, of a code or of what follows a link's host, tell of it: half a code.
    private static final int RUN = 8;

    private static final Pattern SPACE = Pattern.compile("\\s+");
    /// As addresses have it, and mails.
    private static final Pattern ESCAPED = Pattern.compile("[%=][0-9A-Fa-f]{2}");

    private static final Pattern NEITHER = Pattern.compile("[^A-Za-z0-9]+");
    private static final Pattern LINK = Pattern.compile("[a-z]+://[^/]*(.*)");
    private static final Pattern CODE = Pattern.compile("[A-Z0-9-]{" + RUN + ",}");
    private static final String LEFT_OUT = "…";

    private Quoted() {}

    /// `said`, with an ellipsis for the words that tell of a code or a link of that letter, and for each address.
    static String without(Letter letter, String said) {
        String[] words = SPACE.split(said, -1);
        List<String> secrets = secrets(letter);
        boolean[] secret = new boolean[words.length];
        for (int i = 0; i < words.length; i++) secret[i] = words[i].contains("://");
        mark(secret, Stream.of(words).map(Quoted::plain).toList(), secrets);
        // What looks like an escape may be one, or the code's own letters.
        mark(
                secret,
                Stream.of(words)
                        .map(word -> plain(ESCAPED.matcher(word).replaceAll("")))
                        .toList(),
                secrets);
        var kept = new ArrayList<String>();
        for (int i = 0; i < words.length; i++) {
            if (!secret[i]) kept.add(words[i]);
            else if (kept.isEmpty() || !kept.getLast().equals(LEFT_OUT)) kept.add(LEFT_OUT);
        }
        return String.join(" ", kept);
    }

    private static List<String> secrets(Letter letter) {
        var secrets = new ArrayList<String>();
        for (String word : SPACE.split(letter.text(), -1)) {
            var link = LINK.matcher(word);
            if (link.matches()) secrets.add(plain(link.group(1)));
            else if (CODE.matcher(word).matches()) secrets.add(plain(word));
        }
        return secrets;
    }

    private static String plain(String word) {
        return NEITHER.matcher(word).replaceAll("").toLowerCase(Locale.ROOT);
    }

    /// Over the ends of words too: a code may be written in groups.
    private static void mark(boolean[] secret, List<String> words, List<String> secrets) {
        var all = new StringBuilder();
        var ends = new int[words.size()];
        for (int i = 0; i < ends.length; i++) {
            all.append(words.get(i));
            ends[i] = all.length();
        }
        int word = 0;
        for (int from = 0; from + RUN <= all.length(); from++) {
            while (ends[word] <= from) word++;
            String run = all.substring(from, from + RUN);
            if (secrets.stream().noneMatch(one -> one.contains(run))) continue;
            for (int i = word; i < ends.length && (i == word || ends[i - 1] < from + RUN); i++) secret[i] = true;
        }
    }
}
