package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.time.ClockTrust;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The decision a second time, in the simplest way: every reason that applies is written down, then the one that
/// stands first in the documented order is the answer. Shares no code with the rules.
final class ReferenceDecision {
    private static final List<String> ORDER = List.of(
            "lockdown",
            "tamper",
            "pin_locked",
            "unknown_card",
            "unknown_pin",
            "credential_disabled",
            "not_accepted_here",
            "person_disabled",
            "person_not_yet_valid",
            "person_expired",
            "no_permission",
            "reservation_expired",
            "clock",
            "out_of_hours",
            "passback",
            "wrong_factor");

    private ReferenceDecision() {}

    /// `admitted`, with ` duress` and the floors where there are, `awaiting`, or the reason's word.
    static String of(TestRights rights, Question q, Circumstances c) {
        boolean pinFirst = q.first() instanceof Evidence.Pin;
        boolean pinLast = q.second() == null ? pinFirst : q.second() instanceof Evidence.Pin;
        boolean free = c.gate().egressByBox() && q.side().equals("exit");
        ChannelAccess access = c.policy().access(q.channelId());
        ClockTrust trust = c.clock().trust();
        boolean believed = trust == ClockTrust.TRUSTED
                || (trust == ClockTrust.HELD && access.untrustedClock().held())
                || (trust == ClockTrust.WRONG && access.untrustedClock().wrong());
        Holder who = who(rights, q.first());

        Set<String> applies = new TreeSet<>();
        if (c.gate().cardLockdown() && !free && !(who != null && who.firstResponder())) applies.add("lockdown");
        if (c.gate().tampered() && !free) applies.add("tamper");
        if (c.keypadRests() && pinLast && !free) applies.add("pin_locked");
        if (who == null) {
            applies.add(pinFirst ? "unknown_pin" : "unknown_card");
            return first(applies);
        }
        if (!who.credentialActive()) applies.add("credential_disabled");
        Set<Means> accepted = accepted(access.at(q.side()), q, c, believed, free);
        boolean phone = who.typeCode() == 800 || who.typeCode() == 1001;
        Means alone = pinFirst ? Means.PIN : phone ? Means.MOBILE : Means.CARD;
        if (q.first() instanceof Evidence.Code) alone = Means.QR;
        Means both = pinFirst ? Means.PIN_THEN_CARD : Means.CARD_THEN_PIN;
        boolean two = !(q.first() instanceof Evidence.Code) && accepted.contains(both);
        boolean unread = !believed && !free && hidden(access.at(q.side()));
        if (!accepted.contains(alone) && !two) applies.add(unread ? "clock" : "not_accepted_here");
        if (!who.enabled()) applies.add("person_disabled");
        Instant judged = c.clock().now();
        if (trust != ClockTrust.TRUSTED && c.clock().newest().isAfter(judged))
            judged = c.clock().newest();
        LocalDate today = judged.atZone(c.policy().accountZone()).toLocalDate();
        boolean timeless = free && !believed;
        if (!timeless && who.validFrom() != null && who.validFrom().isAfter(today)) applies.add("person_not_yet_valid");
        if (!timeless && who.validTo() != null && who.validTo().isBefore(today)) applies.add("person_expired");

        var floors = new ArrayList<Long>();
        String nearest = "no_permission";
        for (long door : c.policy().targets(q.channelId())) {
            String why = right(rights.at(who.personId(), door), door, c, who, new Judged(judged, believed, timeless));
            if (why == null) floors.add(door);
            else if (ORDER.indexOf(why) > ORDER.indexOf(nearest)) nearest = why;
        }
        if (floors.isEmpty()) applies.add(nearest);
        if (passback(access.passback(), q, c, who) && !free) applies.add("passback");
        String second = second(rights, q, access, who);
        if (second.equals("wrong")) applies.add("wrong_factor");
        if (!applies.isEmpty()) return first(applies);
        if (q.second() == null && !accepted.contains(alone)) return "awaiting";
        boolean elevator = !c.policy().targets(q.channelId()).equals(List.of(q.channelId()));
        return "admitted" + (second.equals("duress") ? " duress" : "") + (elevator ? " " + floors : "");
    }

    private static String first(Set<String> applies) {
        for (String reason : ORDER) if (applies.contains(reason)) return reason;
        throw new IllegalStateException("no known reason among " + applies);
    }

