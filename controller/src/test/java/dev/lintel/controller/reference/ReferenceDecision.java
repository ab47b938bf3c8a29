package dev.lintel.controller.reference;

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
    static final List<String> ORDER = List.of(
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
            "threat_level",
            "role_stale",
            "passback",
            "wrong_factor");

    private static final Set<String> WAIVED_AT_FREE_EXITS = Set.of("lockdown", "tamper", "pin_locked", "passback");

    private final World world;
    private final Case asked;
    private final @Nullable Channel channel;
    private final @Nullable Person who;
    private final @Nullable Credential by;
    private final boolean pinFirst;
    private final boolean free;
    private final boolean believed;
    /// Neither dates nor times count.
    private final boolean timeless;
    /// By what dates and reservations are judged.
    private final Instant judged;
    /// What the answer may name.
    private final Set<Grant> grants = new HashSet<>();

    private ReferenceDecision(World world, Case asked) {
        this.world = world;
        this.asked = asked;
        this.channel = channel(asked.channel());
        this.by = credential(asked.shown());
        this.who = asked.shown() instanceof Named named ? person(named.person()) : holder(by);
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
    }

    static Answer of(World world, Case asked) {
        return new ReferenceDecision(world, asked).answer();
    }

    /// A pass of a wallet is as good before its wallet has told of it.
    private static boolean isGood(Credential one) {
        boolean pass = one.code() == 1001;
        return one.status().equals("active")
                || one.status().equals("added_to_wallet")
                || (pass && one.status().equals("invited"));
    }

    private Answer answer() {
        Set<String> applies = new TreeSet<>();
        Shown last = asked.second() == null ? asked.shown() : asked.second();
        boolean responder = who != null && who.responder();
        if (asked.lockdown() && !responder) applies.add("lockdown");
        if (asked.tampered()) applies.add("tamper");
        if (asked.rests() && last instanceof Pin) applies.add("pin_locked");
        if (who == null) {
            applies.add(pinFirst ? "unknown_pin" : "unknown_card");
            if (free) applies.removeAll(WAIVED_AT_FREE_EXITS);
            return rejected(first(applies), last instanceof Pin);
        }
        if (by != null && !isGood(by)) applies.add("credential_disabled");
        boolean alone = by == null || accepted().contains(means(by));
        boolean cardOrPin = !(asked.shown() instanceof Code || asked.shown() instanceof Phone);
        String two = pinFirst ? "pin+card" : "card+pin";
        boolean both = cardOrPin && (by == null || !by.phone()) && accepted().contains(two);
        if (!alone && !both) applies.add(hidden() ? "clock" : "not_accepted_here");
        LocalDate today = LocalDate.ofInstant(judged, world.zone());
        if (!who.enabled()) applies.add("person_disabled");
        if (!timeless && who.from() != null && who.from().isAfter(today)) applies.add("person_not_yet_valid");
        if (!timeless && who.to() != null && who.to().isBefore(today)) applies.add("person_expired");
        var held = new HeldRights(held(who));
        String nearest = held.nearest();
        if (!nearest.equals(HeldRights.HOLDS)) applies.add(nearest);
        boolean misplaced = misplaced(who);
        boolean soft = passback() != null && passback().mode().equals("soft");
        if (misplaced && !soft) applies.add("passback");
        String second = second(who);
        if (second.equals("wrong")) applies.add("wrong_factor");

        Set<String> noted = new TreeSet<>();
        if (free) {
            noted.addAll(applies);
            noted.retainAll(WAIVED_AT_FREE_EXITS);
            applies.removeAll(noted);
            if (nearest.equals(HeldRights.HOLDS)) noted.addAll(held.leastWaived());
        }
        // Whoever is turned away before their rights are looked at hears of none.
        boolean weighed = applies.isEmpty() || ORDER.indexOf(first(applies)) >= ORDER.indexOf("no_permission");
        if (weighed && !nearest.equals("no_permission")) grants.addAll(held.named(nearest));
        if (!applies.isEmpty()) return rejected(first(applies), last instanceof Pin && second.equals("wrong"));
        boolean awaiting = asked.second() == null && !alone;
        Passback areas = passback();
        String area = awaiting || areas == null ? "" : asked.exit() ? areas.from() : areas.to();
        return new Answer(
                awaiting ? "awaiting" : second.equals("duress") ? "admitted duress" : "admitted",
                who.id(),
                by == null ? null : (Long) by.id(),
                channel != null && !channel.floors().isEmpty() ? held.floors() : List.of(),
                asked.lockdown() && responder,
                !free && held.leastWaived().contains("threat_level"),
                misplaced && soft,
                area,
                noted,
                false,
                asked.trust(),
                mode(),
                grants);
    }

    private Answer rejected(String word, boolean wrongPin) {
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
                asked.trust(),
                mode(),
                grants);
    }

    private String mode() {
        return asked.unlock() ? "unlock" : "normal";
    }

    private static String first(Set<String> applies) {
        for (String reason : ORDER) if (applies.contains(reason)) return reason;
        throw new IllegalStateException("no known reason among " + applies);
    }

    // ---- who it is

    private @Nullable Credential credential(Shown shown) {
        for (Person person : world.people()) {
            for (Credential one : person.credentials()) {
                if (person.ours() && !person.deleted() && shows(one, shown)) return one;
            }
        }
        return null;
    }

    private static boolean shows(Credential one, Shown shown) {
        return switch (shown) {
            case Card(Long number) -> number != null && number >= 0 && !one.pin() && one.value() == number;
            case Code(Long number) -> number != null && number >= 0 && one.code() == 1001 && one.value() == number;
            case Pin(String digits) ->
                one.code() == 10 && digits.length() <= 18 && digits.equals(Long.toString(one.value()));
            case Phone(long id) -> one.code() == 800 && one.id() == id;
            case Named _ -> false;
        };
    }

    private @Nullable Person holder(@Nullable Credential credential) {
        if (credential == null) return null;
        for (Person person : world.people()) if (person.credentials().contains(credential)) return person;
        return null;
    }

    private @Nullable Person person(long id) {
        for (Person one : world.people()) if (one.id() == id && one.ours() && !one.deleted()) return one;
        return null;
    }

    private @Nullable Channel channel(long id) {
        for (Channel one : world.channels()) if (one.id() == id) return one;
        return null;
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
                held.add(of(grant, door, why(person, null, one, door), asked.threat() > 0, false));
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
        return of(grant, door, why, above, old);
    }

    /// The threat level does not count for first responders, and nothing of the two at an exit that bars nobody.
    private Held of(Grant grant, long door, String why, boolean above, boolean old) {
        boolean responder = who != null && who.responder();
        if (why.equals(HeldRights.HOLDS) && above && !responder && !free)
            return new Held(grant, door, "threat_level", Set.of());
        if (why.equals(HeldRights.HOLDS) && old && !free) return new Held(grant, door, "role_stale", Set.of());
        Set<String> waived = new TreeSet<>();
        if (above) waived.add("threat_level");
        if (old) waived.add("role_stale");
        return new Held(grant, door, why, waived);
    }

    /// Why this right alone does not hold.
    private String why(Person person, @Nullable Long shift, @Nullable Reserved by, long door) {
        if (timeless) return HeldRights.HOLDS;
        if (by != null && judged.isBefore(by.from())) return "no_permission";
        if (by != null && !judged.isBefore(end(by))) return "reservation_expired";
        boolean always = shift == null && by == null && person.from() == null && person.to() == null;
        if (!believed) return always ? HeldRights.HOLDS : "clock";
        return shift == null || covers(shift, door) ? HeldRights.HOLDS : "out_of_hours";
    }

    private static Instant end(Reserved one) {
        return one.ended() != null && one.ended().isBefore(one.until()) ? one.ended() : one.until();
    }

    private boolean covers(long shift, long door) {
        Channel at = channel(door);
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
        var place = person.place();
        if (rule == null || place == null || channel == null || rule.mode().equals("off")) return false;
        boolean known = false;
        for (Channel one : world.channels()) {
            Passback areas = one.passback();
            known |= areas != null
                    && (areas.from().equals(place.area()) || areas.to().equals(place.area()));
        }
        if (!known) return false;
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
            Long pin = person.secondPin();
            if (pin == null) return "wrong";
            if (digits.equals("" + pin)) return "right";
            long forced = pin % 10 == 9 ? pin - 9 : pin + 1;
            return channel != null && channel.duress() && digits.equals("" + forced) ? "duress" : "wrong";
        }
        if (asked.second() instanceof Card && pinFirst) {
            Credential card = credential(asked.second());
            if (card == null || card.phone() || !card.status().equals("active")) return "wrong";
            return person.credentials().contains(card) ? "right" : "wrong";
        }
        return "wrong";
    }
}
