package dev.lintel.controller.reference;

import static dev.lintel.controller.reference.ReferenceOrder.first;

import dev.lintel.controller.reference.Answer.Grant;
import dev.lintel.controller.reference.Case.Card;
import dev.lintel.controller.reference.Case.Code;
import dev.lintel.controller.reference.Case.Named;
import dev.lintel.controller.reference.Case.Phone;
import dev.lintel.controller.reference.Case.Pin;
import dev.lintel.controller.reference.Case.Shown;
import dev.lintel.controller.reference.HeldRights.Held;
import dev.lintel.controller.reference.World.Accept;
import dev.lintel.controller.reference.World.Channel;
import dev.lintel.controller.reference.World.Credential;
import dev.lintel.controller.reference.World.Passback;
import dev.lintel.controller.reference.World.Person;
import dev.lintel.controller.reference.World.Reserved;
import dev.lintel.controller.reference.World.Role;
import dev.lintel.controller.reference.World.Shift;
import dev.lintel.controller.reference.World.Whereabouts;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The decision a second time, in the simplest way: every reason that applies is written down, then the one that
/// stands first in the documented order is the answer. One case, one instance.
final class ReferenceDecision {

    private static final Set<String> WAIVED_AT_FREE_EXITS =
            Set.of("lockdown", "tamper", "passback", "area_full", "area_minimum");

    private static final String CARD_PIN = "card+pin";
    private static final String PIN_CARD = "pin+card";

    private final World world;
    private final Case asked;
    private final @Nullable Channel channel;
    private final @Nullable Person who;
    private final @Nullable Credential by;
    /// The PIN that was shown is nobody's, and what the holder of `by` types under a threat.
    private final boolean forced;
    private final boolean pinFirst;
    private final boolean free;
    private final boolean believed;
    /// Neither dates nor times count.
    private final boolean timeless;
    /// By what dates and reservations are judged.
    private final Instant judged;
    private final ReferenceLimits limits;
    /// What the answer may name.
    private final Set<Grant> grants = new HashSet<>();

    private ReferenceDecision(World world, Case asked) {
        this.world = world;
        this.asked = asked;
        this.channel = world.channel(asked.channel());
        Credential known = world.credential(asked.shown());
        this.by = known == null ? ReferenceCredentials.forced(world, channel, lists(), asked.shown()) : known;
        this.forced = known == null && by != null;
        this.who = asked.shown() instanceof Named named ? world.person(named.person()) : world.holder(by);
        this.pinFirst = asked.shown() instanceof Pin;
        this.free = asked.egress() && asked.exit() && !(asked.shown() instanceof Phone);
        this.believed = switch (asked.trust()) {
            case "held" -> channel == null || channel.held();
            case "wrong" -> channel != null && channel.wrong();
            default -> true;
        };
        this.timeless = free && !believed;
        boolean later = !asked.trust().equals("trusted") && asked.newest().isAfter(asked.now());
        this.judged = later ? asked.newest() : asked.now();
        this.limits = new ReferenceLimits(world.zone(), judged, timeless);
    }

    static Answer of(World world, Case asked) {
        return new ReferenceDecision(world, asked).answer();
    }

