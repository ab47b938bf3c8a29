package dev.lintel.controller.hub;

import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Cursor;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Proofs of cursors: a box can show only a cursor that this hub once gave, and cannot invent one to claim that the hub
/// was restored from a backup. The key is derived from the authority's, so that a restored database does not lose it.
/// Any thread.
final class CursorProofs {
    private static final String MAC = "HmacSHA256";
    private static final String PURPOSE = "lintel cursors of boxes";
    private static final int BYTES = 16;

    private final BoxCertificates certificates;
    private volatile @Nullable Bytes key;

    CursorProofs(BoxCertificates certificates) {
        this.certificates = certificates;
    }

    /// The same with its proof.
    Cursor prove(Cursor cursor) {
        return cursor.with(proof(cursor));
    }

    /// Whether this hub gave it.
    boolean isProven(Cursor cursor) {
        String shown = cursor.proof();
        return shown != null
                && MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.US_ASCII), proof(cursor).getBytes(StandardCharsets.US_ASCII));
    }

    private String proof(Cursor cursor) {
        try {
            var mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key().toArray(), MAC));
            byte[] whole = mac.doFinal(cursor.toString().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(whole, 0, BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }

    /// Read at first use: a hub that has just begun may have no authority yet.
    private Bytes key() {
        Bytes known = key;
        if (known != null) return known;
        Bytes derived = certificates.derivedKey(PURPOSE);
        key = derived;
        return derived;
    }
}
