package dev.lintel.reader.format;

import java.util.List;

/// One parity bit. Even: the ones among it and the bits it covers are even in number; odd likewise. A covered bit
/// may itself be a parity bit that was computed before.
///
/// @param position where the parity bit is
/// @param covered the bits it covers, itself left out
public record Parity(int position, boolean even, List<Integer> covered) {
    public Parity {
        covered = List.copyOf(covered);
    }

    boolean holds(char[] bits) {
        return bits[position] == expected(bits);
    }

    void write(char[] bits) {
        bits[position] = expected(bits);
    }

    private char expected(char[] bits) {
        boolean ones = !even;
        for (int bit : covered) ones ^= bits[bit] == '1';
        return ones ? '1' : '0';
    }
}
