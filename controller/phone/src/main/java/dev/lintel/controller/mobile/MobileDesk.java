package dev.lintel.controller.mobile;

import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.store.MobileStore;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Invites phones, binds them to people, and revokes them. Any thread but an event loop.
public final class MobileDesk {
    /// The kind of letter that a code goes out by; it is about the credential.
    public static final String LETTER = "mobile_invitation";

    /// The kind of letter that tells of the page; it is about the person.
    public static final String PAGE_LETTER = "passport_invite";

    private final Parts parts;
    private final MobileLog log;
    private final Redemption redemption;
    private final VendorRounds rounds;

    /// What the desk works with.
    ///
    /// @param posted is run after a letter was written
    /// @param elsewhere where people are changed, in a sentence; null: here
    public record Parts(
            Database database,
            MobileVendor vendor,
            InvitationCodes codes,
            Settings settings,
            Runnable posted,
            Supplier<@Nullable String> elsewhere,
            Time time) {}

    /// How phones are invited, and what they may do.
    ///
    /// @param byMail codes go to people by mail; else the API hands them out
    /// @param letters anybody carries letters; else none is ever written
    /// @param remoteUnlock phones open doors
    /// @param goodFor an invitation
    public record Settings(boolean byMail, boolean letters, boolean remoteUnlock, Duration goodFor) {
        /// Of a box whose configuration says nothing.
        public static final Settings USUAL = new Settings(true, true, true, Duration.ofDays(7));
    }

    /// Who changes something.
    ///
    /// @param who an address, or what stands in its place, such as `command line`
    /// @param credential what they showed, such as `api_key 3`
    public record By(String who, String credential) {}

    /// A code, and until when it is good. A secret.
    public record Code(String code, Instant expiresAt) {
        @Override
        public String toString() {
            return "Code[until " + expiresAt + "]";
        }
    }

    public MobileDesk(Parts parts) {
        this.parts = parts;
        this.log = new MobileLog(parts.database.events(), parts.time);
        this.redemption = new Redemption(parts.database, parts.codes, log, parts.time);
        this.rounds = new VendorRounds(parts);
    }

    public Settings settings() {
        return parts.settings;
    }

    /// As the account's field is named by: `hid` in `hid_mobile_access`.
    public String vendor() {
        return parts.vendor.name();
    }

    // ---- inviting

    /// What `POST /api/3/credentials` does for a phone, in its transaction: a new invitation, or a fresh code where the
    /// one that stands is over. Returns the credential's id. Throws [MobileException] where no letter can be
    /// written.
    ///
    /// @param existing the person's of that type that is there, or null
    public long invite(Sql sql, Person person, CredentialType type, @Nullable Credential existing, By by) {
        if (existing == null) {
            long id = CredentialStore.insertMobile(sql, person.id(), type, Credential.INVITED, parts.time.nowMs());
            write(sql, id, person, by);
            log.tell(sql, "create", new MobileLog.About(id, person.id(), type), by);
            return id;
        }
        MobileStore.Invitation stands = existing.invitation();
        boolean over = existing.isInvited() && (stands == null || stands.expiresAtMs() <= parts.time.nowMs());
        if (over) renew(sql, existing, person, by);
        return existing.id();
    }

    /// A new code in place of the one that stands, and a letter with it.
    private void renew(Sql sql, Credential credential, Person person, By by) {
        CredentialStore.status(sql, credential.id(), Credential.INVITED, parts.time.nowMs());
        write(sql, credential.id(), person, by);
        log.tell(sql, "invite", new MobileLog.About(credential.id(), person.id(), credential.type()), by);
    }

    private void write(Sql sql, long id, Person person, By by) {
        code(sql, id);
        if (parts.settings.byMail) post(sql, LETTER, id, person, by);
    }

    private void code(Sql sql, long id) {
        long endsAtMs = parts.time.now().plus(parts.settings.goodFor).toEpochMilli();
        MobileStore.invite(sql, new MobileStore.Invitation(id, parts.codes.nonce(), endsAtMs));
        parts.vendor.invite(sql, id, endsAtMs);
    }

