package dev.lintel.controller.tls;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.tls.CertificateMaker.Pair;
import dev.lintel.controller.tls.CertificateMaker.Validity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// The box's own authority, and those that it has replaced: every client and every box that follows trusts one of them
/// by name, so none is destroyed. Whoever owns it, [Certificates], has one call at a time.
///
/// ```
///   ca.key  ca.crt           in use
///   ca-before.crt            its first certificate, from before it was limited; same key
///   ca-replaced-ID.pem       key and certificate of one that was, by its fingerprint: KEPT_MAX at most
///
///   in use: by a clock that is believed the one that ends first of those that still hold for long
///           by one that is not, the one of before
/// ```
///
/// So an authority that a wrong year has replaced is in use again once the year is right.
final class Authorities {
    /// Of those replaced; each takes ten years by some clock. Of more, those go that surely have ended, then that of
    /// the latest end: the farther a clock was ahead, the later ends what it made.
    static final int KEPT_MAX = 8;

    /// Around the day on which one is replaced, a clock that is set back a little does not change them to and fro.
    static final Duration LEEWAY = Duration.ofDays(1);

    private static final Logger LOG = System.getLogger(Authorities.class.getName());
    private static final String KEPT = "ca-replaced-";
    private static final String CERTIFICATE = "ca.crt";
    private static final String KEY = "ca.key";
    /// The certificate, without its limits or with fewer, that the one in use had before. Its key is the same.
    private static final String BEFORE = "ca-before.crt";

    private static final int ID_CHARS = 16;

    private final TlsFiles files;

    Authorities(TlsFiles files) {
        this.files = files;
    }

    /// Which one is to be in use.
    ///
    /// @param pair null: one must be made
    /// @param inUse it is already
    record Choice(@Nullable Pair pair, boolean inUse) {}

    /// Only reads. Throws [TlsException] in words for a damaged one, which is not replaced in silence: every client
    /// would have to trust the next.
    Choice choose(Instant now, boolean believed) throws GeneralSecurityException {
        Pair current = current();
        if (current != null && !believed) return new Choice(current, true);
        Pair best = current != null && holdsAt(current, now) ? current : null;
        for (Path file : kept()) {
            Pair one = readKept(file);
            if (one == null || !holdsAt(one, now.plus(LEEWAY))) continue;
            if (best == null || end(one).isBefore(end(best))) best = one;
        }
        return new Choice(best, best != null && best.equals(current));
    }

    private static boolean holdsAt(Pair pair, Instant now) {
        return now.isBefore(goodUntil(pair));
    }

    /// From then on the next one takes its place.
    static Instant goodUntil(Pair pair) {
        return end(pair).minus(Certificates.RENEW_BEFORE_END);
    }

    private static Instant end(Pair pair) {
        return pair.certificate().getNotAfter().toInstant();
    }

    /// Makes one that may sign for what `names` permits, and puts it into use.
    Pair make(String boxName, SortedSet<String> names, Validity validity) throws GeneralSecurityException, IOException {
        Pair made = new CertificateMaker().authority(boxName, names, validity);
        use(made);
        Files.deleteIfExists(files.file(BEFORE)); // of another key
        return made;
    }

    /// Gives the one in use a certificate that is limited to what `names` permits, with the same name and key. The
    /// one of before stays good for clients that trust it, and is kept in `ca-before.crt`.
    Pair limit(Pair before, SortedSet<String> names) throws GeneralSecurityException, IOException {
        Pair next = new CertificateMaker().limited(before, names);
        if (firstOf(before.certificate()) == null) {
            DataFolder.writeDurably(files.file(BEFORE), Pem.of(before.certificate()));
        }
        DataFolder.writeDurably(files.file(CERTIFICATE), Pem.of(next.certificate()));
        LOG.log(
                Level.WARNING,
                "the authority in " + files.file(CERTIFICATE) + " has a new certificate, which is limited to "
                        + String.join(", ", NameLimits.names(names)) + " and to private addresses. Give it to"
                        + " clients in place of the one before: docs/operations.md#certificates");
        return next;
    }

    /// The authority's first certificate, which the server sends after its own. Boxes of older versions refuse
    /// any other, and a box that joins stores it. Clients that trust a later certificate with the same name and
    /// key find that one themselves.
    X509Certificate shown(X509Certificate current) throws GeneralSecurityException, IOException {
        X509Certificate first = firstOf(current);
        return first == null ? current : first;
    }

    /// Null: `current` is the only one for its key.
    private @Nullable X509Certificate firstOf(X509Certificate current) throws GeneralSecurityException, IOException {
        byte[] pem = files.read(BEFORE);
        if (pem == null) return null;
        X509Certificate first = Pem.certificates(pem).getFirst();
        return first.getPublicKey().equals(current.getPublicKey()) ? first : null;
    }