    private static @Nullable Holder who(TestRights rights, Evidence evidence) {
        return switch (evidence) {
            case Evidence.Card card ->
                card.number() == null ? null : rights.cards.get(card.number().value());
            case Evidence.Code code ->
                code.number() == null
                        ? null
                        : pass(rights.cards.get(code.number().value()));
            case Evidence.Pin pin -> rights.pins.get(Long.parseLong(pin.digits()));
            case Evidence.Named named -> rights.people.get(named.personId());
        };
    }

    /// Whether a list with a shift stands before the first without one.
    private static boolean hidden(List<Accepted> entries) {
        return !entries.isEmpty() && entries.getFirst().shiftId() != null;
    }

    private static @Nullable Holder pass(@Nullable Holder holder) {
        return holder == null || holder.typeCode() != 1001 ? null : holder;
    }

    private static Set<Means> accepted(
            List<Accepted> entries, Question q, Circumstances c, boolean believed, boolean free) {
        Set<Means> all = EnumSet.noneOf(Means.class);
        for (Accepted entry : entries) {
            Long shift = entry.shiftId();
            boolean covered = shift != null
                    && c.policy().covers(shift, q.channelId(), c.clock().now());
            if (shift == null || (believed && covered)) {
                all.addAll(entry.means());
                break;
            }
            if (free && !believed) all.addAll(entry.means());
        }
        return all;
    }

    /// @param at by which dates and reservations are judged
    /// @param believed whether rights bound to times hold
    /// @param timeless whether times bar nobody
    private record Judged(Instant at, boolean believed, boolean timeless) {}

    private static @Nullable String right(List<Right> rights, long door, Circumstances c, Holder who, Judged judged) {
        boolean timeless = judged.timeless;
        int begun = 0;
        int alive = 0;
        int always = 0;
        int now = 0;
        for (Right right : rights) {
            var reserved = right.reserved();
            if (!timeless && reserved != null && judged.at.isBefore(reserved.from())) continue;
            begun++;
            if (!timeless && reserved != null && !judged.at.isBefore(reserved.until())) continue;
            alive++;
            if (right.shiftId() == null && reserved == null && who.validFrom() == null && who.validTo() == null)
                always++;
            if (right.shiftId() == null
                    || c.policy().covers(right.shiftId(), door, c.clock().now())) now++;
        }
        if (begun == 0) return "no_permission";
        if (alive == 0) return "reservation_expired";
        if (timeless) return null;
        if (!judged.believed) return always > 0 ? null : "clock";
        return now > 0 ? null : "out_of_hours";
    }

    private static boolean passback(Passback rule, Question q, Circumstances c, Holder who) {
        var place = c.places().of(who.personId());
        if (place == null || !c.policy().names(place.area())) return false;
        boolean out = q.side().equals("exit");
        return switch (rule.mode()) {
            case OFF, SOFT -> false;
            case HARD -> !place.area().equals(out ? rule.to() : rule.from());
            case TIMED -> {
                Duration ago = Duration.between(place.since(), c.clock().now());
                boolean recent = !ago.isNegative() && rule.window() != null && ago.compareTo(rule.window()) < 0;
                yield recent && place.area().equals(out ? rule.from() : rule.to());
            }
        };
    }

    private static String second(TestRights rights, Question q, ChannelAccess access, Holder who) {
        Evidence second = q.second();
        if (second == null) return "none";
        if (second instanceof Evidence.Pin pin && q.first() instanceof Evidence.Card) {
            Long right = rights.secondPins.get(who.personId());
            if (right == null) return "wrong";
            if (pin.digits().equals("" + right)) return "right";
            long forced = right % 10 == 9 ? right - 9 : right + 1;
            return access.duress() && pin.digits().equals("" + forced) ? "duress" : "wrong";
        }
        if (second instanceof Evidence.Card && q.first() instanceof Evidence.Pin) {
            Holder other = who(rights, second);
            if (other == null) return "wrong";
            boolean same = other.personId() == who.personId();
            boolean phone = other.typeCode() == 800 || other.typeCode() == 1001;
            return same && other.credentialActive() && !phone ? "right" : "wrong";
        }
        return "wrong";
    }
}
