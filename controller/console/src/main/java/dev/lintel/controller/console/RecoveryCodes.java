package dev.lintel.controller.console;

import dev.lintel.controller.secret.Tokens;
import dev.lintel.reader.Bytes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Codes on paper for the day the phone is lost: four groups of four, each good once. Only their SHA-256 is stored: 80
/// random bits need no slow hash. Pure but for making them.
final class RecoveryCodes {
    static final int COUNT = 10;

    private static final int CHARS = 16;
    private static final int GROUP = 4;
    /// 32 signs, without those that look like others on paper.
    private static final String SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final Pattern CODE = Pattern.compile("[" + SIGNS + "]{" + CHARS + "}");

    private RecoveryCodes() {}

    static List<String> make(SecureRandom random) {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) codes.add(one(random));
        return codes;
    }

    private static String one(SecureRandom random) {
        var code = new StringBuilder();
        for (int i = 0; i < CHARS; i++) {
            if (i > 0 && i % GROUP == 0) code.append('-');
            code.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
        }
        return code.toString();
    }

    /// What is stored of a code as somebody typed it, in whatever case and grouping; null when it cannot be one.
    static @Nullable Bytes hash(String typed) {
        String code = typed.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        return CODE.matcher(code).matches() ? Tokens.hash(code) : null;
    }

    static List<Bytes> hashes(List<String> codes) {
        List<Bytes> hashes = new ArrayList<>();
        for (String code : codes) hashes.add(Tokens.hash(code.replace("-", "")));
        return hashes;
    }
}
