package dev.lintel.controller.backup;

import javax.crypto.SecretKey;

/// Computes the key of a backup; slow on purpose. [Sealing#key] in a box.
@FunctionalInterface
interface BackupKeys {
    /// @param head of the file, with its salt
    SecretKey of(String passphrase, byte[] head);
}
