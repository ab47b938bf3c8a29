package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights.SecondPin;
import dev.lintel.controller.store.RightsMemory.Asked;
import dev.lintel.controller.store.RightsMemory.Known;
import dev.lintel.controller.store.RightsMemory.Numbered;
import dev.lintel.controller.store.RightsMemory.Query;
import dev.lintel.controller.store.RightsMemory.Whole;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/// Answers of memory against those of the database of which it remembers answers, through changes of all kinds.
class RecalledRightsTest {
    private static final int PEOPLE = 5;
    private static final int CREDENTIALS = 8;
    private static final int NUMBERS = 8;
    private static final int DOORS = 3;

    /// A credential of a world: a card or a PIN, or neither.
    private record Owned(
            long person,
            boolean active,
            String type,
            @Nullable Long card,
            @Nullable Long pin,
            Limits limits) {}

    /// A database in one generation; a number leads to one credential.
    private static final class World {
        final Map<Long, Holder> people = new TreeMap<>();
        final Map<Long, Owned> credentials = new TreeMap<>();
        final Map<Long, SecondPin> secondPins = new HashMap<>();
        final Map<List<Long>, List<Right>> rights = new HashMap<>();

        World() {}

        World(World other) {
            people.putAll(other.people);
            credentials.putAll(other.credentials);
            secondPins.putAll(other.secondPins);
            rights.putAll(other.rights);
        }

        /// Returns the people whom the change concerns.
        Set<Long> change(Random random) {
            long person = 1L + random.nextInt(PEOPLE);
            switch (random.nextInt(5)) {
                case 0 -> people.put(person, person(random, person));
                case 1 -> {
                    people.remove(person);
                    credentials.values().removeIf(each -> each.person == person);
                    secondPins.remove(person);
                    rights.keySet().removeIf(each -> each.getFirst() == person);
                }
                case 2 -> {
                    return own(random, 1L + random.nextInt(CREDENTIALS));
                }
                case 3 -> {
                    if (people.containsKey(person))
                        secondPins.put(person, new SecondPin(random.nextInt(10_000), limits(random)));
                }
                default -> {
                    List<Long> at = List.of(person, 1L + random.nextInt(DOORS));
                    if (people.containsKey(person))
                        rights.put(
                                at,
                                Stream.generate(() -> PackedRightsTest.right(random))
                                        .limit(random.nextInt(3))
                                        .toList());
                }
            }
            return Set.of(person);
        }

        private static Holder person(Random random, long id) {
            return new Holder(
                    null,
                    true,
                    "",
                    0,
                    "",
                    id,
                    "Person " + random.nextInt(100),
                    random.nextBoolean(),
                    random.nextBoolean() ? null : LocalDate.ofEpochDay(random.nextInt(30_000)),
                    random.nextBoolean() ? null : LocalDate.ofEpochDay(random.nextInt(30_000)),
                    random.nextBoolean(),
                    random.nextBoolean());
        }

        private static Limits limits(Random random) {
            if (random.nextBoolean()) return Limits.NONE;
            Instant at = Instant.ofEpochMilli(random.nextInt(10_000));
            return switch (random.nextInt(3)) {
                case 0 -> new Limits(at, null, LocalDate.ofEpochDay(random.nextInt(30_000)), null, null, null);
                case 1 -> new Limits(null, at, null, null, new Limits.Entries(1L + random.nextInt(9), at), null);
                default -> new Limits(null, null, null, null, null, new Limits.Idle(1L + random.nextInt(99), at));
            };
        }

        private Set<Long> own(Random random, long id) {
            var concerned = new HashSet<Long>();
            Owned before = credentials.remove(id);
            if (before != null) concerned.add(before.person);
            List<Long> owners = new ArrayList<>(people.keySet());
            if (owners.isEmpty()) return concerned;
            long number = random.nextInt(NUMBERS);
            int kind = random.nextInt(4);
            credentials.values().removeIf(each -> {
                boolean same = Long.valueOf(number).equals(kind == 0 ? each.card : kind == 1 ? each.pin : null);
                if (same) concerned.add(each.person);
                return same;
            });
            var owned = new Owned(
                    owners.get(random.nextInt(owners.size())),
                    random.nextBoolean(),
                    "Type " + random.nextInt(3),
                    kind == 0 ? Long.valueOf(number) : null,
                    kind == 1 ? Long.valueOf(number) : null,
                    limits(random));
            credentials.put(id, owned);
            concerned.add(owned.person);
            return concerned;
        }

        /// Nothing more is asked of a person who does not exist.
        boolean isAskedOfSomebody(Asked asked) {
            return switch (asked.query()) {
                case SECOND_PIN, RIGHTS -> people.containsKey(asked.first());
                default -> true;
            };
        }

        @Nullable
        Object answer(Asked asked) {
            return switch (asked.query()) {
                case CARD -> holder(each -> Long.valueOf(asked.first()).equals(each.card));
                case PIN -> holder(each -> Long.valueOf(asked.first()).equals(each.pin));
                case CREDENTIAL -> {
                    Owned owned = credentials.get(asked.first());
                    yield owned == null ? null : holder(asked.first(), owned);
                }
                case PERSON -> people.get(asked.first());
                case SECOND_PIN -> secondPins.get(asked.first());
                case RIGHTS -> rights.getOrDefault(List.of(asked.first(), asked.second()), List.of());
            };
        }

        private @Nullable Holder holder(Predicate<Owned> of) {
            for (var each : credentials.entrySet())
                if (of.test(each.getValue())) return holder(each.getKey(), each.getValue());
            return null;
        }