    private Answer answer() {
        Shown last = asked.second() == null ? asked.shown() : asked.second();
        boolean responder = who != null && who.responder();
        Set<String> applies = ofDoor(responder, last);
        if (who == null) {
            applies.add(pinFirst ? "unknown_pin" : "unknown_card");
            if (free) applies.removeAll(WAIVED_AT_FREE_EXITS);
            return rejected(first(applies), pinFirst && asked.second() == null, false);
        }
        if (by != null) applies.addAll(credential(by));
        boolean alone = by == null || accepted().contains(means(by));
        boolean cardOrPin = !(asked.shown() instanceof Code || asked.shown() instanceof Phone);
        boolean both = cardOrPin && (by == null || !by.phone()) && accepted().contains(pinFirst ? PIN_CARD : CARD_PIN);
        if (!alone && !both) applies.add(hidden() ? "clock" : "not_accepted_here");
        addOfPerson(who, applies);
        var held = new HeldRights(held(who));
        String nearest = held.nearest();
        if (!nearest.equals(HeldRights.HOLDS)) applies.add(nearest);
        boolean misplaced = misplaced(who);
        if (misplaced && !soft()) applies.add("passback");
        String limit = ReferenceAreas.reason(world, asked, who);
        boolean past = !free && who.responder();
        if (limit.equals("area_full") && !past) applies.add(limit);
        String second = second(who);
        boolean duress = forced || second.equals("duress");
        if (second.equals("wrong")) applies.add("wrong_factor");
        Set<String> noted = new TreeSet<>();
        if (free) {
            noted.addAll(applies);
            if (limit.equals("area_minimum")) noted.add(limit);
            noted.retainAll(WAIVED_AT_FREE_EXITS);
            applies.removeAll(noted);
            if (nearest.equals(HeldRights.HOLDS)) noted.addAll(held.leastWaived());
        }
        // Whoever is turned away before their rights are looked at hears of none.
        boolean weighed = applies.isEmpty() || place(first(applies)) >= place("no_permission");
        if (weighed && !nearest.equals("no_permission")) grants.addAll(held.named(nearest));
        if (!applies.isEmpty()) {
            return rejected(first(applies), last instanceof Pin && second.equals("wrong"), duress);
        }
        boolean awaiting = asked.second() == null && !alone;
        return passes(who, held, awaiting, new Noted(noted, misplaced && soft(), duress, isFew(limit)));
    }

    /// What is said of an answer besides.
    ///
    /// @param few whether the minimum of an area takes more people
    private record Noted(Set<String> reasons, boolean misplaced, boolean duress, boolean few) {}

    private boolean isFew(String limit) {
        boolean past = free || (who != null && who.responder()) || asked.shown() instanceof Named;
        return limit.equals("area_minimum") && !past;
    }

    private Answer passes(Person person, HeldRights held, boolean awaiting, Noted noted) {
        boolean responds = asked.lockdown() && person.responder();
        boolean aboveLevel = !free && held.leastWaived().contains("threat_level");
        boolean single = asked.exit() || by == null || responds || aboveLevel;
        var company = new ReferenceCompany(held, rule(), asksOperator());
        Passback areas = passback();
        String area = awaiting || areas == null ? "" : asked.exit() ? areas.from() : areas.to();
        boolean gathers = noted.few && company.of(single, true).need().equals("group");
        return new Answer(
                awaiting ? "awaiting" : gathers ? "gathers" : "admitted",
                person.id(),
                by == null ? null : (Long) by.id(),
                channel == null || channel.floors().isEmpty() ? List.of() : company.floors(single),
                responds,
                aboveLevel,
                noted.misplaced,
                area,
                noted.reasons,
                false,
                noted.duress,
                asked.trust(),
                mode(),
                awaiting || asked.exit() ? Answer.Company.NONE : company.of(single, noted.few),
                grants);
    }

    private boolean soft() {
        return passback() != null && passback().mode().equals("soft");
    }

    private World.Company rule() {
        return channel == null ? World.Company.NONE : channel.company();
    }

    /// At any time by a clock that is not believed.
    private boolean asksOperator() {
        World.Approval approval = rule().approval();
        if (approval == null) return false;
        return approval.shift() == null || !believed || covers(approval.shift(), asked.channel());
    }

    private Set<String> ofDoor(boolean responder, Shown last) {
        Set<String> applies = new TreeSet<>();
        if (asked.lockdown() && !responder) applies.add("lockdown");
        if (asked.tampered()) applies.add("tamper");
        if (asked.rests() && last instanceof Pin) applies.add("pin_locked");
        return applies;
    }

    private Set<String> credential(Credential shown) {
        boolean enters = !asked.exit() || asked.shown() instanceof Phone;
        Set<String> applies = limits.of(shown.limit(), enters);
        if (!ReferenceCredentials.isGood(shown)) applies.add("credential_disabled");
        return applies;
    }

