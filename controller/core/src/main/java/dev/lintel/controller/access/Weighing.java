package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One decision: who it is comes first, so that the log names them; then the reasons to turn them away, in their
/// fixed order ([#reason]). Made for one question and thrown away.
///
/// At an exit reader where leaving depends on the box, lockdown, tamper, clock, threat level, lost contact with the
/// hub, passback and limits of areas are noted and bar nobody. A phone may be anywhere, so this
/// does not apply to phones: a person who leaves by phone is checked like a person who enters, except for passback.
final class Weighing {
    /// A number of so many digits always fits; no PIN has nearly as many.
    private static final int PIN_DIGITS_MAX = 18;

    private static final String ENTRY = "entry";
    private static final String EXIT = "exit";

    private final Rights rights;
    private final Question question;
    private final Circumstances now;
    private final ChannelAccess access;
    /// Asked for by a phone, which is at no reader.
    private final boolean byPhone;
    private final boolean freeExit;
    private final LimitCheck limits;
    private final @Nullable Holder holder;
    private final CompanyRule company;
    /// The PIN that was shown first is nobody's, and the one that `holder` types under a threat.
    private final boolean forced;

    private final List<Reason> notEnforced = new ArrayList<>();
    private List<Long> floors = new ArrayList<>();
    private @Nullable Right right;
    private boolean responder;
    /// A first responder passes by a right that is not valid at the threat level.
    private boolean aboveLevel;
    private @Nullable String passback;
    private @Nullable String countsIn; // the area of a person who is against passback
    private Trace.@Nullable People people;
    /// More people have to pass together with this one.
    private boolean group;
    private @Nullable Long entriesLeft;
    private FactorCheck.Result factor = FactorCheck.Result.NONE;
    /// Some list of what is accepted was passed over, for the clock is not believed.
    private boolean unread;

    Weighing(Rights rights, Question question, Circumstances now) {
        this.rights = rights;
        this.question = question;
        this.now = now;
        this.access = now.policy().access(question.channelId());
        this.byPhone = question.first() instanceof Evidence.Phone;
        this.freeExit = !byPhone && now.gate().freeExit(question.side());
        this.limits = new LimitCheck(question, now, waived());
        Holder found = holder(question.first());
        Holder known = found == null || !question.isRepeated() ? found : found.withoutEntries();
        Holder forcedOne = known == null ? forced(question.first()) : null;
        this.holder = known == null ? forcedOne : known;
        this.forced = forcedOne != null;
        this.company = new CompanyRule(now.policy(), access);
    }

    Decision decide() {
        // Looked at whatever else is wrong: a PIN under duress leaves its event though the person is refused.
        if (holder != null) factor = new FactorCheck(rights, question, access, limits).of(holder);
        boolean duress = forced || factor == FactorCheck.Result.DURESS;
        Reason reason = reason();
        if (reason != null || holder == null) {
            if (reason != Reason.CREDENTIAL_USED_UP) entriesLeft = null; // nothing was used
            return new Decision.Rejected(
                    reason == null ? unknown() : reason, holder, trace(twoGiven(), ""), wrongPin(), duress);
        }
        // A person leaves alone. An operator who admits a person by hand sees who enters, and so does a responder.
        boolean leaves = question.side().equals(EXIT);
        boolean alone = leaves || byHand() || responder || aboveLevel;
        Company with = company.company(alone, right, asksOperator(), group);
        floors = company.floors(floors, alone, with);
        Means wanted = question.second() == null ? secondWanted(holder) : null;
        if (wanted != null) return new Decision.Awaiting(holder, trace(wanted, ""), wanted, duress, with);
        String area = PassbackRule.entered(access.passback(), question.side());
        return new Decision.Admitted(holder, trace(twoGiven(), area), floors, duress, with);
    }

