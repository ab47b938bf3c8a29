package dev.lintel.controller.store;

import org.jspecify.annotations.Nullable;

/// A credential of a person. Its `value` may be a PIN: it belongs in answers to those who may read people, never in a
/// log.
///
/// @param value as written, without leading zeros; empty for a phone's
/// @param status `active` for credentials with a value; of a phone's one of the constants here
/// @param invitation what its code is made of; null: it is not invited, or not by this box
public record Credential(
        long id,
        long personId,
        CredentialType type,
        String value,
        String status,
        MobileStore.@Nullable Invitation invitation) {
    /// A code or a link waits to be used.
    public static final String INVITED = "invited";

    public static final String ACTIVE = "active";
    /// It opens nothing any more; its vendor has not said yet that the phone has lost it.
    public static final String REVOKING = "revoking";

    public static final String REVOKED = "revoked";

    public boolean isInvited() {
        return status.equals(INVITED);
    }

    @Override
    public String toString() {
        return "Credential[" + id + " of person " + personId + ", " + type.label() + ", " + status + "]";
    }
}
