package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One thing that `doctor` looked at.
///
/// @param check what was looked at
/// @param state what it means
/// @param found what was found, a phrase
/// @param advice what to do about it; null when there is nothing to do
record Finding(
        String check, State state, String found, @Nullable String advice) {
    /// A failure keeps Lintel from working; a warning will bite later.
    enum State {
        OK,
        WARN,
        FAIL
    }

    static Finding ok(String check, String found) {
        return new Finding(check, State.OK, found, null);
    }

    static Finding warn(String check, String found, String advice) {
        return new Finding(check, State.WARN, found, advice);
    }

    static Finding fail(String check, String found, String advice) {
        return new Finding(check, State.FAIL, found, advice);
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("check", check);
        json.put("state", word());
        json.put("found", found);
        json.put("advice", advice);
        return json;
    }

    String sentence() {
        String line = String.format("%-4s  %-16s %s", word(), check, found);
        return advice == null ? line : line + "\n" + " ".repeat(23) + "-> " + advice;
    }

    private String word() {
        return switch (state) {
            case OK -> "ok";
            case WARN -> "warn";
            case FAIL -> "fail";
        };
    }
}
