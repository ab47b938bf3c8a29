package dev.lintel.controller.access;

import java.util.Set;

/// The people that doors have seen enter one area, at one moment.
///
/// @param count how many they are
/// @param there those of the people asked about who are among them
public record Crowd(int count, Set<Long> there) {
    public Crowd {
        there = Set.copyOf(there);
    }
}
