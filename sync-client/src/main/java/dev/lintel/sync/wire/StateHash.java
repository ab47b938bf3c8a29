package dev.lintel.sync.wire;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The hash of who stands where, whatever the order: which version of each person a box has. One thread.
///
/// ```
///   hash = sum over all people of the first 8 bytes of SHA-256( id | revision ), modulo 2^64, in hex, with the count
/// ```
///
/// It finds what was missed, doubled or left behind; a forger is kept out by TLS. What each row holds is covered by the
/// hash of the part it came in.
public final class StateHash {
    private final MessageDigest sha256;
    private final ByteBuffer buffer = ByteBuffer.allocate(16);
    private long sum;
    private long count;

    public StateHash() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// One that goes on from `check`. Throws [WireException] for a hash that is none.
    public static StateHash of(DownLine.Check check) {
        if (!check.hash().matches("[0-9a-f]{16}")) throw new WireException("check.hash must be 16 hex digits");
        var hash = new StateHash();
        hash.sum = Long.parseUnsignedLong(check.hash(), 16);
        hash.count = check.count();
        return hash;
    }

    public void add(long personId, long revision) {
        sum += of(personId, revision);
        count++;
    }

    /// Takes away what was added.
    public void remove(long personId, long revision) {
        sum -= of(personId, revision);
        count--;
    }

    private long of(long personId, long revision) {
        buffer.clear();
        buffer.putLong(personId).putLong(revision);
        return ByteBuffer.wrap(sha256.digest(buffer.array())).getLong();
    }

    public DownLine.Check check() {
        return new DownLine.Check(count, HexFormat.of().toHexDigits(sum));
    }
}
