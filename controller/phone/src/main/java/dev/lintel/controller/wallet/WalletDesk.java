package dev.lintel.controller.wallet;

import dev.lintel.controller.access.PassNumber;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileDesk.By;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.mobile.MobileLog;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.WalletStore;
import dev.lintel.controller.store.WalletStore.Pass;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Invites people to passes, makes these, and takes them away again. Any thread but an event loop.
public final class WalletDesk {
    /// The kind of letter that a link goes out by; it is about the credential.
    public static final String LETTER = "wallet_invitation";

    /// Where a link leads, below the box's address.
    public static final String PATH = "/pass";

    /// The wallets, as the API and rows name them.
    public static final String APPLE = "apple";

    public static final String GOOGLE = "google";

    /// One answer for a link that was mistyped, used, withdrawn or is over: a stranger learns nothing of which.
    private static final String NOT_GOOD =
            "This link is not good. If you have the pass already, all is well; else ask whoever invited you.";

    private static final long DAY_MS = Duration.ofDays(1).toMillis();
    /// Two that are the same are less likely than a broken disk.
    private static final int TRIES_MAX = 100;

    private final Parts parts;
    private final MobileLog log;
    private final Faces faces;
    private final SecureRandom random = new SecureRandom();

    /// What the desk works with.
    ///
    /// @param mobile invites phones, which passes share letters and settings with
    /// @param google null: Google's wallet is offered none
    /// @param callbacks where the outside reaches this box; null: nowhere
    /// @param url where this box is reached; null: nowhere yet
    public record Parts(
            Database database,
            MobileDesk mobile,
            PassSecrets secrets,
            AppleSigner apple,
            @Nullable GooglePass google,
            @Nullable String callbacks,
            Supplier<@Nullable String> url,
            Time time) {}

    public WalletDesk(Parts parts) {
        this.parts = parts;
        this.log = new MobileLog(parts.database.events(), parts.time);
        this.faces = new Faces(parts.secrets);
    }

    // ---- inviting

    /// What `POST /api/3/credentials` does for a pass, in its transaction: one that is invited, whose link every
    /// authorised read has. Returns the credential's id.
    ///
    /// @param existing the person's of that type that is there, or null
    public long invite(Sql sql, Person person, CredentialType type, @Nullable Credential existing, By by) {
        if (existing != null) {
            adopt(sql, existing);
            return existing.id();
        }
        endRemoved(sql, person.id(), type, by);
        long id = CredentialStore.insertMobile(sql, person.id(), type, Credential.INVITED, parts.time.nowMs());
        add(sql, id);
        log.tell(sql, "create", new MobileLog.About(id, person.id(), type), by);
        return id;
    }

    /// One that is invited, and that a hub made which this box follows no more: it gets a pass of this box's.
    private void adopt(Sql sql, Credential existing) {
        if (!existing.isInvited() || WalletStore.ofCredential(sql, existing.id()) != null) return;
        CredentialStore.takeBack(sql, existing.id(), parts.time.nowMs());
        add(sql, existing.id());
    }

    private void add(Sql sql, long id) {
        WalletStore.insert(sql, parts.secrets.serial(), id, parts.secrets.nonce(), parts.time.nowMs());
    }

    /// Passes that were taken out of a wallet come to nothing, whoever puts one back: there is another one.
    private void endRemoved(Sql sql, long personId, CredentialType type, By by) {
        for (Credential one : CredentialStore.removed(sql, personId, type.id())) {
            CredentialStore.status(sql, one.id(), Credential.REVOKED, parts.time.nowMs());
            log.tell(sql, "revoke", about(one), by);
        }
    }

    /// What came of an operator's invitation.
    ///
    /// @param letter it goes out by mail; else the link is to be handed over
    public record Made(long credentialId, boolean letter) {}

    /// Invites somebody, or makes a new link for somebody who is invited: those of before are good no more, and a pass
    /// that was made by one opens nothing. Throws [MobileException].
    public Made inviteAnew(long personId, By by) {
        parts.mobile.requireHere();
        Made made = parts.database.write(sql -> {
            Person person = PersonStore.get(sql, personId);
            if (person == null) throw new MobileException(Reason.NOT_THERE, "there is no person " + personId);
            CredentialType type = MobileDesk.type(sql, CredentialType.WALLET_PASS);
            Credential existing = CredentialStore.ofType(sql, personId, type.id());
            long id = invite(sql, person, type, existing, by);
            if (existing != null) renew(sql, existing, person, by);
            boolean letter = parts.mobile.settings().byMail() && parts.mobile.posted(sql, LETTER, id, person, by);
            return new Made(id, letter);
        });
        parts.mobile.posted();
        return made;
    }

