package dev.lintel.controller.access;

/// What numbers passes of wallets have: of 56 bits, the first of them set. So all have as many digits, none is found by
/// trying, and one is known for what it may be by a box that has not heard of it. Pure; any thread.
public final class PassNumber {
    /// The least.
    public static final long FROM = 1L << 55;
    /// One more than the largest.
    public static final long TO = 1L << 56;
    /// In decimal.
    static final int DIGITS = 17;

    private PassNumber() {}

    static boolean isOne(long number) {
        return number >= FROM && number < TO;
    }
}
