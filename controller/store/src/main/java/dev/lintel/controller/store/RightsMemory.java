package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights.SecondPin;
import dev.lintel.controller.store.KnownPerson.Credential;
import dev.lintel.controller.store.KnownPerson.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What decisions read last, for a disk that no longer answers: one [KnownPerson] for each person. An answer is valid
/// until something that decisions read is changed of that person, or of all: [RightsChanges] counts those changes, and
/// an answer has the count from before it was read. [RightsStore] keeps and recalls answers, [RightsFilling] reads
/// people again after a change. Any thread.
///
/// Numbers without a person have a small room of their own: a stranger can present unknown numbers without end, which
/// must not push out people.
final class RightsMemory {
    /// The share of the heap that people may take: 3.2 MB of 64 MB. `RightsMemoryTest` has how many people that is. The
    /// person of whom nothing was asked for longest is dropped.
    private static final int HEAP_SHARE = 20;

    /// However large the heap is: after each change housekeeping reads all of them again.
    static final long BYTES_MAX = 8 << 20;

    /// One person may take this share of it: a person may have thousands of reservations.
    private static final int PERSON_SHARE = 32;

    private static final int ROOM_SHARE = 8;

    /// The numbers that were shown last: enough for a person who presents the same card again.
    static final int NOBODY_MAX = 500;

    /// A site has a few types of credentials.
    private static final int KINDS_MAX = 200;

    /// This object, its head and its empty tables.
    private static final int OWN_BYTES = 1_000;

    private final long bytesMax;
    private final RightsChanges changes = new RightsChanges();
    private final LongTable<KnownPerson> people = new LongTable<>(person -> person.id);
    private final LongTable<Credential> credentials = new LongTable<>(Credential::id);
    private final LongTable<Credential> cards = new LongTable<>(Credential::number);
    private final LongTable<Credential> pins = new LongTable<>(Credential::number);
    private final Map<Kind, Kind> kinds = new HashMap<>();
    private final KnownPerson ring = new KnownPerson(KnownPerson.UNKNOWN); // its head; nobody
    private long bytes; // of the people
    private final Map<Asked, Known> nobody = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Long> suspended = new HashSet<>();
    private Filled filled = new Filled(0, 0, -1);

    static RightsMemory ofHeap() {
        return new RightsMemory(Runtime.getRuntime().maxMemory());
    }

    /// @param heapBytes what the process may use
    RightsMemory(long heapBytes) {
        this.bytesMax = Math.min(heapBytes / HEAP_SHARE, BYTES_MAX);
    }

    RightsChanges changes() {
        return changes;
    }

    /// Queries of [RightsStore].
    enum Query {
        CARD,
        PIN,
        CREDENTIAL,
        PERSON,
        SECOND_PIN,
        RIGHTS
    }

    /// A query with its arguments.
    ///
    /// @param second 0 where it has one argument
    record Asked(Query query, long first, long second) {}

    /// @param value a [Holder], a [SecondPin] or a list of rights; null where there is none
    record Known(@Nullable Object value, long generation) {}

    /// A credential with the number by which it is found: of a card or of a PIN, or neither.
    record Numbered(
            Holder holder, @Nullable Long card, @Nullable Long pin) {}

    /// All that decisions ask of one person, read in one transaction.
    ///
    /// @param rights by door
    record Whole(
            Holder holder,
            List<Numbered> credentials,
            @Nullable SecondPin secondPin,
            Map<Long, List<Right>> rights) {}

    /// How many people the memory was filled with, and how many there were.
    record Filled(int people, int of, long generation) {}

    synchronized void keep(Asked asked, Known known) {
        if (changes.isSettled(known.generation)) return; // read long before it is kept
        Long of = person(asked, known);
        if (of != null && known.generation < changes.of(of))
            return; // a change came meanwhile: it may have deleted this
        switch (asked.query) {
            case CARD -> keep(asked, known, asked.first, false);
            case PIN -> keep(asked, known, asked.first, true);
            case CREDENTIAL, PERSON -> keep(asked, known, KnownPerson.UNKNOWN, false);
            case SECOND_PIN -> {
                KnownPerson person = asked(asked.first);
                long before = person.bytes();
                person.putSecondPin((SecondPin) known.value, known.generation);
                bytes += person.bytes() - before;
                fit(person);
            }
            case RIGHTS -> {
                @SuppressWarnings("unchecked") // of this query
                List<Right> rights = known.value == null ? List.of() : (List<Right>) known.value;
                KnownPerson person = asked(asked.first);
                long before = person.bytes();
                person.putRights(asked.second, new PackedRights.AtDoor(rights, known.generation));
                bytes += person.bytes() - before;
                fit(person);
            }
        }
    }

