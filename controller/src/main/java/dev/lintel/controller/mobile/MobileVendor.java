package dev.lintel.controller.mobile;

import dev.lintel.controller.store.MobileStore.Invitation;
import dev.lintel.controller.store.Sql;
import org.jspecify.annotations.Nullable;

/// Who makes keys of phones: this box by itself ([OwnPhones]), or a service of another maker. An adapter tells
/// [MobileDesk] when a code was used.
public interface MobileVendor {
    /// What the account's field is named by, such as `hid` in `hid_mobile_access`.
    String name();

    /// Makes an invitation for a credential that is there and is `invited`; one from before is good no more. In
    /// the caller's transaction, so nothing is sent anywhere here.
    ///
    /// @param expiresAtMs from then on its code is good no more
    void invite(Sql sql, long credentialId, long expiresAtMs);

    /// The code of an invitation, in groups of four; null: it is not known. A secret.
    @Nullable
    String code(Invitation invitation);

    /// Takes the credential off the phone. Returns when that is done; may take long, and throws when it is not.
    void revoke(long credentialId);
}