    private void renew(Sql sql, Credential existing, Person person, By by) {
        Pass pass = WalletStore.ofCredential(sql, existing.id()); // by `invite`, which comes first
        if (!existing.isInvited() || pass == null) {
            throw new MobileException(
                    Reason.NOT_THERE,
                    person.name() + " has a pass already, number " + existing.id()
                            + ": revoke it before another is made");
        }
        if (CredentialStore.number(sql, existing.id()) == null) {
            WalletStore.renew(sql, pass.serial(), parts.secrets.nonce());
        } else { // somebody has it: they keep a void one
            WalletStore.detach(sql, pass.serial());
            CredentialStore.takeBack(sql, existing.id(), parts.time.nowMs());
            add(sql, existing.id());
        }
        CredentialStore.status(sql, existing.id(), Credential.INVITED, parts.time.nowMs());
        log.tell(sql, "invite", new MobileLog.About(existing.id(), person.id(), existing.type()), by);
    }

    /// The link to a pass that is invited, good from now for as long as invitations are; null: it is not invited, or
    /// not here. A secret, for whoever may read people.
    public @Nullable String url(Credential credential) {
        Bytes nonce = credential.pass();
        String base = parts.url.get();
        if (nonce == null || base == null || !parts.mobile.isHere()) return null;
        return base + PATH + "/" + parts.secrets.link(credential.id(), nonce, lastDay());
    }

    /// The same of somebody who is invited; null: they are not.
    public @Nullable String urlOf(long personId) {
        Credential invited = parts.database.read(sql -> {
            for (Credential one : CredentialStore.of(sql, personId)) if (one.pass() != null) return one;
            return null;
        });
        return invited == null ? null : url(invited);
    }

    /// Until when a link that is shown now is good.
    public Instant goodUntil() {
        return Instant.ofEpochMilli((lastDay() + 1) * DAY_MS);
    }

    private long lastDay() {
        return Math.floorDiv(
                parts.time.nowMs() + parts.mobile.settings().goodFor().toMillis(), DAY_MS);
    }

    /// One, with its link while it is invited; null: there is none.
    public @Nullable Credential credential(long id) {
        Credential credential = parts.database.read(sql -> CredentialStore.get(sql, id));
        return credential == null || !credential.type().isPass() ? null : credential;
    }

    /// Wallets can tell this box by themselves.
    public boolean isTold() {
        return parts.callbacks != null;
    }

    /// Until when passes for Apple's wallet are signed; null: by a certificate of the box's own, or by none.
    public @Nullable Instant signedUntil() {
        return parts.apple.signsUntil();
    }

    // ---- the link's page

    /// What a link leads to.
    ///
    /// @param development it is signed by a certificate that Apple's wallet does not take
    /// @param google Google's wallet is offered one
    /// @param told wallets tell by themselves when it is in them
    public record Offer(String person, boolean development, boolean google, boolean told) {}

    /// Throws [MobileException]: NOT_GOOD whatever is wrong.
    public Offer look(String link) {
        Taken taken = proved(link);
        return new Offer(taken.person.name(), parts.apple.isDevelopment(), parts.google != null, isTold());
    }

    /// The pass for Apple's wallet: from now on its code opens. Throws [MobileException].
    public Bytes apple(String link) {
        proved(link); // before anything is read of files
        AppleSigner.Identity signer = parts.apple.identity();
        Face face = issued(link, APPLE, sql -> {
            Pass pass = Objects.requireNonNull(WalletStore.ofCredential(sql, credentialId(link)), "proved");
            WalletStore.signed(sql, pass.serial(), signer.passType());
        });
        return ApplePass.of(face, signer, appleService(), parts.time.now());
    }

    /// Where Google takes the pass into its wallet: from now on its code opens. Throws [MobileException].
    public URI google(String link) {
        proved(link);
        GooglePass google = parts.google;
        if (google == null) throw notGood();
        GooglePass.Account account = google.account(); // before anything is issued
        return google.link(issued(link, GOOGLE, _ -> {}), account, parts.callbacks, parts.time.now());
    }

    /// Whoever has the link says which wallet the pass is in, for where no wallet can. False: no pass was made yet.
    /// Throws [MobileException].
    public boolean done(String link, String wallet) {
        proved(link);
        Boolean done = parts.database.<@Nullable Boolean>write(sql -> {
            Taken taken = taken(sql, link);
            if (taken == null) return null;
            if (CredentialStore.number(sql, taken.credential.id()) == null) return false;
            added(sql, taken.credential, wallet, new By("the phone", "link"));
            return true;
        });
        if (done == null) throw notGood();
        return done;
    }

    private Taken proved(String link) {
        Taken taken = parts.database.<@Nullable Taken>read(sql -> taken(sql, link));
        if (taken == null) throw notGood();
        return taken;
    }

    private static long credentialId(String text) {
        return Objects.requireNonNull(PassSecrets.Link.read(text), "proved").credentialId();
    }

    private record Taken(Credential credential, Pass pass, Person person) {}

