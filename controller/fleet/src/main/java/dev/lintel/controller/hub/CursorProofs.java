package dev.lintel.controller.hub;

import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Cursor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Proofs of cursors: a box can show only a cursor that this hub once gave, and cannot invent one to claim that the hub
/// was restored from a backup. The key is derived from the authority's, so that a restored database does not lose it.
/// Proofs of an authority that was replaced are accepted for as long as that one is kept. Any thread.
final class CursorProofs {
    private static final String MAC = "HmacSHA256";
    private static final String PURPOSE = "lintel cursors of boxes";
    private static final int BYTES = 16;

    private static final long RETRY_NS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger LOG = System.getLogger(CursorProofs.class.getName());

    private final BoxCertificates certificates;
    private final Time time;
    /// Of the authority in use, then of those that it replaced; empty: not read yet.
    private volatile List<Bytes> keys = List.of();

    private volatile @Nullable String fault;
    private volatile long triedNs;

    CursorProofs(BoxCertificates certificates, Time time) {
        this.certificates = certificates;
        this.time = time;
    }

    /// Reads the keys, where they are not known yet. Where they cannot be read, cursors have no proofs until a later
    /// call succeeds, a minute later at the earliest.
    void look() {
        if (!keys.isEmpty() || (fault != null && time.nowNs() - triedNs < RETRY_NS)) return;
        triedNs = time.nowNs();
        try {
            keys = certificates.derivedKeys(PURPOSE);
            fault = null;
        } catch (TlsException e) {
            String before = fault;
            String now = "boxes get no proofs of what they know: " + e.getMessage()
                    + ". Restore ca.key and ca.crt from a backup";
            fault = now;
            if (!now.equals(before)) LOG.log(Level.ERROR, now);
        }
    }

    /// For /health; null: the keys are known.
    @Nullable
    String fault() {
        return fault;
    }

    /// Whether proofs can be verified.
    boolean isReady() {
        look();
        return !keys.isEmpty();
    }

    /// The same with its proof; without one where the keys cannot be read.
    Cursor prove(Cursor cursor) {
        return isReady() ? cursor.with(proof(cursor, keys.getFirst())) : cursor;
    }

    /// Whether this hub gave it.
    boolean isProven(Cursor cursor) {
        String shown = cursor.proof();
        if (shown == null || !isReady()) return false;
        byte[] given = shown.getBytes(StandardCharsets.US_ASCII);
        boolean proven = false;
        for (Bytes key : keys) {
            proven |= MessageDigest.isEqual(given, proof(cursor, key).getBytes(StandardCharsets.US_ASCII));
        }
        return proven;
    }

    private static String proof(Cursor cursor, Bytes key) {
        try {
            var mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key.toArray(), MAC));
            byte[] whole = mac.doFinal(cursor.toString().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(whole, 0, BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }
}
