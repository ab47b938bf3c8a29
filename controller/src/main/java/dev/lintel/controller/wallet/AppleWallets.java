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
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Phones that have passes in Apple's wallet: which want to hear of which, and what changed. Any thread but an event
/// loop.
///
/// ```
///   phone ─► register(device, serial, token) ─► added_to_wallet       unregister ─► removed, once no phone has it
///   each half minute: what a pass shows differs ─► changed_at ─► a message by Apple ─► phone ─► serials ─► pass
/// ```
public final class AppleWallets {
    /// Below the callbacks' address; Apple's phones put `/v1/…` behind it.
    public static final String PATH = "/wallet/apple";

    private static final Logger LOG = System.getLogger(AppleWallets.class.getName());

    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    private static final Pattern PUSH_TOKEN = Pattern.compile("[0-9A-Fa-f]{2,400}");
    /// Somebody's phone, watch, tablet and computer, twice over: all of theirs hear of it, and no more are kept.
    private static final int DEVICES_MAX = 16;
    /// Looked at in one read.
    private static final int BATCH = 200;
    /// Phones that wait for a message: what does not fit is told when its wallet is opened.
    private static final int WAITING_MAX = 10_000;
    /// Sent in one round: half a minute at some milliseconds each.
    private static final int ROUND_MAX = 500;

    private final WalletDesk desk;
    private final ApplePush push;
    private final Database database;
    private final Time time;
    private final Set<String> waiting = new LinkedHashSet<>();

    public AppleWallets(WalletDesk desk, ApplePush push) {
        this.desk = desk;
        this.push = push;
        this.database = desk.parts().database();
        this.time = desk.parts().time();
    }

    /// A pass as a phone names it, which nothing is proved of yet.
    ///
    /// @param token what the phone shows for it; null: nothing
    public record Named(String passType, String serial, @Nullable String token, String from) {}

    /// That phone has the pass, and wants to hear of changes. Whether it was not known. Throws [MobileException]:
    /// NOT_GOOD whatever is wrong.
    public boolean register(Named named, String device, @Nullable String pushToken) {
        if (!DEVICE.matcher(device).matches()) throw refused(named, "its device has no name");
        if (pushToken == null || !PUSH_TOKEN.matcher(pushToken).matches()) throw refused(named, "no push token");
        return database.write(sql -> {
            Pass pass = proved(sql, named);
            boolean known = WalletStore.isRegistered(sql, device, pass.serial());
            if (!known && WalletStore.devices(sql, pass.serial()) >= DEVICES_MAX) throw refused(named, "too many phones");
            if (WalletStore.devices(sql, pass.serial()) == 0) { // it has what stands now, and is told what comes
                WalletStore.shown(sql, pass.serial(), desk.face(sql, pass).hash(), time.nowMs());
            }
            boolean fresh = WalletStore.register(sql, device, pass.serial(), pushToken);
            Credential credential = credential(sql, pass);
            if (credential != null) desk.added(sql, credential, WalletDesk.APPLE, by(pass));
            return fresh;
        });
    }

    /// That phone has it no more. Throws [MobileException]: NOT_GOOD.
    public void unregister(Named named, String device) {
        database.write(sql -> {
            Pass pass = proved(sql, named);
            if (!WalletStore.isRegistered(sql, device, pass.serial())) return false;
            WalletStore.unregister(sql, device, pass.serial());
            Credential credential = credential(sql, pass);
            boolean last = WalletStore.devices(sql, pass.serial()) == 0;
            if (last && credential != null) desk.removed(sql, credential, WalletDesk.APPLE, by(pass));
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
        if (!passType.equals(desk.parts().apple().identity().passType())) return null;
        long sinceMs = since != null && since.matches("[0-9]{1,18}") ? Long.parseLong(since) : -1;
        List<Pass> all = database.read(sql -> WalletStore.ofDevice(sql, device, sinceMs));
        if (all.isEmpty()) return null;
        return new Changed(
                Long.toString(all.getLast().changedAtMs()),
                all.stream().map(Pass::serial).toList());
    }

    /// A pass as it stands.
    ///
    /// @param file null: it has not changed
    public record Latest(@Nullable Bytes file, long changedAtMs) {}

    /// Throws [MobileException]: NOT_GOOD.
    ///
    /// @param sinceS seconds since 1970 of what the phone has; null: nothing
    public Latest latest(Named named, @Nullable Long sinceS) {
        Face face = database.read(sql -> desk.face(sql, proved(sql, named)));
        boolean same = sinceS != null && Math.floorDiv(face.changedAtMs(), 1_000L) <= sinceS;
        return new Latest(same ? null : desk.file(face), face.changedAtMs());
    }

    private static @Nullable Credential credential(Sql sql, Pass pass) {
        Long id = pass.credentialId();
        return id == null ? null : CredentialStore.get(sql, id);
    }

    private static By by(Pass pass) {
        return new By("Apple Wallet", "pass " + pass.credentialId());
    }

    private Pass proved(Sql sql, Named named) {
        Pass pass = WalletStore.get(sql, named.serial);
        String passType = desk.parts().apple().identity().passType();
        boolean good = pass != null
                && named.passType.equals(passType)
                && named.token != null
                && desk.parts().secrets().isToken(named.token, pass.nonce());
        if (!good) throw refused(named, "it is none of ours, or its token is wrong");
        return pass;
    }

    private static MobileException refused(Named named, String why) {
        LOG.log(Level.WARNING, "a phone's wallet is refused: " + why + ", from " + named.from);
        return new MobileException(Reason.NOT_GOOD, "not a pass of this box");
    }

    // ---- telling phones

    /// Looks for passes that show something else than phones were told, and has Apple tell these. Now and then; never
    /// fails.
    public void tell() {
        try {
            String after = "";
            while (true) {
                List<Pass> batch = look(after);
                if (batch.isEmpty()) break;
                after = batch.getLast().serial();
            }
            if (database.read(WalletStore::hasVoid)) {
                database.write(sql -> {
                    WalletStore.forgetVoid(sql);
                    return true;
                });
            }
            send();
        } catch (StoreException e) { // the next time
            LOG.log(Level.WARNING, "passes that changed are not looked for: " + e.getMessage());
        }
    }

    private record Change(Pass pass, String shown) {}

    private List<Pass> look(String after) {
        var changes = new ArrayList<Change>();
        List<Pass> batch = database.read(sql -> {
            List<Pass> some = WalletStore.heardOf(sql, after, BATCH);
            for (Pass pass : some) {
                String shown = desk.face(sql, pass).hash();
                if (!shown.equals(pass.shown())) changes.add(new Change(pass, shown));
            }
            return some;
        });
        if (changes.isEmpty()) return batch;
        database.write(sql -> {
            for (Change change : changes) {
                WalletStore.shown(sql, change.pass.serial(), change.shown, time.nowMs());
                for (String token : WalletStore.pushTokens(sql, change.pass.serial())) later(token);
            }
            return true;
        });
        return batch;
    }

    private synchronized void later(String token) {
        if (waiting.size() < WAITING_MAX) waiting.add(token);
    }

    private synchronized List<String> round() {
        return waiting.stream().limit(ROUND_MAX).toList();
    }

    private synchronized void told(String token) {
        waiting.remove(token);
    }

    private void send() {
        for (String token : round()) {
            switch (push.send(token)) {
                case TOLD -> told(token);
                case GONE -> {
                    told(token);
                    database.write(sql -> {
                        WalletStore.forgetToken(sql, token);
                        return true;
                    });
                }
                case LATER -> {
                    return; // the others would fare no better
                }
            }
        }
    }
}
