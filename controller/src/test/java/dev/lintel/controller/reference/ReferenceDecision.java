package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Case.Card;
import dev.lintel.controller.reference.Case.Code;
import dev.lintel.controller.reference.Case.Named;
import dev.lintel.controller.reference.Case.Pin;
import dev.lintel.controller.reference.Case.Shown;
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

    private ReferenceDecision(World world, Case asked) {
        this.world = world;
        this.asked = asked;
        this.channel = channel(asked.channel());
        this.by = credential(asked.shown());
        this.who = asked.shown() instanceof Named named ? person(named.person()) : holder(by);
        this.pinFirst = asked.shown() instanceof Pin;
        this.free = asked.egress() && asked.exit();
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
            return Answer.rejected(first(applies), null, null, last instanceof Pin);
        }
        if (by != null && !by.status().equals("active")) applies.add("credential_disabled");
        boolean alone = by == null || accepted().contains(means(by));
        boolean both = accepted().contains(pinFirst ? "pin+card" : "card+pin") && !(asked.shown() instanceof Code);
        if (!alone && !both) applies.add(hidden() ? "clock" : "not_accepted_here");
        LocalDate today = LocalDate.ofInstant(judged, world.zone());
        if (!who.enabled()) applies.add("person_disabled");
        if (!timeless && who.from() != null && who.from().isAfter(today)) applies.add("person_not_yet_valid");
        if (!timeless && who.to() != null && who.to().isBefore(today)) applies.add("person_expired");
        var floors = new ArrayList<Long>();
        String noRight = noRight(who, floors);
        if (noRight != null) applies.add(noRight);
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
        }
        Long credential = by == null ? null : (Long) by.id();
        if (!applies.isEmpty()) {
            return Answer.rejected(first(applies), who.id(), credential, last instanceof Pin && second.equals("wrong"));
        }
        boolean awaiting = asked.second() == null && !alone;
        boolean elevator = channel != null && !channel.floors().isEmpty();
        Passback areas = passback();
        String area = awaiting || areas == null ? "" : asked.exit() ? areas.from() : areas.to();
        return new Answer(
                awaiting ? "awaiting" : second.equals("duress") ? "admitted duress" : "admitted",
                who.id(),
                credential,
                elevator ? floors : List.of(),
                asked.lockdown() && responder,
                misplaced && soft,
                area,
                noted,
                false);
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

    private List<Accept> lists() {
        if (channel == null) return List.of(new Accept(null, Set.of("card", "pin")));
        return asked.exit() ? channel.exit() : channel.entry();
    }

    private String means(Credential shown) {
        if (pinFirst) return "pin";
        if (asked.shown() instanceof Code) return "qr";
        return shown.phone() ? "mobile" : "card";
    }

    private Set<String> accepted() {
        Set<String> all = new HashSet<>();
        for (Accept list : lists()) {
            boolean holds = list.shift() == null || (believed && covers(list.shift(), asked.channel()));
            if (holds || timeless) all.addAll(list.means());
            if (holds) break;
        }
        return all;
    }

    /// Whether nobody can tell what is accepted now, for the clock is not believed.
    private boolean hidden() {
        return !believed && !free && !lists().isEmpty() && lists().getFirst().shift() != null;
    }

    // ---- the rights

    private record Held(
            @Nullable Long shift,
            @Nullable Instant from,
            @Nullable Instant until) {}

    /// Null when one holds; at an elevator `floors` are those that are permitted.
    private @Nullable String noRight(Person person, List<Long> floors) {
        Set<Long> doors = channel == null || channel.floors().isEmpty()
                ? Set.of(asked.channel())
                : new TreeSet<>(channel.floors());
        String nearest = "no_permission";
        for (long door : doors) {
            String why = noRight(person, door);
            if (why == null) floors.add(door);
            else if (ORDER.indexOf(why) > ORDER.indexOf(nearest)) nearest = why;
        }
        return floors.isEmpty() ? nearest : null;
    }

    private @Nullable String noRight(Person person, long door) {
        int begun = 0;
        int alive = 0;
        int always = 0;
        int now = 0;
        for (Held held : held(person, door)) {
            if (!timeless && held.from != null && judged.isBefore(held.from)) continue;
            begun++;
            if (!timeless && held.until != null && !judged.isBefore(held.until)) continue;
            alive++;
            if (held.shift == null && held.from == null && person.from() == null && person.to() == null) always++;
            if (held.shift == null || covers(held.shift, door)) now++;
        }
        if (begun == 0) return "no_permission";
        if (alive == 0) return "reservation_expired";
        if (timeless) return null;
        if (!believed) return always > 0 ? null : "clock";
        return now > 0 ? null : "out_of_hours";
    }

    private List<Held> held(Person person, long door) {
        var held = new ArrayList<Held>();
        for (Role role : world.roles()) {
            if (!role.channels().contains(door)) continue;
            if (person.roles().contains(role.id())) held.add(new Held(role.shift(), null, null));
            for (var group : world.groups()) {
                if (!group.roles().contains(role.id())) continue;
                if (person.groups().contains(group.id())) held.add(new Held(role.shift(), null, null));
                for (Reserved one : person.reserved()) {
                    if (one.groups().contains(group.id())) held.add(new Held(role.shift(), one.from(), end(one)));
                }
            }
        }
        for (Reserved one : person.reserved()) {
            if (one.channels().contains(door)) held.add(new Held(null, one.from(), one.until()));
        }
        return held;
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
            Long pin = secondPin(person);
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

    private static @Nullable Long secondPin(Person person) {
        for (int code : List.of(11, 10)) {
            for (Credential one : person.credentials()) {
                if (one.code() == code && one.status().equals("active")) return one.value();
            }
        }
        return null;
    }
}
