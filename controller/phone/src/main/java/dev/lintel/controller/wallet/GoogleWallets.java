package dev.lintel.controller.wallet;

import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.store.WalletStore.Pass;
import dev.lintel.controller.wallet.GoogleKeys.Known;
import dev.lintel.controller.wallet.GoogleMessages.Checked;
import dev.lintel.controller.wallet.GoogleMessages.Told;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Hears from Google whose wallet has a pass, and whose has it no more. Any thread but an event loop. Two copies of a
/// message that come at once are both applied, which changes nothing.
public final class GoogleWallets {
    private static final Logger LOG = System.getLogger(GoogleWallets.class.getName());
    /// Messages that were heard, by nonce: one that is sent again changes nothing. The oldest goes first; Google's are
    /// over within minutes, so none that is forgotten is good any more.
    private static final int HEARD_MAX = 10_000;

    private final WalletDesk desk;
    private final GooglePass google;
    private final GoogleKeys keys;
    private final Map<String, Boolean> heard = new LinkedHashMap<>();

    public GoogleWallets(WalletDesk desk, GooglePass google, GoogleKeys keys) {
        this.desk = desk;
        this.google = google;
        this.keys = keys;
    }

    /// A message as it came. Throws [MobileException]: NOT_GOOD whatever is wrong with it, NOT_READY while Google's
    /// keys are not to be had, and it is to be sent again.
    public void hear(Map<String, @Nullable Object> body) {
        if (!GoogleMessages.isWhole(body) || !desk.parts().mobile().isHere()) throw refused();
        Known kept = keys.get(false);
        Checked checked = check(body, kept);
        if (checked instanceof Checked.Bad) { // Google may have new keys
            Known known = keys.get(true);
            checked = check(body, known);
            if (checked instanceof Checked.Bad && !known.fresh()) {
                throw new MobileException(Reason.NOT_READY, "Google's keys are not to be had");
            }
        }
        switch (checked) {
            case Checked.Bad(String why) -> {
                LOG.log(Level.DEBUG, "a message of Google's wallet is refused: " + why);
                throw refused();
            }
            case Checked.Good(Told told) -> {
                if (isHeard(told.nonce())) return;
                apply(told);
                heard(told.nonce());
            }
        }
    }

    private static MobileException refused() {
        return new MobileException(Reason.NOT_GOOD, "not a message of Google's for this box");
    }

    private Checked check(Map<String, @Nullable Object> body, Known known) {
        long now = desk.parts().time().nowMs();
        return GoogleMessages.check(body, known.keys(), google.issuer(), now);
    }

    private synchronized boolean isHeard(String nonce) {
        return heard.containsKey(nonce);
    }

    /// Once it is on disk: what failed is sent again, and heard then.
    private synchronized void heard(String nonce) {
        heard.put(nonce, true);
        if (heard.size() > HEARD_MAX) heard.remove(heard.keySet().iterator().next());
    }

    private void apply(Told told) {
        String serial = google.serial(told.objectId());
        if (serial == null) return; // another box's, of the same issuer
        desk.parts().database().write(sql -> {
            Pass pass = WalletStore.get(sql, serial);
            Long id = pass == null ? null : pass.credentialId();
            Credential credential = id == null ? null : CredentialStore.get(sql, id);
            if (credential == null) return false;
            var by = new By("Google Wallet", "pass " + credential.id());
            if (told.saved()) desk.added(sql, credential, WalletDesk.GOOGLE, by);
            else desk.removed(sql, credential, WalletDesk.GOOGLE, by);
            return true;
        });
    }
}
