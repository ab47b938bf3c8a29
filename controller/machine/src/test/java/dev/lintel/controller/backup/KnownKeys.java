package dev.lintel.controller.backup;

import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;

/// Real keys of backups, each computed once: making a backup, reading it back and restoring it take a quarter of a
/// second each otherwise.
final class KnownKeys implements BackupKeys {
    private final Map<String, SecretKey> known = new ConcurrentHashMap<>();

    @Override
    public SecretKey of(String passphrase, byte[] head) {
        String asked = passphrase + " " + HexFormat.of().formatHex(head);
        return known.computeIfAbsent(asked, _ -> Sealing.key(passphrase, head));
    }
}
