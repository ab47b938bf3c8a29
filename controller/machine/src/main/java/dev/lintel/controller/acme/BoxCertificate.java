package dev.lintel.controller.acme;

import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.HostNames;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.config.TlsConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxNames;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.GivenCertificate;
import dev.lintel.controller.tls.GivenCertificate.Checked;
import dev.lintel.controller.tls.GivenCertificate.Place;
import dev.lintel.controller.tls.GivenFiles;
import dev.lintel.controller.tls.KeyAndChain;
import dev.lintel.controller.tls.ServerIdentity;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which certificates the box shows: always its own authority's, for addresses and names of the network, and beside it
/// one that somebody gave or that is ordered. Housekeeping's thread, the command line's and a hub's; `this` guards what
/// the files hold and what is shown.
public final class BoxCertificate implements AutoCloseable {
    /// Of the data folder: where certificates and keys are.
    public static final String FOLDER = "tls";

    private static final Logger LOG = System.getLogger(BoxCertificate.class.getName());
    /// Key and chain that `lintel certificate install` brought.
    private static final String INSTALLED = "installed.pem";

    private final Parts parts;
    private final Certificates certificates;
    private final @Nullable GivenFiles given;
    private final @Nullable Acme acme;
    private final AcmeRound round;
    private volatile Runnable onChange = () -> {};
    private Certificates.@Nullable Served served;
    private @Nullable ServerIdentity shown;
    private @Nullable Vouched vouched;
    private volatile @Nullable String fault;
    /// Why the box's own certificate cannot be renewed, since the start; null: it can.
    private volatile @Nullable String unmade;
    private @Nullable String told;

    /// What it stands on.
    ///
    /// @param version of this program
    /// @param strict whether somebody is there to read why it does not start
    /// @param hub whether boxes follow, which believe the own authority alone
    public record Parts(
            ControllerConfig config,
            DataFolder folder,
            String version,
            boolean strict,
            BooleanSupplier hub,
            Supplier<ClockReading> clock,
            Time time) {}

    /// What the own authority says of a given key: as long as none of the three certificates changes.
    private record Vouched(KeyAndChain given, String authority, Instant ownEnd, KeyAndChain pair) {
        boolean isOf(KeyAndChain other, Certificates.Served own) {
            return given.equals(other) && authority.equals(own.fingerprint()) && ownEnd.equals(own.validTo());
        }
    }

    /// Asks nobody yet. Throws [RunException], where that is strict, for a name that no authority gives a certificate
    /// for.
    public BoxCertificate(Parts parts) {
        this.parts = parts;
        this.certificates = new Certificates(
                tls(), parts.time, parts.hub, () -> parts.clock.get().trust() == ClockTrust.TRUSTED);
        this.given = given(parts.config.tls());
        this.acme = acme(parts.config.tls());
        this.round = new AcmeRound(acme, this::changed);
    }

    private @Nullable GivenFiles given(TlsConfig tls) {
        Path installed = tls().resolve(INSTALLED);
        return switch (tls) {
            case TlsConfig.Own _ -> new GivenFiles(new Place(installed, installed), false);
            case TlsConfig.Given files -> new GivenFiles(new Place(files.certificate(), files.key()), true);
            case TlsConfig.Acme _ -> null;
        };
    }

