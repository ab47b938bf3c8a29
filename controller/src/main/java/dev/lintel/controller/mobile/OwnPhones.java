package dev.lintel.controller.mobile;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MobileStore;
import dev.lintel.controller.store.MobileStore.Invitation;
import dev.lintel.controller.store.Sql;

/// The built-in vendor: keys are made by the page `/mobile` in phones' browsers, and known to this box alone.
public final class OwnPhones implements MobileVendor {
    private final String name;
    private final Database database;
    private final InvitationCodes codes;

    /// @param name that integrations know the account's field by
    public OwnPhones(String name, Database database, InvitationCodes codes) {
        this.name = name;
        this.database = database;
        this.codes = codes;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void invite(Sql sql, long credentialId, long expiresAtMs) {
        MobileStore.invite(sql, new Invitation(credentialId, codes.nonce(), expiresAtMs));
    }

    @Override
    public String code(Invitation invitation) {
        return codes.of(invitation.credentialId(), invitation.nonce());
    }

    /// The phone's key is forgotten: whatever it signs is nobody's.
    @Override
    public void revoke(long credentialId) {
        database.write(sql -> {
            MobileStore.forgetKey(sql, credentialId);
            return true;
        });
    }
}