    /// The first reason that applies, or null. The order is part of the product: docs/events.md has it.
    private @Nullable Reason reason() {
        if (lockdown()) return Reason.LOCKDOWN;
        if (barred(Reason.TAMPER, now.gate().tampered())) return Reason.TAMPER;
        if (now.pinsRest() && question.shown() instanceof Evidence.Pin) return Reason.PIN_LOCKED;
        if (holder == null) return unknown();
        if (!holder.credentialActive()) return Reason.CREDENTIAL_DISABLED;
        LimitCheck.Found limit = limits.of(holder); // credential not yet valid, expired, suspended, used up, unused
        entriesLeft = limit.entriesLeft();
        if (limit.reason() != null) return limit.reason();
        boolean accepted = acceptedHere(holder);
        if (!accepted && !unread) return Reason.NOT_ACCEPTED_HERE;
        Reason person = person(holder);
        if (person != null) return person;
        Reason noRight = right(holder); // permission, reservation expired, clock, hours, threat level, role stale
        if (noRight != null && noRight.compareTo(Reason.OUT_OF_HOURS) <= 0) return noRight;
        if (!accepted) return Reason.CLOCK; // nobody can tell by this clock what is accepted now
        if (noRight != null) return noRight;
        Reason elsewhere = passback(holder);
        if (elsewhere != null) return elsewhere;
        Reason limited = areaLimit(holder);
        if (limited != null) return limited;
        return factor == FactorCheck.Result.WRONG ? Reason.WRONG_FACTOR : null;
    }

    /// Whether `reason`, if it `applies`, bars the way; where it may not, it is noted.
    private boolean barred(Reason reason, boolean applies) {
        if (!applies) return false;
        if (!freeExit) return true;
        notEnforced.add(reason);
        return false;
    }

    private @Nullable Holder holder(Evidence evidence) {
        return switch (evidence) {
            case Evidence.Card(CardNumber number) -> card(rights, number);
            case Evidence.Code(CardNumber number) -> pass(number);
            case Evidence.Pin(String digits) -> plausible(digits) ? rights.pin(Long.parseLong(digits)) : null;
            case Evidence.Phone(long credentialId) -> phone(credentialId);
            case Evidence.Named(long personId, boolean _) -> rights.person(personId);
        };
    }

    /// Whose PIN under a threat it is, where the reader takes a PIN that says who it is. A PIN of somebody never is.
    /// One that the first door of an airlock has taken is taken by the second door, too.
    private @Nullable Holder forced(Evidence evidence) {
        if (!(evidence instanceof Evidence.Pin(String digits)) || !plausible(digits)) return null;
        String side = question.side();
        boolean here = access.takes(side, Means.PIN) || access.takes(side, Means.PIN_THEN_CARD);
        if (!question.isRepeated() && !(here && access.duress())) return null;
        Holder meant = rights.pin(DuressPin.meant(Long.parseLong(digits)));
        boolean other = meant != null && question.isRepeated() && !question.isOf(meant);
        return other ? null : meant;
    }

    static @Nullable Holder card(Rights rights, @Nullable CardNumber number) {
        return number == null || number.value() == CardNumber.TOO_LARGE ? null : rights.card(number.value());
    }

    /// A code is as easily copied as it is read: it stands for a pass in a phone's wallet, never for the card whose
    /// number it shows.
    private @Nullable Holder pass(@Nullable CardNumber number) {
        Holder found = card(rights, number);
        return found == null || !found.byWallet() ? null : found;
    }

    /// Whatever a caller says: an id alone proves nothing of a card.
    private @Nullable Holder phone(long credentialId) {
        Holder found = rights.credential(credentialId);
        return found == null || !found.byPhone() || found.byWallet() ? null : found;
    }

    /// No PIN begins with 0: 04711 is not 4711.
    private static boolean plausible(String digits) {
        return !digits.isEmpty() && !digits.startsWith("0") && digits.length() <= PIN_DIGITS_MAX;
    }

    private boolean lockdown() {
        boolean applies = now.gate().cardLockdown();
        responder = applies && holder != null && holder.firstResponder();
        return barred(Reason.LOCKDOWN, applies && !responder);
    }

    private Reason unknown() {
        return question.first() instanceof Evidence.Pin ? Reason.UNKNOWN_PIN : Reason.UNKNOWN_CARD;
    }

    private boolean wrongPin() {
        if (holder == null) {
            return question.second() == null && question.first() instanceof Evidence.Pin && !question.isRepeated();
        }
        return factor == FactorCheck.Result.WRONG && question.shown() instanceof Evidence.Pin;
    }

    private boolean byHand() {
        return question.first() instanceof Evidence.Named(long _, boolean byHand) && byHand;
    }

    // ---- what is accepted here

