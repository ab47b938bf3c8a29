package dev.lintel.controller.api;

import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.wallet.WalletDesk;
import java.util.LinkedHashMap;
import java.util.Map;

/// A credential as JSON. Status is shown for mobile credentials only, a value for the others only; the code of an
/// invitation where the account hands codes out itself, and the link to a pass, to everybody who may read people, for
/// as long as somebody is invited.
final class CredentialJson {
    private final MobileDesk mobile;
    private final WalletDesk wallet;
    private final Database database;

    CredentialJson(MobileDesk mobile, WalletDesk wallet, Database database) {
        this.mobile = mobile;
        this.wallet = wallet;
        this.database = database;
    }

    /// For one, or a handful, outside a transaction.
    Map<String, Object> of(Credential credential) {
        PinView pins = database.read(sql -> PinView.of(sql, Map.of()));
        boolean timed = credential.invitation() != null || !credential.limits().isNone();
        return timed ? of(credential, database.read(AccountTimes::of), pins) : withUrl(credential, pins);
    }

    /// @param times of invitations and limits
    Map<String, Object> of(Credential credential, AccountTimes times, PinView pins) {
        Map<String, Object> json = withUrl(credential, pins);
        json.putAll(LimitsInput.json(credential, times));
        MobileDesk.Code code = mobile.handedOut(credential);
        if (code != null) {
            json.put("invitation_code", code.code());
            json.put("invitation_expires_at", times.local(code.expiresAt().toEpochMilli()));
        }
        return json;
    }

    private Map<String, Object> withUrl(Credential credential, PinView pins) {
        Map<String, Object> json = json(credential, pins);
        String url = wallet.url(credential);
        if (url != null) json.put("url", url);
        return json;
    }

    private static Map<String, Object> json(Credential credential, PinView pins) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", Long.toString(credential.id()));
        json.put("person_id", credential.personId());
        json.put("credential_type_id", credential.type().id());
        json.put("label", credential.type().label());
        if (credential.type().hasValue()) json.put("value", pins.value(credential));
        else json.put("status", credential.status());
        if (credential.status().equals(Credential.ADDED_TO_WALLET)) json.put("wallet_type", credential.value());
        return json;
    }
}
