package dev.lintel.controller.tls;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.CertificateMaker.Pair;
import dev.lintel.controller.tls.CertificateMaker.Validity;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The files of `tls/`, made where missing and renewed where due. Called by the wiring at start and every
/// [#CHECK_EVERY], one call at a time, on a thread that may touch files.
public final class Certificates {
    /// How often [#ensure] is to be called: a new address is served within this time.
    public static final Duration CHECK_EVERY = Duration.ofMinutes(1);

    static final Duration AUTHORITY_LIFE = Duration.ofDays(3653);
    /// Browsers refuse server certificates that hold much longer.
    static final Duration SERVER_LIFE = Duration.ofDays(397);
    static final Duration RENEW_BEFORE_END = Duration.ofDays(30);
    /// Certificates begin earlier than they are made, for clients whose clock is behind ours.
    static final Duration BACKDATE = Duration.ofDays(2);
    /// As [#BACKDATE], where boxes follow: one whose battery is empty has the time at which it was switched off.
    static final Duration HUB_BACKDATE = Duration.ofDays(30);
    /// A clock that was set back a little does not have a certificate made anew.
    private static final Duration HUB_LEEWAY = Duration.ofDays(1);
    /// This version was not there before: a clock that shows less is wrong (a board without a battery starts in
    /// 1970).
    static final Instant CLOCK_FLOOR = Instant.parse("2026-11-01T00:00:00Z");

    private static final Logger LOG = System.getLogger(Certificates.class.getName());

    private final Path folder;
    private final TlsFiles files;
    private final Authorities authorities;
    private final Time time;
    private final BooleanSupplier hub;
    private final BooleanSupplier believed;
    private final NameMemory memory = new NameMemory();
    private SortedSet<String> beyond = new TreeSet<>(); // names that the authority may not sign for

    /// Of a box that nobody follows and whose clock is right.
    public Certificates(Path tlsFolder, Time time) {
        this(tlsFolder, time, () -> false, () -> true);
    }

    /// @param hub whether boxes follow this one. Their clocks may be weeks behind, so its server certificate begins
    ///     [#HUB_BACKDATE] before it is made
    /// @param believed whether `time` is to be believed: else no authority is replaced
    public Certificates(Path tlsFolder, Time time, BooleanSupplier hub, BooleanSupplier believed) {
        this.folder = tlsFolder;
        this.files = new TlsFiles(tlsFolder);
        this.authorities = new Authorities(files);
        this.time = time;
        this.hub = hub;
        this.believed = believed;
    }

    /// What the web server serves with.
    ///
    /// @param authority PEM file that clients trust (`ca.crt`)
    /// @param certificate PEM file: server certificate, then its authority
    /// @param key PEM file (PKCS#8)
    /// @param fingerprint SHA-256 of the authority's certificate as `AB:CD:…`, for a person to compare
    /// @param validTo end of the server certificate
    /// @param made whether this call wrote new files that the server must load
    public record Served(
            Path authority, Path certificate, Path key, String fingerprint, Instant validTo, boolean made) {}

    /// What is there already, when nothing is missing or due for `names` (from [BoxNames]); else null. Only
    /// reads. Throws [TlsException] in words for an authority that is damaged.
    public @Nullable Served current(SortedSet<String> names) {
        try {
            Found found = find(names);
            Pair server = found.server();
            Pair authority = found.authority();
            if (server == null || authority == null || found.stale() || !found.inUse()) return null;
            if (!NameLimits.isLimited(authority.certificate())) return null;
            return served(server, authority, false);
        } catch (GeneralSecurityException e) {
            throw lacking(e);
        }
    }

