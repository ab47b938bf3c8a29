package dev.lintel.controller.acme;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the box answers under `/.well-known/acme-challenge/` (RFC 8555, 8.3), while an order is under way. Any thread.
public final class Challenges {
    /// Names on order at once, and once more for an order that was begun anew.
    private static final int ANSWERS_MAX = 200;
    /// Base64url, of at least 128 bits.
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{16,256}");

    private final Map<String, String> answers = new ConcurrentHashMap<>();

    static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    void answer(String token, String authorization) {
        if (answers.size() >= ANSWERS_MAX) answers.clear(); // those under way are answered again at the next step
        answers.put(token, authorization);
    }

    void clear() {
        answers.clear();
    }

    /// The answer to a token; null: nobody waits for it.
    public @Nullable String of(String token) {
        return answers.get(token);
    }
}