    private boolean acceptedHere(Holder holder) {
        if (question.first() instanceof Evidence.Named) return true;
        boolean leaves = byPhone && question.side().equals(EXIT);
        if (leaves && !now.gate().reader()) return false;
        Set<Means> accepted = accepted(question.side());
        if (leaves) accepted.retainAll(accepted(ENTRY)); // else it opens doors from outside that take no phones there
        Means two = twoFactors();
        return accepted.contains(alone(holder)) || (two != null && accepted.contains(two));
    }

    /// The two factors that are wanted of what was shown, or null when it is enough alone.
    private @Nullable Means secondWanted(Holder holder) {
        boolean enough = question.first() instanceof Evidence.Named
                || accepted(question.side()).contains(alone(holder));
        return enough ? null : twoFactors();
    }

    private Means alone(Holder holder) {
        return switch (question.first()) {
            case Evidence.Pin _ -> Means.PIN;
            case Evidence.Code _ -> Means.QR;
            case Evidence.Phone _ -> Means.MOBILE;
            case Evidence.Card _, Evidence.Named _ ->
                holder.byWallet() ? Means.QR : holder.byPhone() ? Means.MOBILE : Means.CARD;
        };
    }

    private @Nullable Means twoFactors() {
        return switch (question.first()) {
            case Evidence.Pin _ -> Means.PIN_THEN_CARD;
            // a pass whose code its reader hands on as a card's bits is as easily copied
            case Evidence.Card _ -> holder != null && holder.byPhone() ? null : Means.CARD_THEN_PIN;
            case Evidence.Code _, Evidence.Phone _, Evidence.Named _ -> null;
        };
    }

    private @Nullable Means twoGiven() {
        return question.second() == null ? null : twoFactors();
    }

    /// The first of what the reader accepts whose shift covers now. By a clock that is not believed no shift does;
    /// at an exit that the box may not bar each of them does.
    private Set<Means> accepted(String side) {
        Set<Means> all = EnumSet.noneOf(Means.class);
        for (Accepted accepted : access.at(side)) {
            Long shift = accepted.shiftId();
            if (shift == null || (believed() && covers(shift))) {
                all.addAll(accepted.means());
                return all;
            }
            if (waived()) all.addAll(accepted.means());
            else unread |= !believed();
        }
        return all;
    }

    private boolean covers(long shift) {
        return now.policy().covers(shift, question.channelId(), now.clock().now());
    }

    // ---- the person, the clock and the rights

    /// Whether rights that are bound to times hold by this clock.
    private boolean believed() {
        return switch (now.clock().trust()) {
            case TRUSTED -> true;
            case HELD -> access.untrustedClock().held();
            case WRONG -> access.untrustedClock().wrong();
        };
    }

    /// A clock that is not believed keeps nobody in.
    private boolean waived() {
        return freeExit && !believed();
    }

    private @Nullable Reason person(Holder holder) {
        if (!holder.enabled()) return Reason.PERSON_DISABLED;
        if (waived()) return null;
        LocalDate today = now.clock().bound().atZone(now.policy().accountZone()).toLocalDate();
        if (holder.validFrom() != null && today.isBefore(holder.validFrom())) return Reason.PERSON_NOT_YET_VALID;
        if (holder.validTo() != null && today.isAfter(holder.validTo())) return Reason.PERSON_EXPIRED;
        return null;
    }

    /// At an elevator one floor is enough; when none is permitted, the reason that comes latest in the order is
    /// given: it is the one that misses least.
    private @Nullable Reason right(Holder holder) {
        List<Long> doors = now.policy().targets(question.channelId());
        boolean elevator = !doors.equals(List.of(question.channelId()));
        var best = new RightChoice.Outcome(Reason.NO_PERMISSION, null);
        for (long door : doors) {
            List<Right> held = rights.at(holder.personId(), door);
            RightChoice.Times times = times(holder, door);
            boolean anyLevel = freeExit || holder.firstResponder();
            List<Right> inOrder = company.aloneFirst(held);
            var outcome = anyLevel ? RightChoice.chooseAtAnyLevel(inOrder, times) : RightChoice.choose(inOrder, times);
            var noted = outcome.aboveLevel() ? times.withoutThreat() : times;
            if (outcome.reason() == null) company.note(held, noted, outcome.right());
            if (elevator && outcome.reason() == null) floors.add(door);
            if (outcome.closerThan(best) || company.isBetter(outcome, best)) best = outcome;
        }
        right = best.right();
        boolean anyTime = right != null && right.unlimited() && !holder.dated();
        if (best.reason() != null) return best.reason();
        if (waived() && !anyTime) notEnforced.add(Reason.CLOCK);
        if (best.aboveLevel() && freeExit) notEnforced.add(Reason.THREAT_LEVEL);
        aboveLevel = best.aboveLevel() && !freeExit;
        if (best.stale()) notEnforced.add(Reason.ROLE_STALE);
        return null;
    }