    /// The person of an answer; null: it has none.
    private static @Nullable Long person(Asked asked, Known known) {
        return switch (asked.query) {
            case CARD, PIN, CREDENTIAL -> known.value instanceof Holder holder ? (Long) holder.personId() : null;
            case PERSON, SECOND_PIN, RIGHTS -> asked.first;
        };
    }

    private void keep(Asked asked, Known known, long number, boolean isPin) {
        Known before = nobody.get(asked);
        if (before != null && before.generation > known.generation) return; // read meanwhile, and newer
        nobody.remove(asked);
        if (known.value instanceof Holder holder) keep(holder, number, isPin, known.generation);
        else keepNobody(asked, known);
    }

    private void keep(Holder holder, long number, boolean isPin, long generation) {
        KnownPerson person = asked(holder.personId());
        long before = person.bytes();
        person.put(holder, generation);
        bytes += person.bytes() - before;
        if (holder.credentialId() != null) {
            var kind = new Kind(holder.credentialType(), holder.typeCode(), holder.wallet(), holder.limits());
            if (kinds.size() >= KINDS_MAX) kinds.clear();
            Kind shared = kind.isShared() ? kinds.computeIfAbsent(kind, same -> same) : kind;
            keep(new Credential(
                    person, shared, holder.credentialId(), number, isPin, holder.credentialActive(), generation));
        }
        fit(person);
    }

    private void keep(Credential found) {
        Credential sameId = credentials.find(found.id());
        Credential sameNumber =
                found.hasCard() ? cards.find(found.number()) : found.hasPin() ? pins.find(found.number()) : null;
        long generation = found.generation();
        if (isNewer(sameId, generation) || isNewer(sameNumber, generation)) return;
        Credential kept = found;
        // A question by id does not read the number. It is as it was where nothing of the person has changed since.
        if (found.number() == KnownPerson.UNKNOWN
                && sameId != null
                && sameId.person() == found.person()
                && sameId.generation() >= changes.of(found.person().id))
            kept = new Credential(
                    found.person(),
                    found.kind(),
                    found.id(),
                    sameId.number(),
                    sameId.isPin(),
                    found.active(),
                    generation);
        if (sameId != null) drop(sameId);
        if (sameNumber != null && sameNumber.id() != found.id()) drop(sameNumber);
        KnownPerson person = found.person();
        long before = person.bytes();
        person.add(kept);
        bytes += person.bytes() - before;
        credentials.put(kept);
        if (kept.hasCard()) cards.put(kept);
        if (kept.hasPin()) pins.put(kept);
    }

    private static boolean isNewer(@Nullable Credential known, long generation) {
        return known != null && known.generation() > generation;
    }

    private void keepNobody(Asked asked, Known known) {
        if (asked.query == Query.PERSON) {
            KnownPerson person = people.find(asked.first);
            if (person != null && person.newest() > known.generation) return;
            if (person != null) drop(person);
        } else {
            Credential before = credential(asked);
            if (isNewer(before, known.generation)) return;
            if (before != null) drop(before);
        }
        nobody.put(asked, known);
        if (nobody.size() > NOBODY_MAX) nobody.remove(nobody.keySet().iterator().next());
    }

    /// Replaces all that is known of the person, unless something of it is newer.
    synchronized void keep(Whole whole, long generation) {
        long id = whole.holder.personId();
        KnownPerson before = people.find(id);
        if (changes.isSettled(generation) || (before != null && before.newest() > generation)) return;
        if (before != null) drop(before);
        keep(new Asked(Query.PERSON, id, 0), new Known(whole.holder, generation));
        for (Numbered each : whole.credentials) {
            var known = new Known(each.holder, generation);
            if (each.card != null) keep(new Asked(Query.CARD, each.card, 0), known);
            else if (each.pin != null) keep(new Asked(Query.PIN, each.pin, 0), known);
            else keep(each.holder, KnownPerson.UNKNOWN, false, generation);
        }
        keep(new Asked(Query.SECOND_PIN, id, 0), new Known(whole.secondPin, generation));
        whole.rights.forEach((door, rights) -> keep(new Asked(Query.RIGHTS, id, door), new Known(rights, generation)));
        // Of a person who takes too much, the parts before the last are gone.
        KnownPerson person = people.find(id);
        if (person != null && isComplete(person, whole, generation)) person.whole(generation);
    }

    private static boolean isComplete(KnownPerson person, Whole whole, long generation) {
        return person.holder(generation) != null
                && person.credentials().length >= whole.credentials.size()
                && person.secondPin(generation) != null
                && whole.rights.keySet().stream().allMatch(door -> person.rights(door, generation) != null);
    }

    /// Finds the person, or adds them, and notes that something was asked now.
    private KnownPerson asked(long id) {
        KnownPerson person = people.find(id);
        if (person == null) {
            person = new KnownPerson(id);
            people.put(person);
            bytes += person.bytes();
        }
        person.moveToEnd(ring);
        return person;
    }