    /// Puts it into use, and keeps the one of before. A power cut in between leaves no `ca.crt`, and the next choice is
    /// among those kept.
    void use(Pair next) throws GeneralSecurityException, IOException {
        Pair before = current();
        if (before != null) keep(before);
        Files.deleteIfExists(files.file(CERTIFICATE)); // first: it never stands beside another one's key
        DataFolder.writePrivate(files.file(KEY), Pem.of(next.key()));
        DataFolder.writeDurably(files.file(CERTIFICATE), Pem.of(next.certificate()));
        Files.deleteIfExists(file(next));
        prune();
        if (before == null) return;
        LOG.log(
                Level.WARNING,
                "by this clock the authority that ends on " + end(next) + " is the one to use; that of before, which"
                        + " ends on " + end(before) + ", is kept in " + file(before)
                        + " and is used again where the clock turns out to be wrong");
    }

    private void keep(Pair pair) throws GeneralSecurityException, IOException {
        var both = new ByteArrayOutputStream();
        both.writeBytes(Pem.of(pair.key()));
        both.writeBytes(Pem.of(pair.certificate()));
        DataFolder.writeDurably(file(pair), both.toByteArray());
    }

    private Path file(Pair pair) throws GeneralSecurityException {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(pair.certificate().getEncoded());
        return files.file(KEPT + HexFormat.of().formatHex(digest).substring(0, ID_CHARS) + ".pem");
    }

    private void prune() throws GeneralSecurityException, IOException {
        var all = new ArrayList<>(replaced());
        // Ended before this version was made: by no clock that is right it comes back.
        all.sort(Comparator.comparing((Pair one) -> end(one).isAfter(Certificates.CLOCK_FLOOR))
                .thenComparing(Authorities::end, Comparator.reverseOrder()));
        for (Pair one : all.subList(0, Math.max(0, all.size() - KEPT_MAX))) Files.deleteIfExists(file(one));
    }

    /// Those that are kept, without the one in use.
    List<Pair> replaced() throws GeneralSecurityException {
        var all = new ArrayList<Pair>();
        for (Path file : kept()) {
            Pair one = readKept(file);
            if (one != null) all.add(one);
        }
        return all;
    }

    /// The certificate of the one in use, also where its key is missing: null where there is none.
    @Nullable
    X509Certificate certificate() {
        byte[] pem = files.read(CERTIFICATE);
        try {
            return pem == null ? null : Pem.certificates(pem).getFirst();
        } catch (GeneralSecurityException e) {
            throw files.damaged(CERTIFICATE, "cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private List<Path> kept() {
        if (!Files.isDirectory(files.folder())) return List.of();
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> list = Files.newDirectoryStream(files.folder(), KEPT + "*.pem")) {
            list.forEach(found::add);
        } catch (IOException e) {
            throw new TlsException("the folder " + files.folder() + " cannot be read: " + e.getMessage(), e);
        }
        return found;
    }

    /// Null for one that cannot be read: it is no worse than one that was not kept.
    private @Nullable Pair readKept(Path file) throws GeneralSecurityException {
        byte[] pem = files.read(file.getFileName().toString());
        if (pem == null) return null;
        String text = new String(pem, StandardCharsets.US_ASCII);
        int begin = Math.max(0, text.indexOf("-----BEGIN CERTIFICATE-----"));
        try {
            byte[] certificate = text.substring(begin).getBytes(StandardCharsets.US_ASCII);
            var pair = new Pair(Pem.certificates(certificate).getFirst(), Pem.key(pem));
            return files.belong(pair) ? pair : null;
        } catch (GeneralSecurityException e) {
            LOG.log(Level.DEBUG, file + " holds no authority", e);
            return null;
        }
    }

    private @Nullable Pair current() throws GeneralSecurityException {
        byte[] certificatePem = files.read(CERTIFICATE);
        if (certificatePem == null) return null; // written last: nobody has trusted it yet, or another takes its place
        byte[] keyPem = files.read(KEY);
        if (keyPem == null) throw files.damaged(KEY, "is missing", null);
        Pair pair;
        try {
            X509Certificate certificate = Pem.certificates(certificatePem).getFirst();
            pair = new Pair(certificate, Pem.key(keyPem));
        } catch (GeneralSecurityException e) {
            throw files.damaged("ca.crt or ca.key", "cannot be read (" + e.getMessage() + ")", e);
        }
        if (!files.belong(pair)) throw files.damaged(KEY, "is not the key of ca.crt", null);
        return pair;
    }
}