    private @Nullable Taken taken(Sql sql, String text) {
        PassSecrets.Link link = PassSecrets.Link.read(text);
        if (link == null || !parts.mobile.isHere()) return null;
        Credential credential = CredentialStore.get(sql, link.credentialId());
        Pass pass = WalletStore.ofCredential(sql, link.credentialId());
        if (credential == null || pass == null || !credential.isInvited()) return null;
        boolean over = Math.floorDiv(parts.time.nowMs(), DAY_MS) > link.day();
        if (over || !parts.secrets.isOf(link, pass.nonce())) return null;
        Person person = PersonStore.get(sql, credential.personId());
        return person == null ? null : new Taken(credential, pass, person);
    }

    private static MobileException notGood() {
        return new MobileException(Reason.NOT_GOOD, NOT_GOOD);
    }

    /// The pass behind the link, with a number that opens.
    ///
    /// @param more is done in the same transaction
    private Face issued(String link, String wallet, Consumer<Sql> more) {
        Face face = parts.database.<@Nullable Face>write(sql -> {
            Taken taken = taken(sql, link);
            if (taken == null) return null;
            issue(sql, taken.credential, wallet);
            more.accept(sql);
            Face now = face(sql, taken.pass);
            if (!now.hash().equals(taken.pass.shown())) {
                WalletStore.shown(sql, taken.pass.serial(), now.hash(), parts.time.nowMs());
            }
            return now;
        });
        if (face == null) throw notGood();
        return face;
    }

    /// Once: whoever asks again, also for the other wallet, gets the same pass.
    private void issue(Sql sql, Credential credential, String wallet) {
        if (CredentialStore.number(sql, credential.id()) != null) return;
        CredentialStore.issue(sql, credential.id(), number(sql), wallet, parts.time.nowMs());
        log.tell(sql, "issue", about(credential), new By("the phone", "link"));
    }

    private long number(Sql sql) {
        for (int i = 0; i < TRIES_MAX; i++) {
            long number = random.nextLong(PassNumber.FROM, PassNumber.TO);
            if (!CredentialStore.isTaken(sql, number)) return number;
        }
        throw new IllegalStateException("no number is free among 36 thousand million millions");
    }

    // ---- what wallets show and tell

    /// Where Apple's phones ask for changes; null: nowhere.
    private @Nullable String appleService() {
        return parts.callbacks == null ? null : parts.callbacks + AppleWallets.PATH;
    }

    /// As it stands now.
    Face face(Sql sql, Pass pass) {
        return faces.of(sql, pass);
    }

    /// As [#face(Sql, Pass)], for Apple's wallet; null: this box signs none of that type any more. Throws
    /// [MobileException].
    @Nullable
    Bytes file(Face face, String passType) {
        AppleSigner.Identity signer = parts.apple.identity();
        boolean theirs = signer.passType().equals(passType);
        return theirs ? ApplePass.of(face, signer, appleService(), parts.time.now()) : null;
    }

    /// A wallet has it: also again, after it was taken out.
    void added(Sql sql, Credential credential, String wallet, By by) {
        boolean back = credential.status().equals(Credential.REMOVED);
        if (!credential.isInvited() && !back) return;
        CredentialStore.inWallet(sql, credential.id(), Credential.ADDED_TO_WALLET, wallet, parts.time.nowMs());
        log.tell(sql, "add_to_wallet", about(credential), by);
    }

    /// That wallet has it no more: from this moment it opens nothing.
    void removed(Sql sql, Credential credential, String wallet, By by) {
        boolean there = credential.status().equals(Credential.ADDED_TO_WALLET)
                && credential.value().equals(wallet);
        if (!there) return;
        CredentialStore.inWallet(sql, credential.id(), Credential.REMOVED, wallet, parts.time.nowMs());
        log.tell(sql, "remove_from_wallet", about(credential), by);
    }

    private static MobileLog.About about(Credential credential) {
        return new MobileLog.About(credential.id(), credential.personId(), credential.type());
    }

    // ---- taken away

    /// Takes a pass away: from this moment it opens nothing, wherever it is. One that was never made is gone. Throws
    /// [MobileException] where there is no such pass.
    public void revoke(long id, By by) {
        parts.mobile.requireHere();
        parts.database.write(sql -> {
            Credential credential = CredentialStore.get(sql, id);
            if (credential == null || !credential.type().isPass()) {
                throw new MobileException(Reason.NOT_THERE, "there is no pass " + id);
            }
            switch (credential.status()) {
                case Credential.INVITED, Credential.ADDED_TO_WALLET, Credential.REMOVED -> end(sql, credential);
                default -> throw new MobileException(Reason.NOT_THERE, "pass " + id + " is revoked already");
            }
            log.tell(sql, "revoke", about(credential), by);
            return true;
        });
    }

    private void end(Sql sql, Credential credential) {
        boolean made = CredentialStore.number(sql, credential.id()) != null;
        if (made) CredentialStore.status(sql, credential.id(), Credential.REVOKED, parts.time.nowMs());
        else CredentialStore.delete(sql, credential.id());
    }

    Parts parts() {
        return parts;
    }
}
