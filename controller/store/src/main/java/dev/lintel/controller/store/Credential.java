package dev.lintel.controller.store;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.reader.Bytes;
import org.jspecify.annotations.Nullable;

/// A credential of a person. Its `value` may be a PIN: it belongs in answers to those who may read people, never in a
/// log.
///
/// @param value as written, without leading zeros; empty for a phone's; of a pass the wallet that it is in, or was last
/// made for
/// @param status `active` for credentials with a value; of a phone's one of the constants here
/// @param invitation what a phone's code is made of; null: it is not invited, or not by this box
/// @param pass what the link to a pass is made of; null: it is not invited, or not by this box
/// @param use at this box, of one with limits that count uses; on disk
public record Credential(
        long id,
        long personId,
        CredentialType type,
        String value,
        String status,
        MobileStore.@Nullable Invitation invitation,
        @Nullable Bytes pass,
        Limits limits,
        Use use) {
    /// A code or a link waits to be used.
    public static final String INVITED = "invited";

    public static final String ACTIVE = "active";
    /// It opens nothing any more; its vendor has not said yet that the phone has lost it.
    public static final String REVOKING = "revoking";

    public static final String REVOKED = "revoked";
    /// Of a pass: it is in the wallet that its value names.
    public static final String ADDED_TO_WALLET = "added_to_wallet";
    /// Of a pass: it was taken out of the wallet again.
    public static final String REMOVED = "removed";

    public boolean isInvited() {
        return status.equals(INVITED);
    }

    @Override
    public String toString() {
        return "Credential[" + id + " of person " + personId + ", " + type.label() + ", " + status + "]";
    }
}
