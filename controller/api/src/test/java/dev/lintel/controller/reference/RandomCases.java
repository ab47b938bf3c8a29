package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Case.Card;
import dev.lintel.controller.reference.Case.Code;
import dev.lintel.controller.reference.Case.Named;
import dev.lintel.controller.reference.Case.Phone;
import dev.lintel.controller.reference.Case.Pin;
import dev.lintel.controller.reference.Case.Shown;
import dev.lintel.controller.reference.World.Credential;
import dev.lintel.controller.reference.World.Person;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Questions about one world.
final class RandomCases {
    private static final long NO_CHANNEL = 99;
    private static final long NO_NUMBER = 5;
    private static final int TRIES = 10;

    private final Dice dice;
    private final World world;

    RandomCases(Dice dice, World world) {
        this.dice = dice;
        this.world = world;
    }

    /// Three of four are of somebody who has a good chance at a quiet door: the reasons that come last are rare
    /// otherwise.
    Case next() {
        boolean plain = !dice.one(4);
        Person person = plain ? able() : dice.of(world.people());
        Shown first = plain ? own(person) : first(person);
        Shown second = dice.one(2) ? null : second(person, first);
        Instant now = moment(person);
        String trust = !plain ? dice.of(List.of("trusted", "held", "wrong")) : "trusted";
        boolean exit = dice.one(3);
        long channel = !plain && dice.one(50) ? NO_CHANNEL : channel(plain, exit, first);
        return new Case(
                channel,
                exit,
                first,
                second,
                !plain && dice.one(4),
                !plain && dice.one(4),
                dice.one(3),
                dice.one(4),
                !plain && dice.one(4),
                trust,
                now,
                dice.one(3) ? now : moment(person),
                silent(),
                new Case.Unseen(doors(), doors(), doors()),
                admissions(now, person),
                dice.one(2) ? 0 : dice.up(6));
    }

    /// Mostly one who is enabled and holds something.
    private Person able() {
        Person person = dice.of(world.people());
        for (int i = 0; i < TRIES; i++) {
            boolean holds = person.credentials().stream()
                    .anyMatch(
                            one -> one.status().equals("active") && one.limit().equals(World.Limit.NONE));
            if (person.enabled() && person.ours() && !person.deleted() && holds) return person;
            person = dice.of(world.people());
        }
        return person;
    }

    /// Mostly active and without limits.
    private Shown own(Person person) {
        List<Credential> good = person.credentials().stream()
                .filter(one -> one.status().equals("active") && one.limit().equals(World.Limit.NONE))
                .filter(one -> one.code() != 1001 && one.code() != 11) // scanned, or no first factor
                .toList();
        if (good.isEmpty() || dice.one(8)) return first(person);
        Credential one = dice.of(good);
        if (one.pin()) return new Pin("" + one.value());
        return one.code() == 800 ? new Phone(one.id()) : new Card(one.value());
    }

    /// @param fitting mostly one whose reader takes what is shown
    private long channel(boolean fitting, boolean exit, Shown shown) {
        String means = shown instanceof Pin ? "pin" : shown instanceof Phone ? "mobile" : "card";
        World.Channel channel = dice.of(world.channels());
        for (int i = 0; fitting && i < TRIES; i++) {
            List<World.Accept> lists = exit ? channel.exit() : channel.entry();
            boolean takes =
                    lists.stream().anyMatch(list -> list.means().stream().anyMatch(word -> word.startsWith(means)));
            if (takes) break;
            channel = dice.of(world.channels());
        }
        return channel.id();
    }

    /// At doors that lead somewhere, many of the person who is asked about.
    private List<Case.Admission> admissions(Instant now, Person asked) {
        List<World.Channel> doors = world.channels().stream()
                .filter(channel ->
                        channel.passback() != null && !channel.passback().from().isEmpty())
                .toList();
        if (doors.isEmpty() || dice.one(2)) return List.of();
        var admissions = new ArrayList<Case.Admission>();
        for (int i = 1 + dice.up(5); i > 0; i--) {
            Instant at = now.minusSeconds(dice.up(4));
            long person = dice.one(2) ? asked.id() : dice.of(world.people()).id();
            var outcome = dice.one(2) ? Case.Outcome.RELEASED : dice.of(List.of(Case.Outcome.values()));
            admissions.add(new Case.Admission(person, dice.of(doors).id(), dice.one(3), at, outcome));
        }
        return admissions;
    }

    /// Some doors stand unlocked, mostly none.
    private Set<Long> doors() {
        if (!dice.one(8)) return Set.of();
        return dice.some(world.channels().stream().map(World.Channel::id).toList(), 4);
    }

    /// Mostly at a role's limit, or just past it.
    private @Nullable Long silent() {
        if (dice.one(2)) return null;
        if (dice.one(3)) return (long) dice.up(200);
        return dice.of(RandomPolicy.LIMITS) + dice.up(2);
    }

    /// A mark to the second or around it, or half hours after the person came to their place.
    private Instant moment(Person person) {
        var place = person.places().isEmpty() ? null : dice.of(person.places());
        if (place != null && dice.one(4)) return place.since().plusSeconds(1800L * dice.up(7));
        Instant mark = dice.of(world.marks());
        return switch (dice.up(6)) {
            case 0, 5 -> mark;
            case 1 -> mark.minusMillis(1);
            case 2 -> mark.plusSeconds(dice.up(86_400) - 43_200L);
            default -> mark.plusSeconds(1800L * (dice.up(48) - 24));
        };
    }

    private Shown first(Person person) {
        if (dice.one(12)) return odd();
        if (dice.one(12)) return new Named(person.id());
        if (person.credentials().isEmpty()) return new Card(NO_NUMBER);
        Credential held = dice.of(person.credentials());
        if (held.pin()) return pin(held.value());
        if (held.code() == 800 && dice.one(2)) return new Phone(held.id());
        boolean scanned = held.code() == 1001 ? dice.one(2) : dice.one(10);
        return scanned ? new Code(held.value()) : new Card(held.value());
    }

    /// The other of two factors, mostly of the same person.
    private Shown second(Person person, Shown first) {
        if (dice.one(12)) return odd();
        Person whose = dice.one(6) ? dice.of(world.people()) : person;
        List<Credential> fitting = whose.credentials().stream()
                .filter(one -> one.pin() != first instanceof Pin)
                .toList();
        if (fitting.isEmpty()) return odd();
        Credential held = dice.of(fitting);
        if (!held.pin()) return new Card(held.value());
        return pin(held.value());
    }

    /// Mostly right, else as under a threat, or one more.
    private Pin pin(long pin) {
        return switch (dice.up(6)) {
            case 0 -> new Pin("" + (pin % 10 == 9 ? pin - 9 : pin + 1));
            case 1 -> new Pin("" + (pin + 1));
            default -> new Pin("" + pin);
        };
    }

    private Shown odd() {
        Credential any = dice.of(world.people().stream()
                .flatMap(person -> person.credentials().stream())
                .toList());
        return switch (dice.up(12)) {
            case 0 -> new Card(null);
            case 1 -> new Card(-1L);
            case 2 -> new Card(NO_NUMBER);
            case 3 -> new Code(null);
            case 4 -> new Code(any.value());
            case 5 -> new Card(any.value());
            case 6 -> new Pin("" + any.value());
            case 7 -> new Pin("0" + any.value());
            case 8 -> new Pin("99999999999999999999".substring(dice.up(3)));
            case 9 -> new Pin("");
            case 10 -> new Phone(any.id());
            default -> new Named(dice.one(2) ? 77 : 1 + dice.up(10));
        };
    }
}
