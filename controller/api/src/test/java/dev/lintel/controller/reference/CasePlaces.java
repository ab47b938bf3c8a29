package dev.lintel.controller.reference;

import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.access.Crowd;
import dev.lintel.controller.access.PlaceLog;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings the doors of a case into their state, by the calls that the door lane and the decision thread make.
final class CasePlaces {
    /// Longer than an admission waits for the door's answer.
    private static final Duration LOST = Duration.ofSeconds(11);

    private CasePlaces() {}

    static PlaceLog of(World world, Case asked, AccessPolicy policy, PlaceStore store, HandTime time) {
        var log = new PlaceLog(new MemoryLog(), new Moved(store), () -> policy, time);
        Case.Unseen unseen = asked.unseen();
        for (World.Channel channel : world.channels()) {
            long id = channel.id();
            var hours = new Standing.Hours(false, null, unseen.open().contains(id), null);
            var standing = new Standing(
                    false, null, Lockdown.NONE, hours, unseen.burning().contains(id));
            log.stands(id, standing.withEvacuated(unseen.evacuated().contains(id)));
        }
        Places places = log.with(Places.NONE);
        for (Case.Admission one : asked.admissions()) {
            time.advance(Duration.ofMillis(1)); // each is a presentation of its own
            EventDraft admitted = event(world, EventKind.ADMITTED_CARD, one, time);
            places.decided(admitted);
            switch (one.outcome()) {
                case OPEN -> {}
                case LOST -> time.advance(LOST);
                case REFUSED -> log.append(event(world, EventKind.REJECTED_NOT_READY, one, time));
                case RELEASED -> log.append(admitted);
                case UNUSED -> {
                    log.append(admitted);
                    log.append(event(world, EventKind.ADMITTED_NOT_USED, one, time));
                }
            }
        }
        return log;
    }

    private static EventDraft event(World world, EventKind kind, Case.Admission one, HandTime time) {
        var subject = new EventDraft.Subject(one.channel(), one.person(), "Person", null, null, false);
        Map<String, Object> facts =
                Map.of("reader", one.exit() ? "exit" : "entry", "area", ReferenceMoves.to(world, one));
        return new EventDraft(kind, one.at().toEpochMilli(), time.nowNs(), subject, facts);
    }

    /// Nothing is stored.
    private record Moved(PlaceStore store) implements PlaceLog.Moves {
        @Override
        public @Nullable Crowd crowd(String area, Set<Long> asked, @Nullable Instant since) {
            return store.crowd(area, asked, since);
        }

        @Override
        public void moved(long personId, Places.Place place, Set<String> areas) {}

        @Override
        public void forget(Set<String> areas) {}
    }
}
