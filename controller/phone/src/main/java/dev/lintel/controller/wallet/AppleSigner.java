package dev.lintel.controller.wallet;

import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.GivenCertificate;
import dev.lintel.controller.tls.KeyAndChain;
import dev.lintel.controller.tls.OwnSigner;
import dev.lintel.controller.tls.TlsException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.jspecify.annotations.Nullable;

/// Who signs passes for Apple's wallet: a pass type's certificate from the configuration, or one that the box makes for
/// itself, so that everything can be tried out. Files are looked at each time, so a new one needs no start. Any thread
/// that may touch files, one at a time.
public final class AppleSigner {
    private static final Logger LOG = System.getLogger(AppleSigner.class.getName());
    private static final OwnSigner.Subject OWN =
            new OwnSigner.Subject("pass.dev.lintel", "LINTELDEV0", "Lintel development, not for Apple's Wallet");
    private static final String NOT_NOW = "This box cannot make the pass just now. Tell whoever invited you.";

    private final WalletConfig.@Nullable Apple apple;
    private final Path own;
    private final Time time;
    private @Nullable Seen seen;

    /// What the files held when they were as old and as long as that.
    private record Seen(List<Object> marks, Identity identity) {}

    /// @param apple null: the box makes a certificate for itself
    /// @param own where that is kept
    public AppleSigner(WalletConfig.@Nullable Apple apple, Path own, Time time) {
        this.apple = apple;
        this.own = own;
        this.time = time;
    }

    /// Who signs.
    ///
    /// @param passType as Apple knows these passes, such as `pass.com.example.doors`
    /// @param team whose they are
    /// @param development Apple's wallet takes none of them
    record Identity(KeyAndChain pair, String passType, String team, boolean development) {}

    boolean isDevelopment() {
        return apple == null;
    }

    /// Throws [MobileException] where the files are not good: the log has why.
    synchronized Identity identity() {
        try {
            if (apple == null) return named(OwnSigner.of(own, OWN, time.now()), true);
            var faults = new ArrayList<String>();
            Identity given = given(apple, faults);
            if (given != null) return given;
            LOG.log(Level.WARNING, "no pass is signed: " + String.join("; ", faults));
        } catch (TlsException e) {
            LOG.log(Level.WARNING, "no pass is signed: " + e.getMessage());
        }
        throw new MobileException(Reason.NOT_READY, NOT_NOW);
    }

    /// Why passes cannot be signed; null: they can.
    public synchronized @Nullable String fault() {
        if (apple == null) return null;
        var faults = new ArrayList<String>();
        Identity given = given(apple, faults);
        return given != null && faults.isEmpty() ? null : String.join("; ", faults);
    }

    /// Until when the certificate of the configuration signs passes; null: there is none, or it is not good.
    public synchronized @Nullable Instant signsUntil() {
        Identity given = apple == null ? null : given(apple, new ArrayList<>());
        return given == null ? null : until(given);
    }

    private static Instant until(Identity identity) {
        return identity.pair.leaf().getNotAfter().toInstant();
    }

    private @Nullable Identity given(WalletConfig.Apple files, List<String> faults) {
        List<Object> marks = marks(files);
        Seen before = seen;
        Identity identity = before != null && before.marks.equals(marks) ? before.identity : read(files, faults);
        if (identity == null) return null;
        seen = new Seen(marks, identity);
        Instant until = until(identity);
        if (until.isAfter(time.now())) return identity;
        faults.add("wallet.apple.certificate: " + files.certificate() + " was good until " + until);
        return null;
    }

    /// What tells a file that was changed; empty where one cannot be looked at.
    private static List<Object> marks(WalletConfig.Apple files) {
        try {
            var marks = new ArrayList<Object>();
            for (Path file : List.of(files.certificate(), files.key())) {
                marks.add(Files.getLastModifiedTime(file));
                marks.add(Files.size(file));
                marks.add(Files.getPosixFilePermissions(file));
            }
            return marks;
        } catch (IOException e) {
            return List.of(new Object()); // as nothing was before: reading it says why
        }
    }

    private static @Nullable Identity read(WalletConfig.Apple files, List<String> faults) {
        var what = new GivenCertificate.Names(
                "wallet.apple.certificate: " + files.certificate(), "wallet.apple.key: " + files.key());
        var place = new GivenCertificate.Place(files.certificate(), files.key());
        KeyAndChain pair = GivenCertificate.signer(place, what, faults);
        if (pair == null) return null;
        Identity identity = named(pair, false);
        if (identity.passType.isEmpty() || identity.team.isEmpty()) {
            faults.add(what.certificate() + " is for no pass type: its subject has no UID and OU as Apple gives them");
            return null;
        }
        if (pair.chain().size() < 2) {
            faults.add(what.certificate() + " lacks Apple's certificate that signed it, which comes after it");
            return null;
        }
        return identity;
    }

    private static Identity named(KeyAndChain pair, boolean development) {
        var subject = X500Name.getInstance(pair.leaf().getSubjectX500Principal().getEncoded());
        return new Identity(pair, of(subject, BCStyle.UID), of(subject, BCStyle.OU), development);
    }

    private static String of(X500Name subject, ASN1ObjectIdentifier kind) {
        RDN[] found = subject.getRDNs(kind);
        return found.length == 0
                ? ""
                : IETFUtils.valueToString(found[0].getFirst().getValue());
    }
}
