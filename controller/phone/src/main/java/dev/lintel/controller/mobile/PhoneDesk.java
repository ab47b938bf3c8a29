package dev.lintel.controller.mobile;

import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.access.Reason;
import dev.lintel.controller.access.Rights;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MobileStore;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What phones ask for, each time signed: their doors, and to be let in at one. Any thread that may block.
///
/// ```
///   1. challenge        of this process, good once and for two minutes
///   2. signature        by the key that the credential was bound to; only now is anything of the box told
///   3. the credential   active, and of a phone
///   4. Decisions        as if a card was held to the entry reader: the same rules, the same events
///   5. the event        names the asking: what it says is what the phone is told
/// ```
public final class PhoneDesk {
    private static final Logger LOG = System.getLogger(PhoneDesk.class.getName());
    public static final String ENTRY = "entry";
    public static final String EXIT = "exit";
    private static final String STRANGER = "This phone is not known here. Ask whoever invited you for a new code.";

    private final Parts parts;
    private final Challenges challenges;

    /// What the desk works with.
    ///
    /// @param asking at doors of this box
    /// @param policy gives the newest picture of the site's policy
    /// @param rights asks something of the rights as they stand
    /// @param doors of this box and of those that follow it
    /// @param elsewhere asks at the others
    public record Parts(
            MobileDesk desk,
            Database database,
            PhoneAsking asking,
            WhatIf whatIf,
            Supplier<AccessPolicy> policy,
            Function<Function<Rights, Boolean>, Boolean> rights,
            DoorViews doors,
            Elsewhere elsewhere,
            Time time) {}

    public PhoneDesk(Parts parts) {
        this.parts = parts;
        this.challenges = new Challenges(parts.time);
    }

    /// What a phone signs.
    ///
    /// @param action `redeem`, `doors`, `open` or `leave`
    /// @param about the code without hyphens, or the credential's id
    /// @param once a challenge; for a code, which is good once by itself, the key that is bound
    /// @param more the door's id, with ` exit` behind it to leave; or empty
    public record Signed(String action, String about, String once, String more) {
        /// The words, one in a line.
        String words() {
            return String.join("\n", "lintel phone 1", action, about, once, more);
        }
    }

    /// To be signed with what that phone asks for next. Tells nothing of whether there is such a phone.
    public String challenge(long credentialId) {
        return challenges.make(credentialId);
    }

    /// A code, the key that is to be bound, and its signature for both; as they came.
    ///
    /// @param from the address that it came from, for the log; null: the log has heard enough of it
    public record Taking(
            @Nullable String code,
            @Nullable String key,
            @Nullable String signature,
            String device,
            @Nullable String from) {}

    /// Binds the phone that has this key by a code. Throws [MobileException]: NOT_GOOD whatever is wrong.
    public MobileDesk.Bound redeem(Taking taking) {
        PhoneKey key = PhoneKey.parse(taking.key);
        String code = InvitationCodes.read(taking.code);
        String fault = null;
        if (code == null) fault = "it is none";
        else if (key == null) fault = "its phone has no key";
        else if (!key.hasSigned(new Signed("redeem", code, key.text(), "").words(), taking.signature)) {
            fault = "its phone has not signed it";
        }
        try {
            if (fault == null && code != null && key != null) return parts.desk.redeem(code, key, taking.device);
        } catch (MobileException e) {
            if (e.reason() != MobileException.Reason.NOT_GOOD) throw e;
            fault = "it was used, withdrawn, is over, or never was";
        }
        if (taking.from != null) LOG.log(Level.WARNING, "a code is not good: " + fault + ", from " + taking.from);
        throw Redemption.notGood();
    }

