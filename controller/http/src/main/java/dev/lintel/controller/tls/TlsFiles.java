package dev.lintel.controller.tls;

import dev.lintel.controller.tls.CertificateMaker.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// How [Certificates] and [Authorities] read the files of `tls/`. Any thread that may touch files.
final class TlsFiles {
    private static final int FILE_BYTES_MAX = 64 * 1024; // a hundred names take 3 kB

    /// Pairs remembered: the server's, the authority's, those that it has replaced, and as many that come later.
    private static final int PROVEN_MAX = 2 * (2 + Authorities.KEPT_MAX);

    private final Path folder;

    /// Pairs whose key was found to be the certificate's: a signature and its check take milliseconds on a small
    /// board, and the same files are looked at each minute.
    private final Set<Pair> proven = ConcurrentHashMap.newKeySet();

    TlsFiles(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /// Null: there is none.
    byte @Nullable [] read(String name) {
        Path file = file(name);
        if (!Files.exists(file)) return null;
        try {
            if (Files.size(file) > FILE_BYTES_MAX) throw damaged(name, "is far too large", null);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new TlsException("the file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    TlsException damaged(String name, String what, @Nullable Throwable cause) {
        String advice = "; restore it from a backup, or remove the folder to have a new authority made, which every"
                + " client must then be told to trust";
        return new TlsException(name + " in " + folder + " " + what + advice, cause);
    }

    /// Whether the key is the certificate's.
    boolean belong(Pair pair) throws GeneralSecurityException {
        if (proven.contains(pair)) return true;
        if (!isSignedByKey(pair)) return false;
        if (proven.size() >= PROVEN_MAX) proven.clear();
        proven.add(pair);
        return true;
    }

    private static boolean isSignedByKey(Pair pair) throws GeneralSecurityException {
        byte[] sample = {1, 2, 3, 4};
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.key());
        signature.update(sample);
        byte[] signed = signature.sign();
        signature.initVerify(pair.certificate().getPublicKey());
        signature.update(sample);
        return signature.verify(signed);
    }
}