    /// By a clock that is not believed an operator is asked at any time.
    private boolean asksOperator() {
        ChannelAccess.Approval approval = access.approval();
        if (approval == null) return false;
        Long shift = approval.shiftId();
        return shift == null || !believed() || covers(shift);
    }

    private RightChoice.Times times(Holder holder, long door) {
        var clock = now.clock();
        return new RightChoice.Times(
                now.policy(),
                door,
                clock.now(),
                clock.bound(),
                holder.dated(),
                believed(),
                waived(),
                now.contact(),
                freeExit,
                now.threatLevel(question.channelId()));
    }

    private @Nullable Reason passback(Holder holder) {
        Passback rule = access.passback();
        if (rule.mode() == Passback.Mode.OFF) return null; // before anything is read
        boolean soft = rule.mode() == Passback.Mode.SOFT;
        Instant at = now.clock().now();
        AreaSet areas = now.policy().areas(question.channelId());
        Places.UnseenDoors unseen = now.places().unseen(now.policy());
        if (unseen.doors().contains(question.channelId())) return noted(Trace.SUSPENDED);
        // Admitted, and not seen to pass yet: at another reader they count as there, at the same one they may try
        // again. Read before the place, which is written before this is removed.
        Places.Pending pending = now.places().pending(holder.personId(), areas);
        Place place = now.places().of(holder.personId(), areas);
        if (Places.UNREAD.equals(place)) {
            passback = Trace.UNKNOWN;
            return soft || freeExit ? null : Reason.NOT_READY;
        }
        if (pending != null && !isAt(pending)) place = pending.to();
        if (place != null && unseen.areas().contains(place.area())) return noted(Trace.SUSPENDED);
        boolean broken = PassbackRule.broken(
                rule, question.side(), place, at, now.policy().zone(question.channelId()));
        if (!broken || place == null) return null;
        countsIn = place.area();
        if (!soft) return barred(Reason.PASSBACK, true) ? Reason.PASSBACK : null;
        return noted(Trace.VIOLATED);
    }

    private @Nullable Reason noted(String word) {
        passback = word;
        return null;
    }

    /// The limits of the areas at this reader. A door that is unlocked needs nothing.
    private @Nullable Reason areaLimit(Holder holder) {
        if (now.gate().unlocked()) return null;
        var check = OccupancyCheck.at(question, now);
        if (check.suspended() && passback == null) passback = Trace.SUSPENDED;
        var found = check.of(List.of(holder.personId()));
        OccupancyCheck.Count count = found.count();
        if (count == null) return null;
        boolean past = holder.firstResponder() && !freeExit && found.reason() != null;
        people = new Trace.People(count.limit(), count.people(), past);
        if (found.reason() == null || past || !barred(found.reason(), true)) return null;
        if (found.reason() != Reason.AREA_MINIMUM) return found.reason();
        // An operator who admits a person by hand sees who enters.
        group = !byHand();
        return null;
    }

    private boolean isAt(Places.Pending pending) {
        return pending.channelId() == question.channelId() && pending.side().equals(question.side());
    }

    // ---- how it came about

    private Trace trace(@Nullable Means two, String area) {
        CardNumber number = switch (question.first()) {
            case Evidence.Card(CardNumber read) -> read;
            case Evidence.Code(CardNumber read) -> read;
            case Evidence.Pin _, Evidence.Phone _, Evidence.Named _ -> null;
        };
        String second = two == null ? null : two == Means.CARD_THEN_PIN ? "pin" : "card";
        String entered = area.isEmpty() ? null : area;
        var threat = new Trace.Threat(now.threatLevel(question.channelId()), aboveLevel);
        var notes = new Trace.Notes(
                responder, passback, countsIn, notEnforced, second, entered, floors, entriesLeft, threat, people);
        return new Trace(
                question.side(), holder, number, right, now.gate(), now.clock().trust(), now.contact(), notes);
    }
}