    private void addOfPerson(Person person, Set<String> applies) {
        LocalDate today = LocalDate.ofInstant(judged, world.zone());
        if (!person.enabled()) applies.add("person_disabled");
        if (!timeless && person.from() != null && person.from().isAfter(today)) applies.add("person_not_yet_valid");
        if (!timeless && person.to() != null && person.to().isBefore(today)) applies.add("person_expired");
    }

    private Answer rejected(String word, boolean wrongPin, boolean duress) {
        return new Answer(
                word,
                who == null ? null : (Long) who.id(),
                by == null ? null : (Long) by.id(),
                List.of(),
                false,
                false,
                false,
                "",
                Set.of(),
                wrongPin,
                duress,
                asked.trust(),
                mode(),
                Answer.Company.NONE,
                grants);
    }

    private String mode() {
        return asked.unlock() ? "unlock" : "normal";
    }

    private static int place(String reason) {
        return ReferenceOrder.ALL.indexOf(reason);
    }

    // ---- what is accepted

    /// Each has to accept it: a phone that leaves is taken where both readers take phones.
    private List<List<Accept>> lists() {
        if (channel == null) return List.of(List.of(new Accept(null, Set.of("card", "pin", "mobile"))));
        if (!asked.exit()) return List.of(channel.entry());
        return asked.shown() instanceof Phone ? List.of(channel.exit(), channel.entry()) : List.of(channel.exit());
    }

    private String means(Credential shown) {
        if (pinFirst) return "pin";
        if (asked.shown() instanceof Code) return "qr";
        if (shown.code() == 1001) return "qr"; // also where it comes as a card's bits
        return shown.phone() ? "mobile" : "card";
    }

    private Set<String> accepted() {
        Set<String> both = accepted(lists().getFirst());
        lists().forEach(lists -> both.retainAll(accepted(lists)));
        return both;
    }

    private Set<String> accepted(List<Accept> lists) {
        Set<String> all = new HashSet<>();
        for (Accept list : lists) {
            boolean holds = list.shift() == null || (believed && covers(list.shift(), asked.channel()));
            if (holds || timeless) all.addAll(list.means());
            if (holds) break;
        }
        return all;
    }

    /// Whether nobody can tell what is accepted now, for the clock is not believed.
    private boolean hidden() {
        boolean byTime = lists().stream()
                .anyMatch(all -> !all.isEmpty() && all.getFirst().shift() != null);
        return !believed && !free && byTime;
    }

    // ---- the rights

    /// Every right of the person to the door, or to the elevator's floors.
    private List<Held> held(Person person) {
        Set<Long> doors = channel == null || channel.floors().isEmpty() ? Set.of(asked.channel()) : channel.floors();
        var held = new ArrayList<Held>();
        for (long door : doors) {
            for (Role role : world.roles()) {
                if (!role.channels().contains(door)) continue;
                if (person.roles().contains(role.id())) held.add(of(person, role, null, null, door));
                for (var group : world.groups()) {
                    if (!group.roles().contains(role.id())) continue;
                    if (person.groups().contains(group.id())) held.add(of(person, role, group.id(), null, door));
                    for (Reserved one : person.reserved()) {
                        if (one.groups().contains(group.id())) held.add(of(person, role, group.id(), one, door));
                    }
                }
            }
            for (Reserved one : person.reserved()) {
                if (!one.channels().contains(door)) continue;
                var grant = new Grant(null, null, null, one.id(), "channel");
                var right = new Held(grant, door, why(person, null, one, door), Set.of(), null);
                held.add(limited(right, asked.threat() > 0, false));
            }
        }
        return held;
    }

    private Held of(Person person, Role role, @Nullable Long group, @Nullable Reserved by, long door) {
        Long reservation = by == null ? null : (Long) by.id();
        var grant = new Grant(role.id(), group, role.shift(), reservation, by == null ? null : "group");
        String why = why(person, role.shift(), by, door);
        boolean old = asked.silent() != null && role.limit() != null && asked.silent() > role.limit();
        boolean above = role.level() != null && asked.threat() > role.level();
        return limited(new Held(grant, door, why, Set.of(), role), above, old);
    }

