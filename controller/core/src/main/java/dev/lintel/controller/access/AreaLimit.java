package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// How many people may be in an area at once, from the site's policy. Immutable.
///
/// @param max the greatest number; null: any number
/// @param min the smallest number while anybody is there; null: any number
public record AreaLimit(
        String name, @Nullable Integer max, @Nullable Integer min) {
    /// As many people as a box keeps places of.
    public static final int MAX_MAX = 100_000;
    /// People who gather at one reader, each with 10 s for the next card: more cannot stand there.
    public static final int MIN_MAX = 10;

    /// How a number of people compares with the limits.
    public enum State {
        EMPTY,
        BELOW_MINIMUM,
        NORMAL,
        FULL
    }

    public State state(int people) {
        if (people == 0) return State.EMPTY;
        if (max != null && people >= max) return State.FULL;
        return allows(people) ? State.NORMAL : State.BELOW_MINIMUM;
    }

    /// Whether so many people are none, or as many as the minimum.
    boolean allows(int people) {
        return people == 0 || isMet(people);
    }

    /// Whether so many people are as many as the minimum.
    boolean isMet(int people) {
        return min == null || people >= min;
    }
}