    /// Null: none is ordered, or it cannot be.
    private @Nullable Acme acme(TlsConfig tls) {
        if (!(tls instanceof TlsConfig.Acme terms)) return null;
        List<String> names = terms.names();
        String host = host();
        if (names.isEmpty()) {
            String wrong = host == null ? "is missing" : HostNames.fault(host);
            if (host == null || wrong != null) {
                fault = "tls.acme.names, from public_url: " + wrong;
                if (parts.strict) throw new RunException(fault);
                LOG.log(Level.ERROR, fault);
                return null;
            }
            names = List.of(host);
        }
        var wanted = new Acme.Terms(terms.directory(), terms.email(), names, terms.trust(), "Lintel/" + parts.version);
        return new Acme(
                wanted,
                tls(),
                parts.clock,
                parts.time,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    private Path tls() {
        return parts.folder.path().resolve(FOLDER);
    }

    private @Nullable String host() {
        String url = parts.config.publicUrl();
        return url == null ? null : URI.create(url).getHost();
    }

    /// Every name and address of the box.
    public static SortedSet<String> names(ControllerConfig config) {
        String url = config.publicUrl();
        return BoxNames.of(URI.create(url == null ? "https://localhost" : url));
    }

    /// The own certificate, when it is good as it is. How far the clock is to be believed is not known yet: an
    /// authority that is there serves until the first look. Only reads. Null also where files are damaged: the
    /// first look reports that.
    public static Certificates.@Nullable Served laid(ControllerConfig config, DataFolder folder, Time time) {
        Path tls = folder.path().resolve(FOLDER);
        try {
            return new Certificates(tls, time, () -> false, () -> false).current(names(config));
        } catch (TlsException e) {
            return null;
        }
    }

    /// The first look. Throws [RunException] with every fault of given files where that is strict; else the own
    /// certificate serves and the faults are told. Where one is due that the disk does not take, the one of before
    /// serves for as long as it is good, and each look tries again.
    ///
    /// @param laid the own certificate, when it was found good already
    public synchronized void open(Certificates.@Nullable Served laid) {
        served = laid != null && !parts.hub.getAsBoolean() ? laid : atFirst();
        choose();
        GivenFiles files = given;
        if (parts.strict
                && files != null
                && files.good() == null
                && !files.faults().isEmpty()) {
            throw new RunException(files.faults());
        }
    }

    /// Has `hook` run, after a look, when another certificate is to be shown. On whichever thread looked.
    public void onChange(Runnable hook) {
        onChange = hook;
    }

    /// What is shown now. Throws [TlsException] in words when files of the own certificate cannot be read.
    public synchronized ServerIdentity identity() {
        ServerIdentity now = shown;
        if (now == null) throw new TlsException("no certificate has been looked at yet", null);
        return now;
    }

    /// Looks at everything again: names and addresses, files, what was ordered. Throws [TlsException] in words.
    public void look() {
        synchronized (this) {
            served = ensure();
            unmade = null;
            choose();
        }
        onChange.run();
    }

    /// Goes on with an order, where one is due, on a thread of its own.
    public void order() {
        round.goOn();
    }

    private void changed() {
        try {
            look();
        } catch (RuntimeException e) { // the disk's, the web server's: the next look is in a minute
            LOG.log(Level.ERROR, "the new certificate is not shown yet", e);
        }
    }

    private Certificates.Served atFirst() {
        try {
            return ensure();
        } catch (TlsException | DataFolderException e) {
            Certificates.Served standing = certificates.standing();
            if (standing == null) throw e;
            unmade = "the certificate cannot be renewed, and the one before it serves: " + e.getMessage();
            LOG.log(Level.ERROR, unmade);
            return standing;
        }
    }

    private Certificates.Served ensure() {
        parts.folder.folder(FOLDER);
        return certificates.ensure(names(parts.config));
    }

    private void choose() {
        Certificates.Served own = java.util.Objects.requireNonNull(served, "looked at before");
        ClockReading clock = parts.clock.get();
        GivenFiles files = given;
        if (files != null) files.look(host(), clock.trust() == ClockTrust.TRUSTED ? clock.now() : null);
        KeyAndChain other = other();
        ServerIdentity next = ServerIdentity.read(own.key(), own.certificate());
        if (other != null) next = next.beside(parts.hub.getAsBoolean() ? vouched(other, own) : other);
        shown = next;
        tell(clock);
    }

    private @Nullable KeyAndChain other() {
        GivenFiles files = given;
        if (files != null) return files.good();
        return acme == null ? null : acme.certificate();
    }

    private KeyAndChain vouched(KeyAndChain other, Certificates.Served own) {
        Vouched before = vouched;
        if (before != null && before.isOf(other, own)) return before.pair;
        KeyAndChain pair = certificates.vouched(other, names(parts.config));
        vouched = new Vouched(other, own.fingerprint(), own.validTo(), pair);
        return pair;
    }

    private void tell(ClockReading clock) {
        String now = givenFault(clock);
        fault = now;
        if (now != null && !now.equals(told)) LOG.log(Level.WARNING, now);
        if (now == null && told != null) LOG.log(Level.INFO, "the given certificate is shown now");
        told = now;
    }

    private @Nullable String givenFault(ClockReading clock) {
        GivenFiles files = given;
        if (files == null) return fault;
        KeyAndChain good = files.good();
        if (!files.faults().isEmpty()) {
            String instead = good == null ? "the box's own certificate serves" : "the one of before goes on";
            return instead + ": " + String.join("; ", files.faults());
        }
        if (good == null || clock.trust() != ClockTrust.TRUSTED) return null;
        Instant end = good.leaf().getNotAfter().toInstant();
        return clock.now().isBefore(end) ? null : files.place().certificate() + " ended on " + end;
    }

    /// Why what is shown is not what was asked for; null: it is.
    public @Nullable String fault() {
        String now = unmade;
        if (now != null) return now;
        return acme == null ? fault : acme.fault();
    }

    /// What an authority is answered; null: nobody waits for that.
    public @Nullable String challenge(String token) {
        return acme == null ? null : acme.challenges().of(token);
    }

    /// What is shown, of whom, until when, and what is wrong with it. Throws [TlsException] in words.
    public synchronized Map<String, @Nullable Object> show() {
        Certificates.Served own = served;
        if (own == null) throw new TlsException("nothing is shown yet: the log says why", null);
        var sheet = new CertificateSheet(parts.config.tls(), parts.clock.get().now());
        GivenFiles files = given;
        return sheet.of(
                own,
                other(),
                fault(),
                files == null ? List.of() : files.remarks(),
                acme == null ? null : acme.status());
    }

    /// Looks at files, addresses and names now; has a new certificate ordered where one is ordered at all. Throws
    /// [TlsException] in words.
    public void renew() {
        String wait = acme == null ? null : acme.ask();
        synchronized (this) {
            certificates.cover(names(parts.config));
        }
        look();
        if (wait != null) throw new TlsException(wait, null);
        round.goOn();
    }

    /// Shows that certificate from now on, across restarts. Both are PEM. Throws [TlsException] in words.
    public void install(String certificate, String key) {
        requireOwn();
        var read = new GivenCertificate.Read(bytes(certificate, "the certificate"), bytes(key, "the key"));
        ClockReading clock = parts.clock.get();
        var terms = new GivenCertificate.Terms(
                host(),
                clock.trust() == ClockTrust.TRUSTED ? clock.now() : null,
                new GivenCertificate.Names("the certificate", "the key"));
        switch (GivenCertificate.check(read, terms)) {
            case Checked.Faulty faulty ->
                throw new TlsException("nothing was installed: " + lines(faulty.faults()), null);
            case Checked.Good _ -> write(GivenCertificate.joined(read.key(), read.certificate()));
        }
        look();
    }

    /// Ends that. Throws [TlsException] in words.
    public void remove() {
        requireOwn();
        try {
            if (!Files.deleteIfExists(tls().resolve(INSTALLED)))
                throw new TlsException("no certificate is installed", null);
        } catch (IOException e) {
            throw new TlsException("it cannot be removed: " + e.getMessage(), e);
        }
        look();
    }

    private void write(Bytes pem) {
        try {
            DataFolder.writeDurably(tls().resolve(INSTALLED), pem.toArray());
        } catch (IOException e) {
            throw new TlsException("it cannot be kept: " + e.getMessage(), e);
        }
    }

    private void requireOwn() {
        switch (parts.config.tls()) {
            case TlsConfig.Own _ -> {}
            case TlsConfig.Given files ->
                throw new TlsException(
                        "controller.yaml names files of its own under 'tls': " + files.certificate()
                                + "; put the certificate there, or take 'tls' out",
                        null);
            case TlsConfig.Acme _ ->
                throw new TlsException("controller.yaml has certificates ordered by ACME; take 'tls' out first", null);
        }
    }

    private static Bytes bytes(String pem, String what) {
        if (pem.length() > GivenCertificate.FILE_BYTES_MAX) throw new TlsException(what + " is far too large", null);
        return Bytes.copyOf(pem.getBytes(StandardCharsets.US_ASCII));
    }

    private static String lines(List<String> faults) {
        return String.join("\n", new ArrayList<>(faults));
    }

    @Override
    public void close() {
        round.close();
    }
}