    /// One letter of a kind about something waits at a time.
    private void post(Sql sql, String kind, long about, Person person, By by) {
        if (person.text("email") == null) {
            throw new MobileException(Reason.NO_EMAIL, person.name() + " has no email address to send a letter to");
        }
        if (!posted(sql, kind, about, person, by) && parts.settings.letters) {
            throw new MobileException(Reason.MAIL_FULL, "too many letters wait already");
        }
    }

    /// A letter that tells of the page, in the transaction in which it is asked for; with the code of
    /// an invitation that waits. Throws [MobileException].
    public void tellOfPage(Sql sql, Person person, By by) {
        post(sql, PAGE_LETTER, person.id(), person, by);
    }

    /// After a transaction with [#invite] or [#tellOfPage]: a letter may wait.
    public void posted() {
        parts.posted.run();
    }

    /// What came of an operator's invitation.
    ///
    /// @param letter it goes out by mail; else the code is to be handed over
    public record Made(Credential credential, boolean letter) {}

    /// Invites somebody, or invites them once more: an earlier code of theirs is good no more. Whoever asks
    /// sees the code, so somebody without an address can be invited, too. Throws [MobileException].
    public Made inviteAnew(long personId, By by) {
        requireHere();
        Made made = parts.database.write(sql -> {
            Person person = PersonStore.get(sql, personId);
            if (person == null) throw new MobileException(Reason.NOT_THERE, "there is no person " + personId);
            CredentialType type = type(sql, CredentialType.VENDOR_MOBILE);
            Credential existing = CredentialStore.ofType(sql, personId, type.id());
            long id;
            if (existing == null) {
                id = CredentialStore.insertMobile(sql, personId, type, Credential.INVITED, parts.time.nowMs());
                log.tell(sql, "create", new MobileLog.About(id, personId, type), by);
            } else if (existing.isInvited()) {
                id = existing.id();
                CredentialStore.status(sql, id, Credential.INVITED, parts.time.nowMs());
                log.tell(sql, "invite", new MobileLog.About(id, personId, type), by);
            } else {
                throw new MobileException(
                        Reason.NOT_THERE,
                        person.name() + " has a phone already, number " + existing.id()
                                + ": revoke it before another is invited");
            }
            code(sql, id);
            boolean letter = parts.settings.byMail && posted(sql, LETTER, id, person, by);
            return new Made(Objects.requireNonNull(CredentialStore.get(sql, id), "made a moment ago"), letter);
        });
        parts.posted.run();
        return made;
    }

    /// Queues a letter of a kind about something, in place of one that waits. Whether there is one: not for somebody
    /// without an address, nor while too many wait, nor where no letters are written.
    public boolean posted(Sql sql, String kind, long about, Person person, By by) {
        String email = person.text("email");
        MailStore.dropAbout(sql, kind, about, parts.time.nowMs());
        if (email == null || !parts.settings.letters) return false;
        return MailStore.insert(sql, new MailStore.Draft(kind, about, email, by.who), parts.time.nowMs()) != null;
    }

    /// The site's first type of that class. Throws [MobileException]: it has none.
    public static CredentialType type(Sql sql, int code) {
        return CredentialTypeStore.all(sql).stream()
                .filter(type -> type.code() == code)
                .findFirst()
                .orElseThrow(() -> new MobileException(
                        Reason.NOT_THERE, "the site's policy has no credential type of code " + code));
    }

    /// The code of a credential that is invited; null: it has none, or it is over. For whoever may read people where
    /// codes are theirs to hand out, for the letter, and for operators.
    public @Nullable Code code(Credential credential) {
        MobileStore.Invitation invitation = credential.invitation();
        if (invitation == null || invitation.expiresAtMs() <= parts.time.nowMs()) return null;
        String code = parts.vendor.code(invitation);
        return code == null ? null : new Code(code, Instant.ofEpochMilli(invitation.expiresAtMs()));
    }

    /// The code of somebody who is invited; null: they are not, or it is over.
    @Nullable
    Code codeOf(long personId) {
        Credential invited = parts.database.read(sql -> {
            for (Credential one : CredentialStore.of(sql, personId)) if (one.invitation() != null) return one;
            return null;
        });
        return invited == null ? null : code(invited);
    }

