package dev.lintel.controller.backup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;

/// Keys of backups for tests of everything but the keys: the key of a passphrase is computed once, with the salt of the
/// first file that asks, and used for its other files too. Computing one takes a quarter of a second.
final class PassphraseKeys implements BackupKeys {
    private static final Map<String, SecretKey> KNOWN = new ConcurrentHashMap<>();

    @Override
    public SecretKey of(String passphrase, byte[] head) {
        return KNOWN.computeIfAbsent(passphrase, _ -> Sealing.key(passphrase, head));
    }

    /// `content` as a backup has it.
    byte[] sealed(String passphrase, byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var sealed = new SealedOutput(bytes, passphrase, this)) {
            sealed.write(content);
        }
        return bytes.toByteArray();
    }
}
