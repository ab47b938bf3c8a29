package dev.lintel.controller.mobile;

import dev.lintel.controller.mobile.MobileDesk.Parts;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.MobileStore;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// What the vendor of phones is told again until it has taken it: revocations that were cut off, and what stands here.
/// Any thread but an event loop; one round at a time.
///
/// ```
///   revoking ──vendor says so──► revoked        a row that stays `revoking` is asked for in the next round
///   invited, active ───────────► settle         of a service elsewhere alone
/// ```
public final class VendorRounds implements AutoCloseable {
    private static final Logger LOG = System.getLogger(VendorRounds.class.getName());
    /// Phones that are looked at in one read.
    private static final int BATCH = 500;
    /// A round that waits for a service ends at once; one that writes does so in this time.
    private static final Duration END = Duration.ofSeconds(5);

    private final Parts parts;
    private final Semaphore round = new Semaphore(1);
    private volatile @Nullable Thread going;
    private volatile @Nullable String fault;

    VendorRounds(Parts parts) {
        this.parts = parts;
    }

    /// A round on a thread of its own: a service may take long, and others do their rounds meanwhile.
    public void goBeside() {
        if (round.availablePermits() == 0) return; // still at the last one
        going = Thread.ofVirtual().name("phones").start(this::go);
    }

    /// What was left undone in the last round, in a sentence; null: nothing.
    public @Nullable String fault() {
        return fault;
    }

    /// Never fails.
    void go() {
        if (!round.tryAcquire()) return;
        try {
            boolean all = finishRevoking();
            fault = settle() && all ? null : "not all phones are yet at their service as they stand here";
        } catch (RuntimeException e) {
            fault = "phones could not be looked through";
            LOG.log(Level.ERROR, "a round of phones failed", e);
        } finally {
            round.release();
        }
    }

    /// Goes on with what a power cut, or a vendor that was away, has left half done. False: some is still.
    private boolean finishRevoking() {
        boolean all = true;
        try {
            for (long id : parts.database().read(MobileStore::revoking)) all &= finish(id);
        } catch (StoreException e) { // the next time
            LOG.log(Level.WARNING, "phones that are being revoked are not looked at: " + e.getMessage());
            return false;
        }
        return all;
    }

    /// Brings a service elsewhere up to what stands here. False: it was not.
    private boolean settle() {
        if (!parts.vendor().isElsewhere() || parts.elsewhere().get() != null) return true;
        try {
            parts.vendor().settle(standing());
            return true;
        } catch (RuntimeException e) { // the next time
            LOG.log(
                    Level.WARNING,
                    "phones are not as they stand at " + parts.vendor().name() + " yet: " + e.getMessage());
            return false;
        }
    }

    private List<Phone> standing() {
        var all = new ArrayList<Phone>();
        long before = Long.MAX_VALUE;
        while (true) {
            long end = before;
            List<Phone> some = parts.database().read(sql -> MobileStore.list(sql, end, BATCH));
            for (Phone phone : some) {
                boolean stands = phone.status().equals(Credential.INVITED)
                        || phone.status().equals(Credential.ACTIVE);
                if (stands && !phone.pass()) all.add(phone);
            }
            if (some.size() < BATCH) return List.copyOf(all);
            before = some.getLast().id();
        }
    }

    /// Takes a phone off that is `revoking`. False: its vendor has not done so yet. Throws [StoreException].
    boolean finish(long id) {
        if (parts.elsewhere().get() != null) return true; // not this box's
        try {
            parts.vendor().revoke(id);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) { // it opens nothing meanwhile
            LOG.log(Level.WARNING, "phone " + id + " is not revoked at its vendor yet: " + e.getMessage());
            return false;
        }
        return parts.database().write(sql -> {
            Credential credential = CredentialStore.get(sql, id);
            if (credential == null || !credential.status().equals(Credential.REVOKING)) return true;
            CredentialStore.status(sql, id, Credential.REVOKED, parts.time().nowMs());
            return true;
        });
    }

    /// Ends the round that goes on.
    @Override
    public void close() {
        Thread now = going;
        if (now == null) return;
        now.interrupt();
        try {
            now.join(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
