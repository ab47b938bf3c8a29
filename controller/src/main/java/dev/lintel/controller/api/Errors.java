package dev.lintel.controller.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is wrong with a request's fields, gathered so that a client learns all of it at once.
final class Errors {
    static final String BLANK = "can't be blank";
    static final String TAKEN = "has already been taken";
    static final String INVALID = "is invalid";

    private final Map<String, List<String>> messages = new LinkedHashMap<>();

    void add(String field, String message) {
        var list = messages.computeIfAbsent(field, _ -> new ArrayList<>());
        if (!list.contains(message)) list.add(message);
    }

    /// Throws [RefusedException] with 422 when anything is wrong; inside a transaction that undoes it.
    void refuseIfAny() {
        if (!messages.isEmpty()) throw new RefusedException(new Reply.Invalid(messages));
    }

    /// By field, in the order they were found.
    Map<String, List<String>> messages() {
        return messages;
    }

    static String range(long min, long max) {
        return "must be between " + min + " and " + max;
    }

    static String tooMany(int max) {
        return "has too many of them that have not ended (maximum is " + max + ")";
    }

    static String tooLong(int max) {
        return "is too long (maximum is " + max + " characters)";
    }
}
