package dev.lintel.controller.console;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which passwords are taken: long ones that nobody guesses first. No rules about kinds of characters: they make
/// passwords worse (NIST SP 800-63B, 5.1.1.2).
public final class PasswordRules {
    static final int CHARS_MIN = 10;
    /// Longer ones cost time to hash and protect nobody better.
    static final int CHARS_MAX = 256;

    /// What people choose first when they must use ten characters; compared after digits and signs at the ends are cut.
    private static final Set<String> COMMON = Set.of(
            "password",
            "passwort",
            "passw0rd",
            "p@ssword",
            "p@ssw0rd",
            "letmein",
            "welcome",
            "admin",
            "administrator",
            "qwerty",
            "qwertyuiop",
            "qwertzuiop",
            "azertyuiop",
            "asdfghjkl",
            "iloveyou",
            "changeme",
            "football",
            "baseball",
            "sunshine",
            "princess",
            "starwars",
            "superman",
            "trustnoone",
            "whatever",
            "lintel",
            "access",
            "accesscontrol",
            "controller",
            "doorcontroller",
            "opensesame",
            "secret",
            "topsecret",
            "default",
            "abcdefghij",
            "abcdefghijk",
            "lintellintel",
            "passwordpassword",
            "adminadmin",
            "correcthorsebatterystaple");

    private PasswordRules() {}

    /// Why the password is not taken, as a sentence, or null when it is.
    public static @Nullable String fault(String password, String email) {
        int chars = password.codePointCount(0, password.length());
        if (chars < CHARS_MIN) return "Use at least " + CHARS_MIN + " characters.";
        if (chars > CHARS_MAX) return "Use at most " + CHARS_MAX + " characters.";
        String lower = password.toLowerCase(Locale.ROOT);
        if (lower.chars().distinct().count() <= 3) return "Too simple: it repeats the same few characters.";
        if (isRun(lower)) return "Too simple: it is a run of neighbouring characters.";
        String core = lower.replaceAll("^[^\\p{L}]+|[^\\p{L}]+$", "");
        if (COMMON.contains(lower) || COMMON.contains(core)) return "Too common: it is among the first that are tried.";
        String name = email.toLowerCase(Locale.ROOT);
        int at = name.indexOf('@');
        boolean isAddress = lower.equals(name) || (at > 0 && core.equals(name.substring(0, at)));
        return isAddress ? "Too easy to guess: it is your email address." : null;
    }

    /// Whether it counts up or down all the way, as in 1234567890; one break is where 9 meets 0.
    private static boolean isRun(String text) {
        int up = 0;
        int down = 0;
        for (int i = 1; i < text.length(); i++) {
            int step = text.charAt(i) - text.charAt(i - 1);
            if (step == 1) up++;
            if (step == -1) down++;
        }
        return Math.max(up, down) >= text.length() - 2;
    }
}
