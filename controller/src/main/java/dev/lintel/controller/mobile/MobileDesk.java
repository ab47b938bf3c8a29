package dev.lintel.controller.mobile;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
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
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Invites phones, binds them to people, and revokes them. Any thread but an event loop.
public final class MobileDesk {
    /// The kind of letter that a code goes out by; it is about the credential.
    public static final String LETTER = "mobile_invitation";

    /// The kind of letter that tells of the page; it is about the person.
    public static final String PAGE_LETTER = "passport_invite";

    private static final Logger LOG = System.getLogger(MobileDesk.class.getName());

    /// One word for a code that was mistyped, used, over or withdrawn: a stranger learns nothing of which.
    private static final String NOT_GOOD =
            "This code is not good. Look whether it is typed right, or ask whoever invited you for a new one.";

    private static final int DEVICE_MAX = 80;

    private final Parts parts;

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
    /// @param byMail codes go to people by mail; else the API hands them out, and no letter is written
    /// @param remoteUnlock phones open doors
    /// @param goodFor an invitation
    public record Settings(boolean byMail, boolean remoteUnlock, Duration goodFor) {
        /// Of a box whose configuration says nothing.
        public static final Settings USUAL = new Settings(true, true, Duration.ofDays(7));
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
            tell(sql, "create", new Told(id, person.id(), type), by);
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
        tell(sql, "invite", new Told(credential.id(), person.id(), credential.type()), by);
    }

    private void write(Sql sql, long id, Person person, By by) {
        long expiresAtMs = parts.time.now().plus(parts.settings.goodFor).toEpochMilli();
        parts.vendor.invite(sql, id, expiresAtMs);
        if (!parts.settings.byMail) return;
        post(sql, LETTER, id, person, by);
    }

    private void post(Sql sql, String kind, long about, Person person, By by) {
        String email = person.text("email");
        if (email == null) {
            throw new MobileException(Reason.NO_EMAIL, person.name() + " has no email address to send a letter to");
        }
        Long letter = MailStore.insert(sql, new MailStore.Draft(kind, about, email, by.who), parts.time.nowMs());
        if (letter == null) throw new MobileException(Reason.MAIL_FULL, "too many letters wait already");
    }

    /// A letter that tells of the page, in the transaction in which it is asked for; with the code of an invitation
    /// that
    /// waits. Throws [MobileException].
    public void tellOfPage(Sql sql, Person person, By by) {
        post(sql, PAGE_LETTER, person.id(), person, by);
    }

    /// After a transaction with [#invite] or [#tellOfPage]: a letter may wait.
    public void posted() {
        parts.posted.run();
    }

    /// Invites somebody, or invites them once more: an earlier code of theirs is good no more. Returns the credential.
    /// Throws [MobileException].
    public Credential inviteAnew(long personId, By by) {
        requireHere();
        Credential made = parts.database.write(sql -> {
            Person person = PersonStore.get(sql, personId);
            if (person == null) throw new MobileException(Reason.NOT_THERE, "there is no person " + personId);
            CredentialType type = type(sql);
            Credential existing = CredentialStore.ofType(sql, personId, type.id());
            if (existing == null) return get(sql, invite(sql, person, type, null, by));
            if (!existing.isInvited()) {
                throw new MobileException(
                        Reason.NOT_THERE, person.name() + " has a phone already: revoke it before another is invited");
            }
            renew(sql, existing, person, by);
            return get(sql, existing.id());
        });
        parts.posted.run();
        return made;
    }

    private static CredentialType type(Sql sql) {
        return CredentialTypeStore.all(sql).stream()
                .filter(type -> type.code() == CredentialType.VENDOR_MOBILE)
                .findFirst()
                .orElseThrow(() -> new MobileException(
                        Reason.NOT_THERE,
                        "the site's policy has no credential type of code " + CredentialType.VENDOR_MOBILE));
    }

