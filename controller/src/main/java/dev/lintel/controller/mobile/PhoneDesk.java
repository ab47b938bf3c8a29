package dev.lintel.controller.mobile;

import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.access.Reason;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.MobileStore;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
    /// A decision takes milliseconds; one that cannot be made is a rejection after 3 s.
    private static final long DECISION_MS_MAX = 5_000;
    /// How often a refused event is looked for: a person at a door waits for it.
    private static final long LOOK_MS = 100;

    private static final Logger LOG = System.getLogger(PhoneDesk.class.getName());
    private static final String STRANGER = "This phone is not known here. Ask whoever invited you for a new code.";

    private final Parts parts;
    private final Challenges challenges;
    private final EventStore events;

    /// What the desk works with.
    ///
    /// @param doors of this box
    public record Parts(
            MobileDesk desk, Database database, Decisions decisions, WhatIf whatIf, DoorViews doors, Time time) {}

    public PhoneDesk(Parts parts) {
        this.parts = parts;
        this.challenges = new Challenges(parts.time);
        this.events = new EventStore(parts.database);
    }

    /// What a phone signs.
    ///
    /// @param action `redeem`, `doors`, `open` or `leave`
    /// @param about the code without hyphens, or the credential's id
    /// @param once a challenge; for a code, which is good once by itself, the key that is bound
    /// @param more the door's id, or empty
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

    /// Binds the phone that has this key by a code. Throws [MobileException]: NOT_GOOD whatever is wrong.
    public MobileDesk.Bound redeem(
            @Nullable String code, @Nullable String key, @Nullable String signature, String device) {
        PhoneKey known = PhoneKey.parse(key);
        String plain = InvitationCodes.read(code);
        if (known == null
                || plain == null
                || !known.hasSigned(new Signed("redeem", plain, known.text(), "").words(), signature)) {
            throw MobileDesk.notGood();
        }
        return parts.desk.redeem(plain, known, device);
    }

    /// The phone that has signed this, for this alone. Throws [MobileException]: NOT_GOOD for whatever is wrong with
    /// challenge or signature, REVOKED where the key was right and is so no more.
    public Phone proved(long credentialId, Signed signed, @Nullable String signature) {
        String fault = null;
        Phone phone = null;
        if (!challenges.isGood(signed.once, credentialId)) fault = "its challenge is old, or none of ours";
        else {
            phone = parts.database.read(sql -> MobileStore.phone(sql, credentialId));
            PhoneKey key = phone == null || phone.key() == null ? null : PhoneKey.of(phone.key());
            if (phone == null) fault = "there is no such credential";
            else if (key == null) fault = "it has no key (any more)";
            else if (!key.hasSigned(signed.words(), signature)) fault = "its signature is wrong";
            else if (!challenges.use(signed.once)) fault = "its challenge was used before";
        }
        if (fault != null || phone == null) {
            LOG.log(Level.WARNING, "phone " + credentialId + ": " + signed.action + " refused, " + fault);
            throw new MobileException(MobileException.Reason.NOT_GOOD, STRANGER);
        }
        if (!phone.status().equals(Credential.ACTIVE)) {
            throw new MobileException(
                    MobileException.Reason.REVOKED, "This phone was taken off: it opens no doors any more.");
        }
        used(phone);
        return phone;
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
    public record PhoneDoor(long id, String name, @Nullable String hindrance) {}

    /// Those that the person has a right to, and that take phones; by name. Empty where phones open nothing.
    public List<PhoneDoor> doors(Phone phone) {
        if (!parts.desk.settings().remoteUnlock()) return List.of();
        Map<Long, String> names = parts.database.read(ChannelStore::names);
        var doors = new ArrayList<PhoneDoor>();
        for (DoorView door : parts.doors.all()) {
            String name = names.get(door.channelId());
            if (name == null) continue;
            var question = new Question(door.channelId(), Decisions.PHONE_SIDE, new Evidence.Phone(phone.id()), null);
            String reason = parts.whatIf.ask(question, null).reason();
            if (isNever(reason)) continue;
            doors.add(new PhoneDoor(door.channelId(), name, reason == null ? null : PhoneWords.of(reason)));
        }
        doors.sort((one, other) -> one.name.compareToIgnoreCase(other.name));
        return doors;
    }

    /// Whether it is no door of theirs, rather than one that is shut to them for now.
    private static boolean isNever(@Nullable String reason) {
        return Reason.NO_PERMISSION.word().equals(reason)
                || Reason.NOT_ACCEPTED_HERE.word().equals(reason)
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

    /// Asks to be let in at a door, and waits for what comes of it. Throws [MobileException] where phones open nothing,
    /// or there is no such door.
    public Opened open(Phone phone, long channelId) {
        if (!parts.desk.settings().remoteUnlock()) {
            throw new MobileException(MobileException.Reason.SWITCHED_OFF, "Phones open no doors here.");
        }
        if (parts.doors.of(channelId) == null) {
            throw new MobileException(MobileException.Reason.NOT_THERE, "This door is not there any more.");
        }
        var shown = new Shown.Phone(phone.id(), UUID.randomUUID().toString());
        long fromId = parts.database.events().head();
        parts.decisions.submit(channelId, shown);
        try {
            EventDraft event = answer(shown.request(), fromId);
            if (event == null) return new Opened(PhoneWords.UNANSWERED);
            if (event.kind().isAdmitted()) return new Opened(null);
            return new Opened(PhoneWords.of(String.valueOf(event.additional().get("reason"))));
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return new Opened(PhoneWords.UNANSWERED);
        }
    }

    /// The event that answers it; null: none came in time.
    private @Nullable EventDraft answer(String request, long fromId) throws InterruptedException {
        EventLog log = parts.database.events();
        long deadlineNs = parts.time.nowNs() + TimeUnit.MILLISECONDS.toNanos(DECISION_MS_MAX);
        long cursor = fromId;
        while (true) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - parts.time.nowNs());
            if (leftMs <= 0) return null;
            if (log.awaitHeadAbove(cursor, Math.min(leftMs, LOOK_MS)) > cursor) {
                for (Event event : events.after(cursor, EventStore.BATCH_MAX)) {
                    cursor = event.id();
                    if (answers(event.draft(), request)) return event.draft();
                }
            }
            // A disk that takes no events keeps nobody out.
            EventDraft refused = log.refused(draft -> answers(draft, request));
            if (refused != null) return refused;
        }
    }

    private static boolean answers(EventDraft event, String request) {
        return event.kind().isActivity() && request.equals(event.additional().get(Shown.Phone.REQUEST));
    }

    /// Takes a phone off, as whoever holds it wants it.
    public void leave(Phone phone) {
        parts.desk.leave(phone);
    }
}
