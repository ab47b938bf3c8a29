package dev.lintel.controller.store;

/// A credential of a person. Its `value` may be a PIN: it belongs in answers to those who may read people, never in a
/// log.
///
/// @param value as written, without leading zeros
/// @param status `active` for credentials with a value
public record Credential(long id, long personId, CredentialType type, String value, String status) {
    @Override
    public String toString() {
        return "Credential[" + id + " of person " + personId + ", " + type.label() + ", " + status + "]";
    }
}