        private Holder holder(long id, Owned owned) {
            Holder of = Objects.requireNonNull(people.get(owned.person));
            return new Holder(
                    id,
                    owned.active,
                    owned.type,
                    200,
                    "",
                    owned.person,
                    of.personName(),
                    of.enabled(),
                    of.validFrom(),
                    of.validTo(),
                    of.extendedUnlock(),
                    of.firstResponder(),
                    owned.limits);
        }

        @Nullable
        Whole whole(long person) {
            Holder holder = people.get(person);
            if (holder == null) return null;
            var numbered = new ArrayList<Numbered>();
            credentials.forEach((id, owned) -> {
                if (owned.person == person) numbered.add(new Numbered(holder(id, owned), owned.card, owned.pin));
            });
            var at = new HashMap<Long, List<Right>>();
            for (long door = 1; door <= DOORS; door++)
                at.put(door, rights.getOrDefault(List.of(person, door), List.of()));
            return new Whole(holder, numbered, secondPins.get(person), at);
        }
    }

    private static Asked asked(Random random) {
        List<Query> all = List.of(Query.values());
        Query query = all.get(random.nextInt(all.size()));
        long first = switch (query) {
            case CARD, PIN -> random.nextInt(NUMBERS);
            case CREDENTIAL -> 1L + random.nextInt(CREDENTIALS);
            case PERSON, SECOND_PIN, RIGHTS -> 1L + random.nextInt(PEOPLE);
        };
        return new Asked(query, first, query == Query.RIGHTS ? 1L + random.nextInt(DOORS) : 0);
    }

    /// Answers are kept in the order in which reads end, some after a change that they did not see.
    @Property(tries = 500)
    void memoryGivesTheAnswersOfTheDatabaseOrNone(@ForAll long seed) {
        var random = new Random(seed);
        var memory = new RightsMemory(64 << 20);
        List<World> worlds = new ArrayList<>(List.of(new World()));
        Set<Asked> current = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            int now = worlds.size() - 1;
            int late = Math.max(0, now - random.nextInt(3));
            switch (random.nextInt(8)) {
                case 0 -> {
                    var next = new World(worlds.getLast());
                    Set<Long> concerned = next.change(random);
                    worlds.add(next);
                    boolean all = random.nextInt(10) == 0;
                    if (all) memory.changes().concernAll();
                    else memory.changes().concern(concerned);
                    current.removeIf(each -> all || !isOfOthers(each, next, concerned));
                }
                case 1 -> {
                    long person = 1L + random.nextInt(PEOPLE);
                    Whole whole = worlds.get(late).whole(person);
                    if (whole != null) memory.keep(whole, late);
                    if (whole != null && late == now)
                        assertThat(memory.isWhole(person)).isTrue();
                }
                case 2 -> {
                    if (random.nextInt(4) == 0) memory.filled(PEOPLE, now);
                    if (random.nextInt(10) == 0) {
                        memory.forget(List.of(1L + random.nextInt(PEOPLE)));
                        current.clear();
                    }
                }
                default -> {
                    Asked asked = asked(random);
                    memory.keep(asked, new Known(worlds.get(late).answer(asked), late));
                    if (late == now && worlds.getLast().isAskedOfSomebody(asked)) current.add(asked);
                }
            }
            compare(memory, worlds, asked(random));
            for (Asked each : current)
                assertThat(memory.recall(each)).as("%s is known", each).isNotNull();
        }
    }

    /// Whether the answer is about a person whom a change does not concern.
    private static boolean isOfOthers(Asked asked, World world, Set<Long> concerned) {
        return switch (asked.query()) {
            case PERSON, SECOND_PIN, RIGHTS ->
                world.people.containsKey(asked.first()) && !concerned.contains(asked.first());
            case CARD, PIN, CREDENTIAL ->
                world.answer(asked) instanceof Holder holder && !concerned.contains(holder.personId());
        };
    }

    private static void compare(RightsMemory memory, List<World> worlds, Asked asked) {
        int now = worlds.size() - 1;
        Known known = memory.recall(asked);
        if (known != null)
            assertThat(known.value()).as("%s", asked).isEqualTo(worlds.get(now).answer(asked));
    }

    /// A person who was read as a whole is known by all that decisions ask.
    @Property(tries = 200)
    void wholePeopleAreKnownByEachQuestion(@ForAll long seed) {
        var random = new Random(seed);
        var memory = new RightsMemory(64 << 20);
        var world = new World();
        for (int generation = 0; generation < 30; generation++) {
            for (int i = 0; i < 10; i++) world.change(random);
            if (generation > 0) memory.changes().concernAll();
            for (long person : world.people.keySet())
                memory.keep(Objects.requireNonNull(world.whole(person)), generation);
            var expected = new ArrayList<Asked>();
            for (long person : world.people.keySet()) {
                expected.add(new Asked(Query.PERSON, person, 0));
                expected.add(new Asked(Query.SECOND_PIN, person, 0));
                for (long door = 1; door <= DOORS; door++) expected.add(new Asked(Query.RIGHTS, person, door));
            }
            world.credentials.forEach((id, owned) -> {
                expected.add(new Asked(Query.CREDENTIAL, id, 0));
                if (owned.card != null) expected.add(new Asked(Query.CARD, owned.card, 0));
                if (owned.pin != null) expected.add(new Asked(Query.PIN, owned.pin, 0));
            });
            for (Asked each : expected)
                assertThat(memory.recall(each)).isEqualTo(new Known(world.answer(each), generation));
        }
    }
}
