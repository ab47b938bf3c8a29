package dev.lintel.controller.mobile;

import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MobileStore;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// Takes a code and binds a phone: the invited credential goes, an active one comes. Any thread but an event loop.
final class Redemption {
    /// One word for a code that was mistyped, used, over or withdrawn: a stranger learns nothing of which.
    private static final String NOT_GOOD =
            "This code is not good. Look whether it is typed right, or ask whoever invited you for a new one.";

    private static final int DEVICE_MAX = 80;

    private final Database database;
    private final InvitationCodes codes;
    private final MobileLog log;
    private final Time time;

    Redemption(Database database, InvitationCodes codes, MobileLog log, Time time) {
        this.database = database;
        this.codes = codes;
        this.log = log;
        this.time = time;
    }

    /// Takes a code and binds the phone whose key has signed for it: the invited credential goes, and an active one
    /// comes. The same phone may ask again, for an answer that got lost. Throws [MobileException]: one answer for
    /// every code that is not good.
    ///
    /// @param code as [InvitationCodes#read] makes it
    /// @param key the phone's, which has signed the code
    /// @param device what the phone calls itself
    MobileDesk.Bound redeem(String code, PhoneKey key, String device) {
        MobileDesk.Bound known = database.read(sql -> known(sql, key));
        if (known != null) return known;
        // Beside the writer, which everything else waits for: all that wait are looked through.
        Long invited = database.<@Nullable Long>read(sql -> invited(sql, code));
        if (invited == null) throw notGood();
        MobileDesk.Bound bound = database.write(sql -> bind(sql, invited, code, new Binding(key, cut(device))));
        if (bound == null) throw notGood(); // somebody else was faster
        return bound;
    }

    private record Binding(PhoneKey key, String device) {}

    /// A phone that asks again, for an answer that got lost.
    private static MobileDesk.@Nullable Bound known(Sql sql, PhoneKey key) {
        Phone known = MobileStore.withKey(sql, key.encoded());
        if (known == null || !known.status().equals(Credential.ACTIVE)) return null;
        return new MobileDesk.Bound(known.id(), known.person());
    }

    /// A phone of another maker, whose service has told of it.
    MobileDesk.Bound accepted(long invitedId, MobileDesk.Accepted phone) {
        return database.write(sql -> {
            Credential invited = CredentialStore.get(sql, invitedId);
            boolean phones = invited != null && invited.type().code() == CredentialType.VENDOR_MOBILE;
            Person person = invited == null ? null : PersonStore.get(sql, invited.personId());
            if (invited == null || person == null || !phones || !invited.isInvited()) {
                throw new MobileException(Reason.NOT_THERE, "credential " + invitedId + " is no invitation to a phone");
            }
            MobileStore.Invitation invitation = invited.invitation();
            if (invitation == null || invitation.expiresAtMs() <= time.nowMs()) {
                throw new MobileException(Reason.NOT_THERE, "invitation " + invitedId + " is over");
            }
            CredentialStore.freeRevoked(sql, phone.number()); // the same phone, which comes back
            if (CredentialStore.isTaken(sql, phone.number())) {
                throw new MobileException(Reason.NOT_THERE, "the phone's number is another credential's already");
            }
            var by = new MobileDesk.By("the phone", "its service");
            long id = replace(sql, invited, by);
            CredentialStore.issue(sql, id, phone.number(), "", time.nowMs());
            MobileStore.bind(sql, id, null, cut(phone.device()));
            return new MobileDesk.Bound(id, person.name());
        });
    }

    /// An active credential in place of the invited one; its id.
    private long replace(Sql sql, Credential invited, MobileDesk.By by) {
        CredentialStore.delete(sql, invited.id());
        log.tell(sql, "redeem", new MobileLog.About(invited.id(), invited.personId(), invited.type()), by);
        long id =
                CredentialStore.insertMobile(sql, invited.personId(), invited.type(), Credential.ACTIVE, time.nowMs());
        if (!invited.limits().isNone()) CredentialStore.limit(sql, id, invited.limits(), time.nowMs());
        log.tell(sql, "create", new MobileLog.About(id, invited.personId(), invited.type()), by);
        return id;
    }

    private MobileDesk.@Nullable Bound bind(Sql sql, long invitedId, String code, Binding phone) {
        MobileDesk.Bound known = known(sql, phone.key);
        if (known != null) return known;
        Credential invited = CredentialStore.get(sql, invitedId);
        Person person = invited == null ? null : PersonStore.get(sql, invited.personId());
        if (invited == null || person == null || !isCode(invited, code)) return null;
        long id = replace(sql, invited, new MobileDesk.By("the phone", "invitation"));
        MobileStore.forgetKey(sql, phone.key.encoded()); // of a credential of that phone's that was revoked
        MobileStore.bind(sql, id, phone.key.encoded(), phone.device);
        return new MobileDesk.Bound(id, person.name());
    }

    /// The one answer to a code that is not good, whatever is wrong with it.
    static MobileException notGood() {
        return new MobileException(Reason.NOT_GOOD, NOT_GOOD);
    }

    private boolean isCode(Credential credential, String code) {
        MobileStore.Invitation invitation = credential.invitation();
        return invitation != null && invitation.expiresAtMs() > time.nowMs() && isCode(invitation, code);
    }

    private boolean isCode(MobileStore.Invitation invitation, String code) {
        byte[] made = codes.plain(invitation.credentialId(), invitation.nonce()).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(made, code.getBytes(StandardCharsets.US_ASCII));
    }

    /// So that no row need tell a code.
    private @Nullable Long invited(Sql sql, String code) {
        Long found = null;
        for (MobileStore.Invitation one : MobileStore.invitations(sql, time.nowMs())) {
            if (isCode(one, code)) found = one.credentialId();
        }
        return found;
    }

    private static String cut(String device) {
        String clean = device.replaceAll("\\p{Cntrl}", " ").strip();
        return clean.length() > DEVICE_MAX ? clean.substring(0, DEVICE_MAX) : clean;
    }
}