    /// The threat level does not count for first responders, and nothing of the two at an exit that bars nobody.
    private Held limited(Held right, boolean above, boolean old) {
        boolean responder = who != null && who.responder();
        if (right.holds() && above && !responder && !free) return right.because("threat_level", Set.of());
        if (right.holds() && old && !free) return right.because("role_stale", Set.of());
        Set<String> waived = new TreeSet<>();
        if (above) waived.add("threat_level");
        if (old) waived.add("role_stale");
        return right.because(right.why(), waived);
    }

    /// Why this right alone does not hold.
    private String why(Person person, @Nullable Long shift, @Nullable Reserved by, long door) {
        if (timeless) return HeldRights.HOLDS;
        if (by != null && judged.isBefore(by.from())) return "no_permission";
        if (by != null && !judged.isBefore(end(by))) return "reservation_expired";
        boolean dated = person.from() != null
                || person.to() != null
                || (this.by != null && this.by.limit().timed());
        boolean always = shift == null && by == null && !dated;
        if (!believed) return always ? HeldRights.HOLDS : "clock";
        return shift == null || covers(shift, door) ? HeldRights.HOLDS : "out_of_hours";
    }

    private static Instant end(Reserved one) {
        return one.ended() != null && one.ended().isBefore(one.until()) ? one.ended() : one.until();
    }

    private boolean covers(long shift, long door) {
        Channel at = world.channel(door);
        ZoneId zone = at == null ? null : world.zones().get(at.site());
        if (zone == null) return false;
        for (Shift one : world.shifts()) {
            if (one.id() == shift) return ReferenceShifts.covers(world, one, asked.now(), zone);
        }
        return false;
    }

    // ---- passback and the second factor

    private @Nullable Passback passback() {
        return channel == null ? null : channel.passback();
    }

    private boolean misplaced(Person person) {
        Passback rule = passback();
        if (rule == null || channel == null || rule.mode().equals("off")) return false;
        Set<String> areas = ReferenceAreas.connected(world, rule);
        if (ReferenceAreas.isUnseen(asked, channel)) return false;
        Whereabouts place = ReferenceMoves.placeForPassback(world, asked, person, areas);
        if (place == null || ReferenceAreas.isUnseen(world, asked, place.area())) return false;
        ZoneId zone = world.zones().getOrDefault(channel.site(), world.zone());
        if (rule.forgiveAt() != null && ReferenceShifts.passed(rule.forgiveAt(), place.since(), asked.now(), zone)) {
            return false;
        }
        String here = asked.exit() ? rule.to() : rule.from();
        String behind = asked.exit() ? rule.from() : rule.to();
        if (rule.window() == null) return !place.area().equals(here);
        boolean newly = !asked.now().isBefore(place.since())
                && asked.now().isBefore(place.since().plusSeconds(rule.window()));
        return newly && place.area().equals(behind);
    }

    /// `none`, `right`, `duress` or `wrong`.
    private String second(Person person) {
        if (asked.second() == null) return "none";
        if (asked.second() instanceof Pin(String digits) && asked.shown() instanceof Card) {
            Credential known = person.secondPin();
            if (known == null || !limits.inTime(known)) return "wrong";
            long pin = known.value();
            if (digits.equals("" + pin)) return "right";
            if (!digits.equals("" + ReferenceCredentials.underDuress(pin))) return "wrong";
            return channel != null && channel.duress() ? "duress" : "wrong";
        }
        if (asked.second() instanceof Card && pinFirst) {
            Credential card = world.credential(asked.second());
            if (card == null || card.phone() || !card.status().equals("active") || !limits.inTime(card)) return "wrong";
            return person.credentials().contains(card) ? "right" : "wrong";
        }
        return "wrong";
    }
}
