package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.access.Admissions.Named;
import dev.lintel.controller.access.Admissions.Weighed;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Operators who admit people by name into an area with room for one person.
class AdmissionsTest {
    private static final long CHANNEL = 1;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private final AtomicReference<Runnable> amid = new AtomicReference<>(() -> {});
    private final Admissions admissions;

    AdmissionsTest() {
        for (long id : new long[] {1, 2}) {
            rights.people.put(id, TestRights.holder(id, TestRights.CARD, TestRights.Validity.FULL));
        }
        rights.rights.put(CHANNEL, List.of(Right.byRole(1, null, null)));
        policy.passback = new Passback(Passback.Mode.OFF, "outside", "inside", null, null);
        policy.areaRules.add(new AreaRule(new AreaLimit("inside", 1, null), policy.areas(CHANNEL), List.of(), true));
        var places = new PlaceLog(new MemoryLog(), new Nobody(), () -> policy, time);
        var whatIf = new WhatIf(new WhatIf.Parts(
                this::ask,
                () -> ClockReading.trusted(time.now()),
                () -> policy,
                (_, _) -> Gate.PLAIN,
                places.with(Places.NONE),
                Uses.NONE,
                () -> Contact.STANDALONE,
                () -> ThreatLevels.NONE));
        admissions = new Admissions(whatIf, time);
    }

    /// No door has seen a person.
    private static final class Nobody implements PlaceLog.Moves {
        @Override
        public void moved(long personId, Place place, Set<String> areas) {}

        @Override
        public void forget(Set<String> areas) {}

        @Override
        public Crowd crowd(String area, Set<Long> asked, @Nullable Instant since) {
            return new Crowd(0, Set.of());
        }
    }

    private Decision ask(Function<Rights, Decision> question) {
        Decision decision = question.apply(rights);
        amid.getAndSet(() -> {}).run();
        return decision;
    }

    private Weighed weigh(long personId) {
        return admissions.weigh(
                new Asked(CHANNEL, new Named(personId, "Person"), "operator", "session 1", time.nowNs()), personId);
    }

    @Test
    void admittedPerson_countsBeforeTheDoorActs() {
        assertThat(weigh(1)).isInstanceOf(Weighed.Passes.class);
        assertThat(weigh(2)).isInstanceOf(Weighed.Denied.class);
        assertThat(weigh(1)).as("the same person again").isInstanceOf(Weighed.Passes.class);
    }

    @Test
    void twoOperatorsAtTheSameTime_admitOnePerson() throws InterruptedException {
        var second = new AtomicReference<@Nullable Weighed>();
        Thread other = Thread.ofPlatform().unstarted(() -> second.set(weigh(2)));
        amid.set(() -> {
            other.start();
            while (other.getState() != Thread.State.WAITING && other.isAlive()) Thread.onSpinWait();
        });
        assertThat(weigh(1)).isInstanceOf(Weighed.Passes.class);
        other.join();
        assertThat(second.get()).isInstanceOf(Weighed.Denied.class);
    }
}