    /// Drops the person if too large, and others until the rest fits.
    private void fit(KnownPerson changed) {
        if (changed.bytes() > bytesMax / PERSON_SHARE) drop(changed);
        while (bytes() > bytesMax && ring.later() != ring) drop(ring.later());
    }

    private void drop(KnownPerson person) {
        for (Credential each : person.credentials()) forget(each);
        people.remove(person.id);
        person.leaveRing();
        bytes -= person.bytes();
    }

    private void drop(Credential credential) {
        forget(credential);
        KnownPerson person = credential.person();
        long before = person.bytes();
        person.remove(credential);
        bytes += person.bytes() - before;
    }

    private void forget(Credential credential) {
        credentials.remove(credential.id());
        if (credential.hasCard()) cards.remove(credential.number());
        if (credential.hasPin()) pins.remove(credential.number());
    }

    /// What it all takes of the heap.
    synchronized long bytes() {
        return OWN_BYTES + bytes + people.bytes() + credentials.bytes() + cards.bytes() + pins.bytes();
    }

    /// Null where it is not known, or is older than the last change that concerns it.
    synchronized @Nullable Known recall(Asked asked) {
        Known known = find(asked);
        if (known != null) return known;
        Known none = nobody.get(asked);
        return none == null || none.generation < changes.generation() ? null : none;
    }

    private @Nullable Known find(Asked asked) {
        Credential credential = credential(asked);
        if (credential != null) {
            if (credential.generation() < changes.of(credential.person().id)) return null;
            credential.person().moveToEnd(ring);
            return new Known(credential.holder(), credential.generation());
        }
        KnownPerson person = switch (asked.query) {
            case PERSON, SECOND_PIN, RIGHTS -> people.find(asked.first);
            case CARD, PIN, CREDENTIAL -> null;
        };
        if (person == null) return null;
        person.moveToEnd(ring);
        long generation = changes.of(person.id);
        return switch (asked.query) {
            case PERSON -> person.holder(generation);
            case SECOND_PIN -> person.secondPin(generation);
            default -> person.rights(asked.second, generation);
        };
    }

    private @Nullable Credential credential(Asked asked) {
        return switch (asked.query) {
            case CARD -> cards.find(asked.first);
            case PIN -> pins.find(asked.first);
            case CREDENTIAL -> credentials.find(asked.first);
            case PERSON, SECOND_PIN, RIGHTS -> null;
        };
    }

    /// Whether another person fits, with rights at several doors, and pushes no other person out.
    synchronized boolean hasRoom() {
        return bytes() < bytesMax - bytesMax / ROOM_SHARE;
    }

    /// Whether all of the person is known and up to date.
    synchronized boolean isWhole(long person) {
        KnownPerson known = people.find(person);
        return known != null && isWhole(known);
    }

    private boolean isWhole(KnownPerson person) {
        return person.wholeGeneration() >= changes.of(person.id);
    }

    /// The people with a change since, or with unknown parts; those with the latest questions last.
    synchronized long[] changed() {
        nobody.values().removeIf(known -> known.generation < changes.generation());
        LongStream.Builder changed = LongStream.builder();
        for (KnownPerson person = ring.later(); person != ring; person = person.later())
            if (!isWhole(person)) changed.add(person.id);
        return changed.build().toArray();
    }

    /// Forgets these people with their credentials and rights: they may have lost something that the disk did not
    /// take. Until they are read again the disk has to answer.
    synchronized void forget(Collection<Long> gone) {
        for (long id : gone) {
            KnownPerson person = people.find(id);
            if (person != null) drop(person);
        }
        nobody.clear();
    }

    /// More than a hub takes at once without an operator's word; beyond them lost contact alone ends rights.
    static final int SUSPENDED_MAX = 10_000;

    /// These people are nobody until [#resume].
    synchronized void suspend(Collection<Long> people) {
        for (long person : people) if (suspended.size() < SUSPENDED_MAX) suspended.add(person);
    }

    synchronized void resume(Collection<Long> people) {
        if (!suspended.isEmpty()) people.forEach(suspended::remove);
    }

    synchronized void resumeAll() {
        suspended.clear();
    }

    synchronized boolean isSuspended(long person) {
        return suspended.contains(person);
    }

    /// @param of how many people there are; those who are whole are counted here
    /// @param generation from before they were read
    synchronized void filled(int of, long generation) {
        int whole = 0;
        for (KnownPerson person = ring.later(); person != ring; person = person.later()) if (isWhole(person)) whole++;
        filled = new Filled(Math.min(whole, of), of, generation);
        changes.settle(id -> {
            KnownPerson person = people.find(id);
            return person != null && !isWhole(person);
        });
    }

    synchronized Filled filled() {
        return filled;
    }
}
