package dev.lintel.controller.tls;

import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A certificate and key that somebody brings, and whether a server can show them: every fault at once, each naming
/// the setting and the file that it is of. Any thread that may touch files.
public final class GivenCertificate {
    /// A key of 4096 bits and eight certificates are some 20 kB.
    public static final int FILE_BYTES_MAX = 64 * 1024;

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private GivenCertificate() {}

    /// Where they are.
    ///
    /// @param certificate PEM: the server's first, then who signed it
    /// @param key PEM
    public record Place(Path certificate, Path key) {}

    /// Both files as they were read.
    public record Read(Bytes certificate, Bytes key) {}

    /// What they are to be good for.
    ///
    /// @param host clients ask for that; null where nobody has said
    /// @param now null: the clock is not to be believed, dates are not judged
    /// @param what how faults call the two: `tls.certificate: FILE` and `tls.key: FILE`
    public record Terms(@Nullable String host, @Nullable Instant now, Names what) {}

    /// How faults call the certificate and the key.
    public record Names(String certificate, String key) {}

    /// What was found.
    public sealed interface Checked {
        /// A server can show it.
        ///
        /// @param remarks what some client may stumble over, in words
        record Good(KeyAndChain pair, List<String> remarks) implements Checked {
            public Good {
                remarks = List.copyOf(remarks);
            }
        }

        /// It cannot; sentences, at least one.
        record Faulty(List<String> faults) implements Checked {
            public Faulty {
                faults = List.copyOf(faults);
            }
        }
    }

    /// As faults of a configuration file name them.
    public static Names named(Place place) {
        return new Names("tls.certificate: " + place.certificate, "tls.key: " + place.key);
    }

    /// Reads both; null, with the reasons in `faults`, when one cannot be read, or the key by too many.
    public static @Nullable Read read(Place place, List<String> faults) {
        return read(place, named(place), faults);
    }

    /// What signs something that is no server's, with who vouches for it; null, with the reasons in `faults`, when it
    /// cannot be read, or the two do not belong together. Dates are not judged.
    public static @Nullable KeyAndChain signer(Place place, Names what, List<String> faults) {
        Read read = read(place, what, faults);
        if (read == null) return null;
        PrivateKey key = key(read.key, what, faults);
        List<X509Certificate> chain = chain(read.certificate, what, faults);
        if (key == null || chain.isEmpty()) return null;
        if (ChainJudge.belong(key, chain.getFirst())) return new KeyAndChain(key, chain);
        faults.add(what.key + " is not the key of the first certificate in " + what.certificate);
        return null;
    }

    private static @Nullable Read read(Place place, Names what, List<String> faults) {
        Bytes certificate = read(place.certificate, what.certificate, faults);
        Bytes key = read(place.key, what.key, faults);
        if (key != null) rights(place.key, what.key, faults);
        return certificate == null || key == null || !faults.isEmpty() ? null : new Read(certificate, key);
    }

    private static @Nullable Bytes read(Path file, String what, List<String> faults) {
        try {
            if (Files.isDirectory(file)) faults.add(what + " is a folder");
            else if (Files.size(file) > FILE_BYTES_MAX)
                faults.add(what + " is far too large for a key or certificates");
            else return Bytes.copyOf(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            faults.add(what + " is not there");
        } catch (IOException e) {
            boolean denied = e instanceof java.nio.file.AccessDeniedException;
            faults.add(what + " cannot be read: "
                    + (denied ? "the user that Lintel runs as may not" : String.valueOf(e.getMessage())));
        }
        return null;
    }

    private static void rights(Path file, String what, List<String> faults) {
        try {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
            if (rights.stream().noneMatch(OTHERS::contains)) return;
            faults.add(what + " can be read or changed by others (" + PosixFilePermissions.toString(rights)
                    + "): chmod 600 " + file);
        } catch (IOException e) {
            faults.add(what + ": who may read it cannot be found out: " + e.getMessage());
        }
    }

    /// Whether a server can show what was read.
    public static Checked check(Read read, Terms terms) {
        var faults = new ArrayList<String>();
        PrivateKey key = key(read.key, terms.what, faults);
        List<X509Certificate> chain = chain(read.certificate, terms.what, faults);
        if (chain.isEmpty()) return new Checked.Faulty(faults);
        var judge = new ChainJudge(terms.what.certificate(), chain);
        faults.addAll(judge.faults(terms.host, terms.now));
        if (key == null) return new Checked.Faulty(faults);
        if (!ChainJudge.belong(key, chain.getFirst())) {
            faults.add(terms.what.key + " is not the key of the first certificate in " + terms.what.certificate);
        }
        if (!faults.isEmpty()) return new Checked.Faulty(faults);
        return new Checked.Good(new KeyAndChain(key, chain), judge.remarks());
    }

    /// A key and its chain as one PEM text, which is read for either.
    public static Bytes joined(Bytes key, Bytes chain) {
        return Bytes.copyOf((text(key) + text(chain)).getBytes(StandardCharsets.US_ASCII));
    }

    /// The certificates of a text that may hold a key too.
    private static byte[] certificates(Bytes pem) {
        var found = new StringBuilder();
        var blocks = BLOCK.matcher(text(pem));
        while (blocks.find()) found.append(blocks.group()).append('\n');
        return found.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(Bytes pem) {
        return new String(pem.toArray(), StandardCharsets.US_ASCII);
    }

    private static @Nullable PrivateKey key(Bytes pem, Names what, List<String> faults) {
        try {
            return PemKeys.read(pem.toArray());
        } catch (GeneralSecurityException e) {
            faults.add(what.key + " " + e.getMessage());
            return null;
        }
    }

    private static List<X509Certificate> chain(Bytes pem, Names what, List<String> faults) {
        try {
            return Pem.certificates(certificates(pem));
        } catch (GeneralSecurityException e) {
            faults.add(what.certificate + " holds no certificate in PEM that can be read");
            return List.of();
        }
    }
}
