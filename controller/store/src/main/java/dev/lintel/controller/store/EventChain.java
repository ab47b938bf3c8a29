package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The chain of hashes through the log: each event's hash covers the one before it, so that an altered, removed or
/// added event breaks every later one.
///
/// ```
///   hash(n) = SHA-256( hash(n-1) | id | kind | channel | person | MAC(name) | credential | number | pin
///                      | occurred_at | boot | monotonic | additional )     fields as UTF-8 texts, each ended by 1Fh
/// ```
///
/// A person's name enters as a keyed hash only: a name can be erased later without breaking the chain, and the hash
/// left behind tells nobody the name. Confined to the writer thread.
final class EventChain {
    private static final byte FIELD_END = 0x1F;
    /// Half of SHA-256 is more than enough to tell two names apart.
    private static final int NAME_MAC_BYTES = 16;

    private final MessageDigest sha256;
    private final Mac hmac;
    private Bytes committed = Bytes.copyOf(new byte[32]);
    private Bytes current = committed;

    EventChain(byte[] nameKey) {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
            hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(nameKey, "HmacSHA256"));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has SHA-256 and HMAC", e);
        }
    }

    /// What one hash covers, besides the hash before it.
    record Link(long id, EventDraft draft, @Nullable Bytes nameMac, String bootId, String additional) {}

    /// The newest hash on disk, from which the chain goes on.
    void continueFrom(Bytes hash) {
        committed = hash;
        current = committed;
    }

    /// A transaction begins: what a refused one had chained is forgotten.
    void begin() {
        current = committed;
    }

    void commit() {
        committed = current;
    }

    @Nullable
    Bytes nameMac(@Nullable String name) {
        if (name == null) return null;
        return Bytes.copyOf(hmac.doFinal(name.getBytes(StandardCharsets.UTF_8)), 0, NAME_MAC_BYTES);
    }

    /// The hash of an event whose columns stand in the log, after the one before it.
    ///
    /// @param columns in the picture's order
    Bytes stored(Bytes before, List<@Nullable Object> columns) {
        sha256.reset();
        sha256.update(before.toArray());
        columns.forEach(this::field);
        return Bytes.copyOf(sha256.digest());
    }

    Bytes next(Link link) {
        var subject = link.draft.subject();
        sha256.reset();
        sha256.update(current.toArray());
        field(link.id);
        field(link.draft.kind().number());
        field(subject.channelId());
        field(subject.personId());
        field(link.nameMac);
        field(subject.credentialId());
        field(subject.credentialsNumber());
        field(subject.pin());
        field(link.draft.occurredAtMs());
        field(link.bootId);
        field(link.draft.monotonicNs());
        field(link.additional);
        current = Bytes.copyOf(sha256.digest());
        return current;
    }

    private void field(@Nullable Object value) {
        if (value != null) sha256.update(value.toString().getBytes(StandardCharsets.UTF_8));
        sha256.update(FIELD_END);
    }
}
