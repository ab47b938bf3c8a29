package dev.lintel.tools;

import dev.lintel.controller.update.SigningKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Private keys that somebody names on the command line to sign with. Files that others than their owner have
/// rights to are refused; a passphrase is asked where a key has one. Main thread.
final class KeyToSign {
    private KeyToSign() {}

    /// Throws [CommandFailed] and [dev.lintel.controller.update.UpdateException] in words.
    static List<SigningKey> read(List<Path> files, PassphraseOption passphrase, Output output) {
        var keys = new ArrayList<SigningKey>();
        for (Path file : files) {
            GivenFile.checkPrivate(file);
            keys.add(SigningKey.read(file, () -> passphrase.known(output, "Passphrase of " + file)));
        }
        return List.copyOf(keys);
    }

    /// The same for keys that sign releases: all of them need a passphrase, since one file that is copied from the
    /// offline machine would be enough to make versions that every box takes.
    static List<SigningKey> readEncrypted(List<Path> files, PassphraseOption passphrase, Output output) {
        for (Path file : files) {
            GivenFile.checkPrivate(file);
            if (SigningKey.isEncrypted(file)) continue;
            throw new CommandFailed("the key " + file + " has no passphrase. Give it one:\n  openssl pkcs8 -topk8 -v2"
                    + " aes-256-cbc -v2prf hmacWithSHA512 -iter 630000 -in " + file + " -out NEW");
        }
        return read(files, passphrase, output);
    }
}
