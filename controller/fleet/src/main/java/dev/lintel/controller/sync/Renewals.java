package dev.lintel.controller.sync;

import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.TlsException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tries to have this box's certificate renewed: one at a time, beside housekeeping, for a hub that answers slowly must
/// not hold that up. Why it fails is told once. Any thread.
final class Renewals {
    private static final Logger LOG = System.getLogger(Renewals.class.getName());

    private final AtomicBoolean underWay = new AtomicBoolean();
    private volatile @Nullable String told;

    /// Does not wait; where one is under way, nothing happens.
    void apart(Runnable renewal) {
        if (!underWay.compareAndSet(false, true)) return;
        Thread.ofVirtual().name("box-certificate").start(() -> {
            try {
                renewal.run();
            } finally {
                underWay.set(false);
            }
        });
    }

    /// Asks the hub to sign a new certificate for the same key. Returns the joined hub; null: try later.
    Upstream.@Nullable Joined renewed(Upstream upstream, Upstream.Joined joined, HubLine line) {
        Instant end = joined.chain().getFirst().getNotAfter().toInstant();
        return tried(
                "this box's certificate ends " + end + " and is not renewed yet: ",
                () -> upstream.renewed(line.renew(BoxKey.pem(joined.key().csr()))));
    }

    /// As above, of another key: a copy of this box has the present one.
    Upstream.@Nullable Joined rekeyed(Upstream upstream, HubLine line) {
        BoxKey key = BoxKey.create();
        return tried(
                "a copy of this box has its key, and the box has no other one yet: ",
                () -> upstream.rekeyed(key, line.renew(BoxKey.pem(key.csr()))));
    }

    private Upstream.@Nullable Joined tried(String otherwise, Supplier<Upstream.Joined> renewal) {
        try {
            Upstream.Joined renewed = renewal.get();
            told = null;
            return renewed;
        } catch (UplineException | TlsException | DataFolderException e) {
            failed(otherwise + e.getMessage());
            return null;
        }
    }

    private void failed(String why) {
        if (!why.equals(told)) LOG.log(Level.WARNING, why);
        told = why;
    }
}
