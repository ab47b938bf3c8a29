package dev.lintel.controller.wallet;

import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.store.WalletStore.Pass;
import dev.lintel.controller.store.WalletStore.Standing;
import dev.lintel.controller.store.WalletStore.Untold;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Phones that have passes in Apple's wallet: which want to hear of which, and what changed. Any thread but an event
/// loop.
///
/// ```
///   phone ─► register(device, serial, token) ─► added_to_wallet       unregister ─► removed, once no phone has it
///   each half minute: what a pass shows differs ─► changed_at, untold ─► a message by Apple ─► phone
///                                                                        phone ─► changed ─► latest: the pass
/// ```
public final class AppleWallets implements AutoCloseable {
    /// Below the callbacks' address; Apple's phones put `/v1/…` behind it.
    public static final String PATH = "/wallet/apple";

    private static final Logger LOG = System.getLogger(AppleWallets.class.getName());

    private static final String NOT_LOOKED = "passes that changed are not looked for: the log says why";

    private static final String AWAY =
            "phones are not told of passes that changed: Apple's service is away, the log says why";
    /// Apple's service is not there for moments, as any is: nobody need know.
    private static final Duration AWAY_TOLD = Duration.ofMinutes(10);
    /// Until it is asked once more.
    private static final List<Duration> HOLDS =
            List.of(Duration.ofSeconds(25), Duration.ofMinutes(2), Duration.ofMinutes(10));

    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    private static final Pattern PUSH_TOKEN = Pattern.compile("[0-9A-Fa-f]{2,400}");
    /// Somebody's phone, watch, tablet and computer, twice over: all of theirs hear of it, and no more are kept.
    private static final int DEVICES_MAX = 16;
    /// Looked at in one read.
    private static final int BATCH = 500;
    /// What is under way ends in much less, once it is interrupted.
    private static final Duration END = Duration.ofSeconds(3);
    /// Sent in one round, each some tenth of a second: the rest waits for the next.
    private static final int ROUND_MAX = 500;

    private final WalletDesk desk;
    private final ApplePush push;
    private final Database database;
    private final Time time;
    /// One round at a time.
    private final Semaphore round = new Semaphore(1);

    private volatile @Nullable Thread telling;
    private volatile @Nullable String fault;
    /// Since when the service is away, monotonic nanoseconds; null: it is not, as far as is known. With [#round] held.
    private @Nullable Long awayNs;
    /// As above: nothing is tried before, after so many failures.
    private long heldUntilNs;

    private int failures;

    public AppleWallets(WalletDesk desk, ApplePush push) {
        this.desk = desk;
        this.push = push;
        this.database = desk.parts().database();
        this.time = desk.parts().time();
    }

    /// A pass as a phone names it, which nothing is proved of yet.
    ///
    /// @param token what the phone shows for it; null: nothing
    public record Named(
            String passType, String serial, @Nullable String token) {}

    /// Throws [MobileException]: NOT_GOOD, unless the phone has the pass.
    public void prove(Named named) {
        if (!desk.parts().mobile().isHere()) throw refused();
        Pass _ = database.read(sql -> proved(sql, named));
    }

    /// That phone has the pass, and wants to hear of changes. Whether it was not known. Throws [MobileException]:
    /// NOT_GOOD whatever is wrong.
    public boolean register(Named named, String device, @Nullable String pushToken) {
        prove(named); // beside the writer, which everything else waits for
        if (!DEVICE.matcher(device).matches() || pushToken == null) throw refused();
        if (!PUSH_TOKEN.matcher(pushToken).matches()) throw refused();
        return database.write(sql -> {
            Pass pass = proved(sql, named);
            boolean known = WalletStore.isRegistered(sql, device, pass.serial());
            if (!known && WalletStore.devices(sql, pass.serial()) >= DEVICES_MAX) throw refused();
            boolean fresh = WalletStore.register(sql, device, pass.serial(), pushToken);
            Credential credential = credential(sql, pass);
            if (credential != null) desk.added(sql, credential, WalletDesk.APPLE, by(credential));
            return fresh;
        });
    }

    /// That phone has it no more. Throws [MobileException]: NOT_GOOD.
    public void unregister(Named named, String device) {
        prove(named);
        database.write(sql -> {
            Pass pass = proved(sql, named); // also one that Apple has called gone: it takes the pass out all the same
            WalletStore.unregister(sql, device, pass.serial());
            Credential credential = credential(sql, pass);
            boolean last = WalletStore.devices(sql, pass.serial()) == 0;
            if (last && credential != null) desk.removed(sql, credential, WalletDesk.APPLE, by(credential));
            return true;
        });
    }

    /// Passes that changed.
    ///
    /// @param tag to be shown when it is asked for later ones
    public record Changed(String tag, List<String> serials) {
        public Changed {
            serials = List.copyOf(serials);
        }
    }

    /// A phone's that changed since; null: none did. Whoever knows a phone's name learns serials, which open nothing.
    ///
    /// @param since a tag, or null for all
    public @Nullable Changed changed(String passType, String device, @Nullable String since) {
        if (!desk.parts().mobile().isHere()) return null;
        long sinceMs = since != null && since.matches("[0-9]{1,18}") ? Long.parseLong(since) : -1;
        List<Pass> all = database.read(sql -> WalletStore.ofDevice(sql, passType, device, sinceMs));
        if (all.isEmpty()) return null;
        return new Changed(
                Long.toString(all.getLast().changedAtMs()),
                all.stream().map(Pass::serial).toList());
    }

