package dev.lintel.controller.access;

/// The PIN that a person types under a threat: theirs with the last digit one more, 0 after 9. Pure.
public final class DuressPin {
    private static final int TEN = 10;

    private DuressPin() {}

    /// The one that goes with `pin`.
    public static long of(long pin) {
        return pin % TEN == TEN - 1 ? pin - (TEN - 1) : pin + 1;
    }

    /// The one that `typed` goes with.
    public static long meant(long typed) {
        return typed % TEN == 0 ? typed + (TEN - 1) : typed - 1;
    }
}
