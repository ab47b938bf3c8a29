package dev.lintel.controller.backup;

import javax.crypto.SecretKey;

/// Computes the key of a backup; slow on purpose. [Sealing#key] in a box.
@FunctionalInterface
interface BackupKeys {
    /// The key that a passphrase makes with the salt of a file.
    ///
    /// @param head of the file, with its salt
    SecretKey of(String passphrase, byte[] head);
}
