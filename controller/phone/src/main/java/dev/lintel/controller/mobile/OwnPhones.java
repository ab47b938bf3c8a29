package dev.lintel.controller.mobile;

import dev.lintel.controller.store.MobileStore.Invitation;

/// The built-in vendor: keys are made by the page `/mobile` in phones' browsers, and known to this box alone.
public final class OwnPhones implements MobileVendor {
    private final String name;
    private final InvitationCodes codes;

    /// @param name that integrations know the account's field by
    public OwnPhones(String name, InvitationCodes codes) {
        this.name = name;
        this.codes = codes;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String code(Invitation invitation) {
        return codes.of(invitation.credentialId(), invitation.nonce());
    }

    /// Nothing to do: it opens nothing from the moment that its status says so. Its key stays known, so that whoever
    /// tries it at a door leaves an event.
    @Override
    public void revoke(long credentialId) {}
}