    private static Credential get(Sql sql, long id) {
        return Objects.requireNonNull(CredentialStore.get(sql, id), "made a moment ago");
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

    /// Takes a code and binds the phone whose key has signed for it: the invited credential goes, and an active one
    /// comes. The same phone may ask again, for an answer that got lost. Throws [MobileException]: one answer for
    /// every code that is not good.
    ///
    /// @param code as [InvitationCodes#read] makes it
    /// @param key the phone's, which has signed the code
    /// @param device what the phone calls itself
    Bound redeem(String code, PhoneKey key, String device) {
        requireHere();
        return parts.database.write(sql -> {
            Phone known = MobileStore.withKey(sql, key.encoded());
            if (known != null && known.status().equals(Credential.ACTIVE)) {
                return new Bound(known.id(), known.person());
            }
            Credential invited = invited(sql, code);
            Person person = invited == null ? null : PersonStore.get(sql, invited.personId());
            if (invited == null || person == null || known != null) {
                LOG.log(Level.WARNING, "a code that is not good was tried");
                throw notGood();
            }
            var by = new By("the phone", "invitation");
            CredentialStore.delete(sql, invited.id());
            tell(sql, "redeem", new Told(invited.id(), person.id(), invited.type()), by);
            long id = CredentialStore.insertMobile(
                    sql, person.id(), invited.type(), Credential.ACTIVE, parts.time.nowMs());
            MobileStore.bind(sql, id, key.encoded(), cut(device));
            tell(sql, "create", new Told(id, person.id(), invited.type()), by);
            return new Bound(id, person.name());
        });
    }

    /// The one answer to a code that is not good, whatever is wrong with it.
    static MobileException notGood() {
        return new MobileException(Reason.NOT_GOOD, NOT_GOOD);
    }

    /// All that wait are looked through, so that no row need tell a code.
    private @Nullable Credential invited(Sql sql, String code) {
        byte[] given = code.getBytes(StandardCharsets.US_ASCII);
        MobileStore.Invitation found = null;
        for (MobileStore.Invitation one : MobileStore.invitations(sql)) {
            byte[] made = parts.codes.plain(one.credentialId(), one.nonce()).getBytes(StandardCharsets.US_ASCII);
            if (MessageDigest.isEqual(made, given)) found = one;
        }
        if (found == null) return null;
        if (found.expiresAtMs() > parts.time.nowMs()) return CredentialStore.get(sql, found.credentialId());
        LOG.log(Level.WARNING, "a code that is over was tried: credential " + found.credentialId());
        return null;
    }

    private static String cut(String device) {
        String clean = device.replaceAll("\\p{Cntrl}", " ").strip();
        return clean.length() > DEVICE_MAX ? clean.substring(0, DEVICE_MAX) : clean;
    }

    // ---- a phone is lost

    /// Phones and invitations, the newest first, those before `beforeId`.
    public List<Phone> list(long beforeId, int limit) {
        return parts.database.read(sql -> MobileStore.list(sql, beforeId, limit));
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
            tell(sql, "revoke", new Told(id, credential.personId(), credential.type()), by);
            return credential.isInvited();
        });
        if (!invited) finish(id);
    }

    /// Takes a phone off by itself: whoever holds it wants it no more.
    void leave(Phone phone) {
        requireHere();
        parts.database.write(sql -> {
            CredentialType type = type(sql);
            CredentialStore.delete(sql, phone.id());
            tell(
                    sql,
                    "delete",
                    new Told(phone.id(), phone.personId(), type),
                    new By("the phone", "phone " + phone.id()));
            return true;
        });
    }

    /// Goes on with what a power cut, or a vendor that was away, has left half done. Now and then; never fails.
    public void finishRevoking() {
        try {
            for (long id : parts.database.read(MobileStore::revoking)) finish(id);
        } catch (StoreException e) { // the next time
            LOG.log(Level.WARNING, "phones that are being revoked are not looked at: " + e.getMessage());
        }
    }

    private void finish(long id) {
        if (parts.elsewhere.get() != null) return; // not this box's
        try {
            parts.vendor.revoke(id);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) { // it opens nothing meanwhile
            LOG.log(Level.WARNING, "phone " + id + " is not revoked at its vendor yet: " + e.getMessage());
            return;
        }
        parts.database.write(sql -> {
            Credential credential = CredentialStore.get(sql, id);
            if (credential == null || !credential.status().equals(Credential.REVOKING)) return false;
            CredentialStore.status(sql, id, Credential.REVOKED, parts.time.nowMs());
            return true;
        });
    }

    private void requireHere() {
        String elsewhere = parts.elsewhere.get();
        if (elsewhere != null) throw new MobileException(Reason.ELSEWHERE, elsewhere);
    }

    /// A credential that something was done about.
    private record Told(long id, long personId, CredentialType type) {}

    /// The log's event, in the transaction of the change, and the person's time of change.
    private void tell(Sql sql, String action, Told about, By by) {
        PersonStore.update(sql, about.personId, Map.of(), parts.time.nowMs());
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("what", "credential");
        told.put("action", action);
        told.put("id", about.id);
        told.put("by", by.who);
        told.put("credential", by.credential);
        told.put("person_id", about.personId);
        told.put("type", about.type.label());
        EventLog log = parts.database.events();
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED,
                parts.time.nowMs(),
                parts.time.nowNs(),
                EventDraft.Subject.NOBODY,
                told));
    }
}