    /// The same for the API: only where the account hands codes out itself.
    public @Nullable Code handedOut(Credential credential) {
        return parts.settings.byMail ? null : code(credential);
    }

    // ---- a code is used

    /// A phone that is bound now.
    ///
    /// @param person their name
    public record Bound(long credentialId, String person) {}

    /// As [Redemption#redeem].
    Bound redeem(String code, PhoneKey key, String device) {
        requireHere();
        return redemption.redeem(code, key, device);
    }

    /// What a phone of another maker is known by from now on.
    ///
    /// @param number that it shows to readers, as a card does
    /// @param device what it calls itself
    public record Accepted(long number, String device) {}

    /// For adapters: somebody has taken their invitation, at the service that keeps it. The invited credential goes, an
    /// active one comes. Throws [MobileException]: NOT_THERE where it is not invited (any more), the invitation is
    /// over, or the number is somebody's.
    public Bound accepted(long invitedId, Accepted phone) {
        requireHere();
        return redemption.accepted(invitedId, phone);
    }

    // ---- a phone is lost

    /// Phones and invitations, the newest first, those before `beforeId`.
    public List<Phone> list(long beforeId, int limit) {
        return parts.database.read(sql -> MobileStore.list(sql, beforeId, limit));
    }

    /// Of people whose name has `text` in it, or whose email address or number it is; the newest first.
    public List<Phone> find(String text, int limit) {
        return parts.database.read(sql -> MobileStore.find(sql, text, limit));
    }

    /// One, as the store has it; null: there is none.
    public @Nullable Phone phone(long id) {
        return parts.database.read(sql -> MobileStore.phone(sql, id));
    }

    /// The credential of one, with its code while it is invited; null: there is none.
    public @Nullable Credential credential(long id) {
        Credential credential = parts.database.read(sql -> CredentialStore.get(sql, id));
        return credential == null || credential.type().code() != CredentialType.VENDOR_MOBILE ? null : credential;
    }

    /// Takes what was given to a phone away from it: from this moment it opens nothing. One that is only invited is
    /// gone. Throws [MobileException] where there is no such phone.
    public void revoke(long id, By by) {
        requireHere();
        boolean invited = parts.database.write(sql -> {
            Credential credential = CredentialStore.get(sql, id);
            if (credential == null || credential.type().code() != CredentialType.VENDOR_MOBILE) {
                throw new MobileException(Reason.NOT_THERE, "there is no phone " + id);
            }
            switch (credential.status()) {
                case Credential.INVITED -> CredentialStore.delete(sql, id);
                case Credential.ACTIVE -> CredentialStore.status(sql, id, Credential.REVOKING, parts.time.nowMs());
                default -> throw new MobileException(Reason.NOT_THERE, "phone " + id + " is revoked already");
            }
            log.tell(sql, "revoke", new MobileLog.About(id, credential.personId(), credential.type()), by);
            return credential.isInvited();
        });
        if (!invited) rounds.finish(id);
    }

    /// Takes a phone off by itself: whoever holds it wants it no more.
    void leave(Phone phone) {
        requireHere();
        parts.database.write(sql -> {
            Credential credential = CredentialStore.get(sql, phone.id());
            if (credential == null || !credential.status().equals(Credential.ACTIVE)) return false; // taken off already
            CredentialStore.delete(sql, phone.id());
            var by = new By("the phone", "phone " + phone.id());
            log.tell(sql, "delete", new MobileLog.About(phone.id(), phone.personId(), credential.type()), by);
            return true;
        });
    }

    /// What its vendor is told again until it has taken it.
    public VendorRounds rounds() {
        return rounds;
    }

    /// People are changed at this box.
    public boolean isHere() {
        return parts.elsewhere.get() == null;
    }

    /// Throws [MobileException] where people are changed elsewhere.
    public void requireHere() {
        String elsewhere = parts.elsewhere.get();
        if (elsewhere != null) throw new MobileException(Reason.ELSEWHERE, elsewhere);
    }
}
