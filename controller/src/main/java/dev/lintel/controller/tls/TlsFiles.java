package dev.lintel.controller.tls;

import dev.lintel.controller.tls.CertificateMaker.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Signature;
import org.jspecify.annotations.Nullable;

/// How [Certificates] and [Authorities] read the files of `tls/`. Any thread that may touch files.
record TlsFiles(Path folder) {
    private static final int FILE_BYTES_MAX = 64 * 1024; // a hundred names take 3 kB

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
    static boolean belong(Pair pair) throws GeneralSecurityException {
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