    /// The phone that has signed this, for this alone; it may have been taken off since. Throws [MobileException]:
    /// NOT_GOOD for whatever is wrong with challenge or signature.
    ///
    /// @param from the address that it came from, for the log; null: the log has heard enough of it
    public Phone proved(long credentialId, Signed signed, @Nullable String signature, @Nullable String from) {
        Challenges.Kind challenge = challenges.look(signed.once, credentialId);
        String what = "phone " + credentialId + ": " + signed.action + " refused, ";
        if (challenge == Challenges.Kind.FOREIGN) { // before anything is looked up: it tells of no credential
            throw stranger(Level.WARNING, what + "its challenge is none of ours", from);
        }
        Phone phone = parts.database.read(sql -> MobileStore.phone(sql, credentialId));
        PhoneKey key = phone == null || phone.key() == null ? null : PhoneKey.of(phone.key());
        // Where there is none, nobody's: the time that it takes tells nobody of whom there is one.
        boolean right = (key == null ? PhoneKey.NOBODYS : key).hasSigned(signed.words(), signature);
        String fault = null;
        if (challenge == Challenges.Kind.OLD) fault = "its challenge is old";
        else if (phone == null) fault = "there is no such credential";
        else if (key == null) fault = "it has no key (any more)";
        else if (!right) fault = "its signature is wrong";
        else if (!challenges.use(signed.once)) fault = "its challenge was used before";
        if (fault != null || phone == null) {
            // A page that lay open for a while asks once with an old one: that is nobody's attack.
            Level level = challenge == Challenges.Kind.OLD && right ? Level.DEBUG : Level.WARNING;
            throw stranger(level, what + fault, from);
        }
        if (isActive(phone)) used(phone);
        return phone;
    }

    private static MobileException stranger(Level level, String why, @Nullable String from) {
        if (from != null) LOG.log(level, why + ", from " + from);
        return new MobileException(MobileException.Reason.NOT_GOOD, STRANGER);
    }

    private static boolean isActive(Phone phone) {
        return phone.status().equals(Credential.ACTIVE);
    }

    /// Throws [MobileException]: REVOKED.
    private static void requireActive(Phone phone) {
        if (isActive(phone)) return;
        LOG.log(Level.WARNING, "phone " + phone.id() + " was taken off, and asks all the same");
        throw new MobileException(
                MobileException.Reason.REVOKED, "This phone was taken off: it opens no doors any more.");
    }

    private void used(Phone phone) {
        long nowMs = parts.time.nowMs();
        parts.database.writeLater(sql -> {
            MobileStore.used(sql, phone.id(), nowMs);
            return true;
        });
    }

    // ---- doors

    /// A door that a phone may open, now or at another time.
    ///
    /// @param hindrance why it would not open now, in a sentence; null: it would
    /// @param leave it is to be asked to leave as well: it keeps places of people, and has a reader to leave by
    public record PhoneDoor(long id, String name, @Nullable String hindrance, boolean leave) {}

    /// What a person sees.
    ///
    /// @param note why there is none for now, in a sentence; null: nothing is to be said
    public record Doors(List<PhoneDoor> doors, @Nullable String note) {
        public Doors {
            doors = List.copyOf(doors);
        }
    }

    /// Those that the person has a right to, and that take phones now or at another time; by name. None for somebody
    /// who is disabled or not valid, nor where phones open nothing. Throws [MobileException]: REVOKED.
    public Doors doors(Phone phone) {
        requireActive(phone);
        if (!parts.desk.settings().remoteUnlock()) return new Doors(List.of(), PhoneWords.SWITCHED_OFF);
        boolean enabled = parts.rights.apply(rights -> {
            Holder holder = rights.credential(phone.id());
            return holder != null && holder.enabled();
        });
        if (!enabled) return new Doors(List.of(), PhoneWords.of(Reason.PERSON_DISABLED.word()));
        Map<Long, String> names = parts.database.read(ChannelStore::names);
        AccessPolicy policy = parts.policy.get();
        var doors = new ArrayList<PhoneDoor>();
        for (DoorView door : parts.doors.all()) {
            String name = names.get(door.channelId());
            if (name == null || !takesPhones(policy, door.channelId(), ENTRY)) continue;
            if (!isTheirs(policy, phone.personId(), door.channelId())) continue;
            var question = new Question(door.channelId(), ENTRY, new Evidence.Phone(phone.id()), null);
            String reason = parts.whatIf.ask(question, null).reason();
            if (reason != null && PhoneWords.isOfPerson(reason)) return new Doors(List.of(), PhoneWords.of(reason));
            if (isNever(reason)) continue;
            boolean leave = isLeftBy(policy, door);
            String hindrance = reason == null ? null : PhoneWords.of(reason, ENTRY, leave);
            doors.add(new PhoneDoor(door.channelId(), name, hindrance, leave));
        }
        doors.sort((one, other) -> one.name.compareToIgnoreCase(other.name));
        return new Doors(doors, null);
    }

    private static boolean takesPhones(AccessPolicy policy, long channelId, String side) {
        return policy.access(channelId).at(side).stream()
                .anyMatch(accepted -> accepted.means().contains(Means.MOBILE));
    }

