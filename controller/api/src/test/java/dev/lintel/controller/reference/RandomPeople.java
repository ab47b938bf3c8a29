package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Credential;
import dev.lintel.controller.reference.World.Group;
import dev.lintel.controller.reference.World.Limit;
import dev.lintel.controller.reference.World.Person;
import dev.lintel.controller.reference.World.Reserved;
import dev.lintel.controller.reference.World.Role;
import dev.lintel.controller.reference.World.Whereabouts;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Somebody to ask about: most things are well with most of them, so that late reasons come up too.
///
/// Some rows are such as nobody writes: the credentials of somebody who was deleted, a number below zero. Nothing may
/// come of them.
final class RandomPeople {
    private static final int PEOPLE = 9;
    /// Of somebody else than the customer; another account may have the same numbers.
    private static final long OF_THE_TEST_ACCOUNT = 8;

    private static final long DELETED = 9;
    /// Cards and PINs out of one range, so that a number is often both.
    private static final long NUMBER_MIN = 1001;
    private static final List<String> OF_PHONES = List.of("invited", "added_to_wallet", "removed");

    private static final int NUMBERS = 80;
    /// Multi-factor PINs may repeat.
    private static final List<Long> SECOND_PINS = List.of(1239L, 1230L, 4444L, 4445L, 9999L);

    private final Dice dice;
    private final World world;
    private final List<Long> cards = new ArrayList<>();
    private final List<Long> pins = new ArrayList<>();
    private final List<Long> reused = new ArrayList<>();
    private long credentials;
    private long reservations;

    RandomPeople(Dice dice, World world) {
        this.dice = dice;
        this.world = world;
        for (int i = 0; i < NUMBERS; i++) cards.add(NUMBER_MIN + i);
        pins.addAll(cards);
        Collections.shuffle(cards, dice.random());
        Collections.shuffle(pins, dice.random());
        cards.set(0, -1L);
        pins.set(0, 1_234_567_890_123_456_789L); // a digit more than anybody types
    }

    /// The same world with people in it.
    World world() {
        var people = new ArrayList<Person>();
        for (long id = 1; id <= PEOPLE; id++) people.add(person(id));
        return new World(
                world.zone(),
                world.zones(),
                world.types(),
                world.holidays(),
                world.shifts(),
                world.roles(),
                world.groups(),
                world.channels(),
                world.areas(),
                people,
                world.marks());
    }

    private Person person(long id) {
        List<Long> channels = world.channels().stream().map(World.Channel::id).toList();
        List<Long> groups = world.groups().stream().map(Group::id).toList();
        var reserved = new ArrayList<Reserved>();
        for (int i = dice.up(4); i > 0; i--) reserved.add(reserved(channels, groups));
        return new Person(
                id,
                id != OF_THE_TEST_ACCOUNT,
                id == DELETED,
                !dice.one(15),
                dice.one(6) ? day() : null,
                dice.one(6) ? day() : null,
                dice.one(5),
                dice.some(world.roles().stream().map(Role::id).toList(), 3),
                dice.some(groups, 3),
                reserved,
                credentials(id != OF_THE_TEST_ACCOUNT),
                places());
    }

    /// Mostly one; several as policies of before may leave them. No two of the same area, or of the same moment.
    private List<Whereabouts> places() {
        var places = new ArrayList<Whereabouts>();
        for (int i = dice.one(4) ? 0 : 1 + (dice.one(2) ? 0 : dice.up(3)); i > 0; i--) {
            var place = new Whereabouts(area(), moment());
            boolean isOther = places.stream()
                    .noneMatch(one ->
                            one.area().equals(place.area()) || one.since().equals(place.since()));
            if (isOther) places.add(place);
        }
        return places;
    }

    /// Now and then one that no door leads to or from any more.
    private String area() {
        return dice.one(8) ? "pulled down" : dice.of(RandomPolicy.AREAS);
    }

    private Instant moment() {
        Instant mark = dice.of(world.marks());
        return dice.one(2) ? mark : mark.minusSeconds(dice.up(7200));
    }

    private LocalDate day() {
        return LocalDate.ofInstant(dice.of(world.marks()), world.zone()).plusDays(dice.up(3) - 1L);
    }

    private Reserved reserved(List<Long> channels, List<Long> groups) {
        Instant one = dice.of(world.marks());
        Instant other = one.plusSeconds(1800L * (1 + dice.up(60)));
        if (dice.one(2)) return new Reserved(++reservations, one, other, null, dice.some(channels, 2), Set.of());
        Instant ended = dice.one(2) ? one.plusSeconds(1800L * dice.up(60)) : null;
        return new Reserved(++reservations, one, other, ended, Set.of(), dice.some(groups, 2));
    }

    private List<Credential> credentials(boolean ours) {
        var held = new ArrayList<Credential>();
        for (Map.Entry<Long, Integer> type : world.types().entrySet()) {
            if (dice.one(2)) continue;
            Long value = value(type.getValue(), ours);
            if (value == null) continue;
            String status = dice.one(8) ? dice.of(List.of("disabled", "revoked")) : "active";
            boolean ofPhone = type.getValue() == 800 || type.getValue() == 1001;
            if (ofPhone && dice.one(2)) status = dice.of(OF_PHONES);
            held.add(new Credential(
                    ++credentials, type.getKey(), type.getValue(), value, status, dice.one(3) ? limit() : Limit.NONE));
        }
        return held;
    }

    /// Most of them hold most of the time.
    private Limit limit() {
        Instant from = dice.one(3) ? moment() : null;
        Instant until = dice.one(3) ? moment().plusSeconds(3600L * dice.up(60)) : null;
        LocalDate away = dice.one(4) ? day() : null;
        LocalDate back = away == null ? dice.one(8) ? day() : null : dice.one(2) ? away.plusDays(dice.up(3)) : null;
        Integer entries = dice.one(3) ? (Integer) (1 + dice.up(3)) : null;
        Integer days = dice.one(3) ? (Integer) (1 + dice.up(2)) : null;
        Instant last = dice.one(2) ? moment() : null;
        Instant since = moment().minusSeconds(86_400L * dice.up(3));
        return new Limit(from, until, away, back, entries, days, since, dice.up(4), dice.one(4), last);
    }

    private @Nullable Long value(int code, boolean ours) {
        if (code == 11) return dice.of(SECOND_PINS);
        if (code == 10) return pins.removeFirst();
        if (!ours && dice.one(2)) return reused.isEmpty() ? null : reused.removeFirst();
        Long number = cards.removeFirst();
        reused.add(number);
        return number;
    }
}