    /// A pass as it stands.
    ///
    /// @param file null: it has not changed
    public record Latest(@Nullable Bytes file, long changedAtMs) {}

    /// Throws [MobileException]: NOT_GOOD, or NOT_READY while none can be signed.
    ///
    /// @param sinceS seconds since 1970 of what the phone has; null: nothing
    public Latest latest(Named named, @Nullable Long sinceS) {
        prove(named);
        Face face = database.read(sql -> desk.face(sql, proved(sql, named)));
        boolean same = sinceS != null && Math.floorDiv(face.changedAtMs(), 1_000L) <= sinceS;
        // What the box signs by now may be of another type, which is none of that phone's.
        return new Latest(same ? null : desk.file(face, named.passType), face.changedAtMs());
    }

    private static @Nullable Credential credential(Sql sql, Pass pass) {
        Long id = pass.credentialId();
        return id == null ? null : CredentialStore.get(sql, id);
    }

    private static By by(Credential credential) {
        return new By("Apple Wallet", "pass " + credential.id());
    }

    private Pass proved(Sql sql, Named named) {
        Pass pass = WalletStore.get(sql, named.serial);
        if (pass == null || named.token == null) throw refused();
        boolean good =
                desk.parts().secrets().isToken(named.token, pass.nonce()) && named.passType.equals(pass.passType());
        if (!good) throw refused();
        return pass;
    }

    private static MobileException refused() {
        return new MobileException(Reason.NOT_GOOD, "not a pass of this box");
    }

    // ---- telling phones

    /// As [#tell], on a thread of its own: others do their rounds meanwhile.
    public void tellBeside() {
        if (round.availablePermits() == 0) return; // still at the last one
        telling = Thread.ofVirtual().name("passes").start(this::tell);
    }

    /// Why phones are not told of changes, in a sentence; null: they are. What keeps passes from being signed comes
    /// first: Apple is not asked without it.
    public @Nullable String fault() {
        String own = desk.parts().apple().fault();
        return own == null ? fault : own;
    }

    /// Looks for passes that show something else than phones were told, and has Apple tell these. Never fails.
    void tell() {
        if (!desk.parts().mobile().isHere() || !round.tryAcquire()) return;
        try {
            String after = "";
            while (true) {
                List<Standing> batch = look(after);
                if (batch.isEmpty()) break;
                after = batch.getLast().serial();
            }
            if (database.read(WalletStore::hasVoid)) {
                database.write(sql -> {
                    WalletStore.forgetVoid(sql);
                    return true;
                });
            }
            sendUnlessHeld();
            fault = isAwayForLong() ? AWAY : null;
        } catch (StoreException e) { // the next time; what the database says is not for everybody who asks /health
            fault = NOT_LOOKED;
            LOG.log(Level.WARNING, "passes that changed are not looked for: " + e.getMessage());
        } catch (RuntimeException e) {
            fault = NOT_LOOKED;
            LOG.log(Level.ERROR, "telling phones of passes failed", e);
        } finally {
            round.release();
        }
    }

    private record Change(String serial, String shown) {}

    private List<Standing> look(String after) {
        var changes = new ArrayList<Change>();
        List<Standing> batch = database.read(sql -> {
            List<Standing> some = WalletStore.standing(sql, after, BATCH);
            String place = some.isEmpty() ? "" : Faces.place(sql);
            for (Standing one : some) {
                String shown = Faces.of(one, place).hash();
                if (!shown.equals(one.shown())) changes.add(new Change(one.serial(), shown));
            }
            return some;
        });
        if (changes.isEmpty()) return batch;
        database.write(sql -> {
            for (Change change : changes) {
                WalletStore.shown(sql, change.serial, change.shown, time.nowMs());
                WalletStore.untold(sql, change.serial);
            }
            return true;
        });
        return batch;
    }

    private boolean isAwayForLong() {
        Long since = awayNs;
        return since != null && time.nowNs() - since >= AWAY_TOLD.toNanos();
    }

    /// While Apple's service is away one message asks for all, less and less often.
    private void sendUnlessHeld() {
        long nowNs = time.nowNs();
        if (failures > 0 && nowNs - heldUntilNs < 0) return;
        if (send()) {
            failures = 0;
            awayNs = null;
            return;
        }
        if (awayNs == null) awayNs = nowNs;
        heldUntilNs = nowNs + HOLDS.get(Math.min(failures, HOLDS.size() - 1)).toNanos();
        failures++;
    }

    /// Whether the service was there, or nothing was to be sent.
    private boolean send() {
        for (Untold phone : database.read(sql -> WalletStore.untold(sql, ROUND_MAX))) {
            switch (push.send(phone)) {
                case TOLD ->
                    database.write(sql -> {
                        WalletStore.told(sql, phone);
                        return true;
                    });
                case GONE ->
                    database.write(sql -> {
                        WalletStore.forgetToken(sql, phone.pushToken());
                        return true;
                    });
                case LATER -> // others first, the next time
                    database.write(sql -> {
                        WalletStore.later(sql, phone);
                        return true;
                    });
                case AWAY -> {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void close() {
        Thread now = telling;
        if (now != null) end(now);
        push.close();
    }

    private static void end(Thread now) {
        now.interrupt();
        try {
            now.join(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