    /// Makes or renews what is missing or due for `names`: also one that carries a name which the box has not had for
    /// [NameMemory#GONE_AFTER]. Where names change all the time, it is not made anew each time. Throws
    /// [TlsException] in words.
    public Served ensure(SortedSet<String> names) {
        try {
            Found found = find(names);
            Pair authority = found.authority();
            if (authority == null) authority = makeAuthority(found.now(), found.wanted());
            else if (!found.inUse()) authorities.use(authority);
            Pair server = found.server();
            if (!NameLimits.isLimited(authority.certificate())) { // an older version made it
                authority = authorities.limit(authority, found.wanted());
                server = null; // its file has the authority's certificate of before
            }
            boolean made = server == null;
            if (server == null) server = makeServer(found.now(), found.wanted(), authority);
            else if (found.stale() && memory.mayChange(time.nowNs())) {
                server = makeServer(found.now(), found.wanted(), authority);
                made = true;
            }
            return served(server, authority, made);
        } catch (IOException e) {
            throw new TlsException("the certificates in " + folder + " cannot be written: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw lacking(e);
        }
    }

    /// What the folder holds that is still good; null is what must be made.
    ///
    /// @param now by which certificates are made
    /// @param inUse whether the authority is in use; else it is an earlier one, which is put into use again
    /// @param stale whether the server's certificate is good, but for names that changed
    private record Found(
            SortedSet<String> wanted,
            Instant now,
            @Nullable Pair authority,
            boolean inUse,
            @Nullable Pair server,
            boolean stale) {}

    private Found find(SortedSet<String> names) throws GeneralSecurityException {
        SortedSet<String> wanted = names.stream()
                .map(BoxNames::canonical)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        Pair server = readServer();
        Instant clock = now(server);
        Authorities.Choice choice = authorities.choose(clock, believed.getAsBoolean());
        Pair authority = choice.pair();
        if (authority != null) wanted = permitted(authority, wanted);
        Instant now = authority == null ? clock : within(authority, clock);
        if (server == null || authority == null || !holds(server.certificate(), authority.certificate(), now)) {
            return new Found(wanted, now, authority, choice.inUse(), null, false);
        }
        Set<String> carried = names(server.certificate());
        SortedSet<String> all = memory.wanted(wanted, carried, time.nowNs());
        return new Found(all, now, authority, choice.inUse(), server, !all.equals(carried));
    }

    /// Without names that the authority may not sign for: with one of them, clients that trust it would
    /// refuse the whole certificate.
    private SortedSet<String> permitted(Pair authority, SortedSet<String> names) {
        SortedSet<String> permitted = NameLimits.permitted(authority.certificate(), names);
        var beyond = new TreeSet<>(names);
        beyond.removeAll(permitted);
        if (!beyond.isEmpty() && !beyond.equals(this.beyond)) {
            LOG.log(
                    Level.WARNING,
                    "the certificate is not for " + String.join(", ", beyond) + ": the authority is limited to names"
                            + " that the box had when it was made. 'lintel certificate renew' adds them");
        }
        this.beyond = beyond;
        return permitted;
    }

    /// Gives the authority a certificate that covers all of `names`, where it does not: an operator asked
    /// for it. Clients that trust the one of before refuse the box until they have the new one. Returns
    /// whether one was made.
    /// Throws [TlsException] in words.
    public boolean cover(SortedSet<String> names) {
        try {
            Found found = find(names);
            Pair authority = found.authority();
            if (authority == null || beyond.isEmpty()) return false;
            var all = new TreeSet<>(found.wanted());
            all.addAll(beyond);
            authorities.limit(authority, all);
            Files.deleteIfExists(file("server.crt")); // the next look makes it
            return true;
        } catch (IOException e) {
            throw new TlsException("the certificates in " + folder + " cannot be written: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw lacking(e);
        }
    }

    /// An authority that stays because the clock is not believed signs as at its best time: by a clock that shows a
    /// later one nothing of it holds, and the server's certificate would be made anew at each look.
    private static Instant within(Pair authority, Instant clock) {
        Instant last = Authorities.goodUntil(authority).minusSeconds(1);
        return clock.isBefore(last) ? clock : last;
    }

    private Served served(Pair server, Pair authority, boolean made) throws GeneralSecurityException {
        return served(server, authority.certificate(), made);
    }

    private Served served(Pair server, X509Certificate authority, boolean made) throws GeneralSecurityException {
        return new Served(
                file("ca.crt"),
                file("server.crt"),
                file("server.key"),
                fingerprint(authority),
                server.certificate().getNotAfter().toInstant(),
                made);
    }

    /// What is there and good still, though something is due that cannot be made: a disk that takes nothing shuts no
    /// page. Null where nothing is. Only reads.
    public @Nullable Served standing() {
        try {
            Pair server = readServer();
            Instant now = now(server);
            X509Certificate authority = authorities.certificate(); // its key may be what is missing
            if (server == null || authority == null) return null;
            X509Certificate certificate = server.certificate();
            boolean ended = !now.isBefore(certificate.getNotAfter().toInstant());
            if (ended || now.isBefore(certificate.getNotBefore().toInstant())) return null;
            certificate.verify(authority.getPublicKey());
            return served(server, authority, false);
        } catch (GeneralSecurityException e) { // another authority's
            return null;
        }
    }

    private static IllegalStateException lacking(GeneralSecurityException e) {
        return new IllegalStateException("this JDK lacks what certificates need", e);
    }

    /// The clock, unless it is surely wrong: then the best lower bound of the time there is.
    private Instant now(@Nullable Pair server) {
        Instant clock = time.now();
        if (!clock.isBefore(CLOCK_FLOOR)) return clock;
        if (server == null) return CLOCK_FLOOR;
        Instant made = server.certificate().getNotBefore().toInstant().plus(BACKDATE);
        return made.isAfter(CLOCK_FLOOR) ? made : CLOCK_FLOOR;
    }

    /// The server's pair, or null when there is none that fits together: it is only made anew.
    private @Nullable Pair readServer() throws GeneralSecurityException {
        byte[] certificatePem = files.read("server.crt");
        byte[] keyPem = files.read("server.key");
        if (certificatePem == null || keyPem == null) return null;
        try {
            var pair = new Pair(Pem.certificates(certificatePem).getFirst(), Pem.key(keyPem));
            return files.belong(pair) ? pair : null;
        } catch (GeneralSecurityException e) {
            return null; // half a file, or one of each of two pairs after a power cut: made anew
        }
    }

    private boolean holds(X509Certificate certificate, X509Certificate authority, Instant now) {
        Instant from = certificate.getNotBefore().toInstant();
        Instant to = certificate.getNotAfter().toInstant();
        if (now.isBefore(from) || !now.isBefore(to.minus(RENEW_BEFORE_END))) return false;
        if (hub.getAsBoolean() && from.isAfter(now.minus(HUB_BACKDATE).plus(HUB_LEEWAY))) return false;
        try {
            certificate.verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            return false; // signed by an authority that is gone
        }
        return true;
    }

    /// `given` with two more certificates at its end: the own authority's word that `given`'s key is this box's, for
    /// `names`, and that authority. Boxes that follow believe that one alone; other clients pass over what they do
    /// not need. Throws [TlsException] in words.
    public KeyAndChain vouched(KeyAndChain given, SortedSet<String> names) {
        try {
            Found found = find(names);
            Pair authority = found.authority();
            if (authority == null) throw new TlsException("the authority in " + folder + " is not made yet", null);
            X509Certificate word = new CertificateMaker()
                    .server(given.leaf().getPublicKey(), found.wanted(), validity(found.now(), authority), authority);
            var chain = new ArrayList<>(given.chain());
            chain.add(word);
            chain.add(authorities.shown(authority.certificate()));
            return new KeyAndChain(given.key(), chain);
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsException("the own authority cannot vouch for the given certificate: " + e.getMessage(), e);
        }
    }

    private Pair makeAuthority(Instant now, SortedSet<String> names) throws GeneralSecurityException, IOException {
        // From the floor on: an authority made under a clock that runs ahead is still good once the clock is set.
        var validity = new Validity(CLOCK_FLOOR.minus(BACKDATE), now.plus(AUTHORITY_LIFE));
        return authorities.make(boxName(names), names, validity);
    }

    private Pair makeServer(Instant now, SortedSet<String> names, Pair authority)
            throws GeneralSecurityException, IOException {
        Pair server = new CertificateMaker().server(names, validity(now, authority), authority);
        DataFolder.writePrivate(file("server.key"), Pem.of(server.key()));
        byte[] pem = Pem.of(server.certificate(), authorities.shown(authority.certificate()));
        DataFolder.writePrivate(file("server.crt"), pem);
        return server;
    }

    private Validity validity(Instant now, Pair authority) {
        Instant from = now.minus(hub.getAsBoolean() ? HUB_BACKDATE : BACKDATE);
        Instant end = authority.certificate().getNotAfter().toInstant();
        return new Validity(from, from.plus(SERVER_LIFE).isBefore(end) ? from.plus(SERVER_LIFE) : end);
    }

    /// A host name that tells this box's authority from another's in a client's list.
    private static String boxName(SortedSet<String> names) {
        return names.stream()
                .filter(name -> !name.equals("localhost") && !BoxNames.isAddress(name))
                .findFirst()
                .orElse("box");
    }

    private static Set<String> names(X509Certificate certificate) throws GeneralSecurityException {
        var alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives == null) return Set.of();
        return alternatives.stream()
                .map((List<?> each) -> each.get(1) instanceof String name ? BoxNames.canonical(name) : "")
                .collect(Collectors.toSet());
    }

    private static String fingerprint(X509Certificate certificate) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
    }

    private Path file(String name) {
        return files.file(name);
    }
}
