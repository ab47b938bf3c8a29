package dev.lintel.controller.store;

/// A set of texts that takes the same memory however many it has: whatever was added is found; what was not
/// may be found as well, the more often the fuller it is: a Bloom filter. For one thread while it is
/// filled.
///
/// ```
///   texts      1,000,000      4,000,000   16,000,000
///   wrongly    1 of 500,000   1 of 900    1 of 6
/// ```
final class RoughSet {
    /// 8 MB, of the 64 that a box's command line has.
    private static final int BITS_LOG2 = 26;
    /// Bits that stand for one text.
    private static final int BITS_EACH = 5;

    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private long[] words = {};

    boolean isEmpty() {
        return words.length == 0;
    }

    void add(String text) {
        if (words.length == 0) words = new long[1 << (BITS_LOG2 - 6)];
        long hash = hash(text);
        for (int i = 0; i < BITS_EACH; i++) words[word(hash, i)] |= 1L << bit(hash, i);
    }

    boolean mayHave(String text) {
        if (words.length == 0) return false;
        long hash = hash(text);
        for (int i = 0; i < BITS_EACH; i++) {
            if ((words[word(hash, i)] & (1L << bit(hash, i))) == 0) return false;
        }
        return true;
    }

    private static int word(long hash, int i) {
        return (int) (place(hash, i) >>> 6);
    }

    private static int bit(long hash, int i) {
        return (int) (place(hash, i) & 63);
    }

    /// The upper half of the hash as the first place, the lower as the way to the next.
    private static long place(long hash, int i) {
        return (hash + i * (hash << 32)) >>> (64 - BITS_LOG2);
    }

    /// FNV-1a of the characters, whose upper bits are few for a short text, and so Murmur's last step.
    private static long hash(String text) {
        long hash = FNV_BASIS;
        for (int i = 0; i < text.length(); i++) hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
