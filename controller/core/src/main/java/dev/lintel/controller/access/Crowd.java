package dev.lintel.controller.access;

import java.util.Set;

/// The people that doors have seen enter one area, at one moment.
///
/// @param count how many they are
/// @param there those of the people asked about who are among them
/// @param observed whether a person was seen to enter since places in the area were forgotten last: without that, a
/// small count does not say that few people are there
public record Crowd(int count, Set<Long> there, boolean observed) {
    public Crowd {
        there = Set.copyOf(there);
    }

    /// Of an area whose places were not forgotten.
    public Crowd(int count, Set<Long> there) {
        this(count, there, true);
    }
}
