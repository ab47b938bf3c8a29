package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.CertificateNames;
import dev.lintel.controller.tls.GivenCertificate;
import dev.lintel.controller.tls.GivenCertificate.Checked;
import dev.lintel.controller.tls.GivenCertificate.Terms;
import dev.lintel.controller.tls.KeyAndChain;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files of an order in `tls/`, each written whole or not at all and readable by its owner only. One thread.
final class AcmeFiles {
    private static final Logger LOG = System.getLogger(AcmeFiles.class.getName());

    private static final String STATE = "acme.json";
    private static final String ACCOUNT = "acme-account.key";
    private static final String NEXT = "acme-next.key";
    private static final String CURRENT = "acme.pem";

    private static final GivenCertificate.Names WHAT =
            new GivenCertificate.Names("the certificate that the authority gave", "its key");

    private final Path folder;

    AcmeFiles(Path tlsFolder) {
        this.folder = tlsFolder;
    }

    Path stateFile() {
        return folder.resolve(STATE);
    }

    AcmeState state(String directory) {
        return AcmeState.read(stateFile(), directory);
    }

    /// What was given last; null: nothing, or a file that cannot be read, which is ordered anew.
    @Nullable
    KeyAndChain current() {
        Path file = folder.resolve(CURRENT);
        if (!Files.exists(file)) return null;
        try {
            Bytes pem = Bytes.copyOf(Files.readAllBytes(file));
            return switch (GivenCertificate.check(new GivenCertificate.Read(pem, pem), new Terms(null, null, WHAT))) {
                case Checked.Good good -> good.pair();
                case Checked.Faulty faulty -> {
                    LOG.log(
                            Level.WARNING,
                            file + " is ordered anew: " + faulty.faults().getFirst());
                    yield null;
                }
            };
        } catch (IOException e) {
            LOG.log(Level.WARNING, file + " cannot be read and is ordered anew: " + e.getMessage());
            return null;
        }
    }

    /// The account's, made at the first call.
    BoxKey accountKey() {
        return key(folder.resolve(ACCOUNT));
    }

    /// That of the certificate on order.
    BoxKey nextKey() {
        return key(folder.resolve(NEXT));
    }

    /// Each certificate has a key of its own.
    void newNextKey() {
        write(folder.resolve(NEXT), Bytes.copyOf(BoxKey.create().toPairPem()));
    }

    private static BoxKey key(Path file) {
        try {
            if (Files.exists(file)) return BoxKey.readPair(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new AcmeException(Kind.HERE, file + " cannot be read: " + e.getMessage(), 0, e);
        } catch (TlsException e) {
            throw new AcmeException(Kind.HERE, file + " is damaged, remove it: " + e.getMessage(), 0, e);
        }
        BoxKey made = BoxKey.create();
        write(file, Bytes.copyOf(made.toPairPem()));
        return made;
    }

    /// Keeps what the authority gave, if it is what was asked for: for the key on order, all names, and now.
    KeyAndChain take(String chain, List<String> names, Instant now) {
        Bytes key = Bytes.copyOf(nextKey().toPem());
        Bytes certificates = Bytes.copyOf(chain.getBytes(StandardCharsets.US_ASCII));
        var read = new GivenCertificate.Read(certificates, key);
        KeyAndChain pair = switch (GivenCertificate.check(read, new Terms(null, now, WHAT))) {
            case Checked.Good good -> good.pair();
            case Checked.Faulty faulty ->
                throw new AcmeException(Kind.REFUSED, faulty.faults().getFirst());
        };
        var carried = CertificateNames.of(pair.leaf());
        for (String name : names) {
            if (!carried.covers(name)) {
                throw new AcmeException(Kind.REFUSED, WHAT.certificate() + " is for " + carried + ", not for " + name);
            }
        }
        write(folder.resolve(CURRENT), GivenCertificate.joined(key, certificates));
        return pair;
    }

    private static void write(Path file, Bytes content) {
        try {
            DataFolder.writeDurably(file, content.toArray());
        } catch (IOException e) {
            throw new AcmeException(Kind.HERE, file + " cannot be written: " + e.getMessage(), 0, e);
        }
    }
}
