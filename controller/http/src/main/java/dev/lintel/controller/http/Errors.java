package dev.lintel.controller.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is wrong with a request's fields, gathered so that a client learns all of it at once.
public final class Errors {
    public static final String BLANK = "can't be blank";
    public static final String TAKEN = "has already been taken";
    public static final String INVALID = "is invalid";

    private final Map<String, List<String>> messages = new LinkedHashMap<>();
    private final List<String> pins = new ArrayList<>();

    public void add(String field, String message) {
        var list = messages.computeIfAbsent(field, _ -> new ArrayList<>());
        if (!list.contains(message)) list.add(message);
    }

    /// A PIN that is in use, where PINs are masked. It is an error only where nothing else is wrong: a request that is
    /// refused in any case must not find out which PINs are in use.
    public void addTakenPin(String field) {
        if (!pins.contains(field)) pins.add(field);
    }

    /// Fields with a PIN in use, if the errors name them.
    public List<String> takenPins() {
        return messages.isEmpty() ? List.copyOf(pins) : List.of();
    }

    /// Throws [RefusedException] with 422 when anything is wrong; inside a transaction that undoes it.
    public void refuseIfAny() {
        Map<String, List<String>> all = messages();
        if (!all.isEmpty()) throw new RefusedException(new Reply.Invalid(all));
    }

    /// By field, in the order they were found.
    public Map<String, List<String>> messages() {
        if (!messages.isEmpty()) return messages;
        var taken = new LinkedHashMap<String, List<String>>();
        for (String field : pins) taken.put(field, List.of(TAKEN));
        return taken;
    }

    public static String range(long min, long max) {
        return "must be between " + min + " and " + max;
    }

    public static String tooMany(int max) {
        return "has too many of them that have not ended (maximum is " + max + ")";
    }

    public static String tooLong(int max) {
        return "is too long (maximum is " + max + " characters)";
    }
}