    /// Of another box nobody here knows which readers it has: it refuses where there is none to leave by.
    private boolean isLeftBy(AccessPolicy policy, DoorView door) {
        boolean kept = policy.access(door.channelId()).passback().mode() != Passback.Mode.OFF;
        if (!kept || !takesPhones(policy, door.channelId(), EXIT)) return false;
        return door.readersOnline().containsKey(EXIT) || parts.elsewhere.has(door.channelId());
    }

    /// Whatever is in the way for now: of a door that is locked down only those are told who may pass it otherwise.
    private boolean isTheirs(AccessPolicy policy, long personId, long channelId) {
        return policy.targets(channelId).stream()
                .anyMatch(target -> parts.rights.apply(
                        rights -> !rights.at(personId, target).isEmpty()));
    }

    /// Whether it is no door of theirs yet, or not any more.
    private static boolean isNever(@Nullable String reason) {
        return Reason.NO_PERMISSION.word().equals(reason)
                || Reason.RESERVATION_EXPIRED.word().equals(reason);
    }

    /// What came of asking to be let in.
    ///
    /// @param words why not, in a sentence; null: the door is open
    public record Opened(@Nullable String words) {
        public boolean admitted() {
            return words == null;
        }
    }

    /// Asks to pass a door, and waits for what comes of it. One that was taken off is refused for the log to
    /// tell of it: by the door, or here where the door is another box's, which knows nothing of such phones.
    /// Throws [MobileException] where phones open nothing, there is no such door, or it was taken off.
    ///
    /// @param side [#ENTRY] to go in, [#EXIT] to leave
    public Opened open(Phone phone, long channelId, String side) {
        if (!parts.desk.settings().remoteUnlock()) {
            LOG.log(Level.INFO, "phone " + phone.id() + " asks for door " + channelId + ": phones open nothing here");
            throw new MobileException(MobileException.Reason.SWITCHED_OFF, PhoneWords.SWITCHED_OFF);
        }
        var shown = new Shown.Phone(phone.id(), UUID.randomUUID().toString());
        if (parts.elsewhere.has(channelId)) {
            if (!isActive(phone)) parts.database.events().append(takenOff(phone, channelId, side, shown));
            requireActive(phone);
            return openElsewhere(channelId, side, shown);
        }
        if (parts.doors.of(channelId) == null) {
            LOG.log(Level.INFO, "phone " + phone.id() + " asks for door " + channelId + ", which is not there");
            throw new MobileException(MobileException.Reason.NOT_THERE, "This door is not there any more.");
        }
        EventDraft event = parts.asking.ask(channelId, side, shown);
        requireActive(phone);
        if (event == null) return new Opened(PhoneWords.UNANSWERED);
        return new Opened(event.kind().isAdmitted() ? null : why(PhoneAsking.reason(event), channelId, side));
    }

    private String why(String reason, long channelId, String side) {
        DoorView door = parts.doors.of(channelId);
        return PhoneWords.of(reason, side, door != null && isLeftBy(parts.policy.get(), door));
    }

    /// What the door would have said.
    private EventDraft takenOff(Phone phone, long channelId, String side, Shown.Phone shown) {
        return new EventDraft(
                Reason.CREDENTIAL_DISABLED.kind(),
                parts.time.nowMs(),
                parts.time.nowNs(),
                new Subject(channelId, phone.personId(), phone.person(), phone.id(), null, false),
                Map.of(
                        "reader",
                        side,
                        "reason",
                        Reason.CREDENTIAL_DISABLED.word(),
                        EventDraft.PHONE_REQUEST,
                        shown.request()));
    }

    /// The other box decides, by its own rights, and its log tells what came of it.
    private Opened openElsewhere(long channelId, String side, Shown.Phone shown) {
        return switch (parts.elsewhere.phone(channelId, side, shown.credentialId(), shown.request())) {
            case DoorOrders.Outcome.Done _ -> new Opened(null);
            case DoorOrders.Outcome.Refused(String why) -> new Opened(why(why, channelId, side));
            case DoorOrders.Outcome.Unanswered _ -> new Opened(PhoneWords.UNANSWERED);
        };
    }

    /// Takes a phone off, as whoever holds it wants it. Throws [MobileException]: REVOKED.
    public void leave(Phone phone) {
        requireActive(phone);
        parts.desk.leave(phone);
    }
}
