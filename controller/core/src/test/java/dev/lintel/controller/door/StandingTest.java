package dev.lintel.controller.door;

import static dev.lintel.controller.event.EventKind.AUTO_UNLOCK_ENDED;
import static dev.lintel.controller.event.EventKind.AUTO_UNLOCK_STARTED;
import static dev.lintel.controller.event.EventKind.EVACUATION_ENDED;
import static dev.lintel.controller.event.EventKind.EVACUATION_STARTED;
import static dev.lintel.controller.event.EventKind.FIRE_RELEASE_OFF;
import static dev.lintel.controller.event.EventKind.FIRE_RELEASE_ON;
import static dev.lintel.controller.event.EventKind.LOCKDOWN_OFF;
import static dev.lintel.controller.event.EventKind.LOCKDOWN_ON;
import static dev.lintel.controller.event.EventKind.MODE_NORMAL;
import static dev.lintel.controller.event.EventKind.MODE_SECURE;
import static dev.lintel.controller.event.EventKind.MODE_UNLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.StandingInput.Commanded;
import dev.lintel.controller.door.StandingInput.Entered;
import dev.lintel.controller.door.StandingInput.Fire;
import dev.lintel.controller.door.StandingInput.Look;
import dev.lintel.controller.door.StandingInput.NewHours;
import dev.lintel.controller.event.EventKind;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What stands and what changes it, row by row, and what must hold after any sequence.
class StandingTest {
    private static final AutoUnlock OFFICE = new AutoUnlock(1, false);
    private static final AutoUnlock FIRST_CARD = new AutoUnlock(1, true);
    private static final Lockdown CARD = new Lockdown(true, false, false);
    private static final Standing UNLOCK = after(Standing.NORMAL, null, unlock(null));

    private static Commanded unlock(@Nullable Long relockAtMs) {
        return new Commanded(new DoorCommand.Unlock(relockAtMs));
    }

    private static Commanded secure(@Nullable Long untilMs) {
        return new Commanded(new DoorCommand.Secure(untilMs));
    }

    private static Commanded normal() {
        return new Commanded(new DoorCommand.Normal());
    }

    private static Commanded lockdown(Lockdown lockdown) {
        return new Commanded(new DoorCommand.LockDown(lockdown));
    }

    private static Commanded unlockdown() {
        return new Commanded(new DoorCommand.Unlockdown());
    }

    private static Commanded evacuate() {
        return new Commanded(new DoorCommand.Evacuate(null));
    }

    private static Commanded endEvacuation() {
        return new Commanded(new DoorCommand.EndEvacuation(null));
    }

    private static Commanded hours(@Nullable AutoUnlock rule) {
        return new Commanded(new DoorCommand.SetAutoUnlock(rule));
    }

    private static Standing after(Standing standing, @Nullable AutoUnlock policys, StandingInput... inputs) {
        Standing now = standing;
        for (StandingInput input : inputs) now = now.step(input, policys).standing();
        return now;
    }

    private static List<EventKind> events(Standing standing, @Nullable AutoUnlock policys, StandingInput input) {
        return standing.step(input, policys).events();
    }

    @Test
    void aModeStandsUntilItIsEndedAndWhatChangesNothingIsNotTold() {
        assertThat(events(Standing.NORMAL, null, unlock(null))).containsExactly(MODE_UNLOCK);
        assertThat(UNLOCK.unlocked()).isTrue();
        assertThat(UNLOCK.mode()).isEqualTo("unlock");
        assertThat(events(UNLOCK, null, unlock(null))).isEmpty();
        assertThat(events(UNLOCK, null, unlock(5_000L))).containsExactly(MODE_UNLOCK);
        assertThat(events(UNLOCK, null, normal())).containsExactly(MODE_NORMAL);
        assertThat(after(UNLOCK, null, normal())).isEqualTo(Standing.NORMAL);
        assertThat(events(Standing.NORMAL, null, normal())).isEmpty();
    }

    @Test
    void aModeWithATimeEndsWhenTheClockOnTheWallSaysSo() {
        Standing until = after(Standing.NORMAL, null, unlock(5_000L));
        assertThat(events(until, null, new Look(4_999, false))).isEmpty();
        assertThat(after(until, null, new Look(4_999, false)).unlocked()).isTrue();
        assertThat(events(until, null, new Look(5_000, false))).containsExactly(MODE_NORMAL);
        assertThat(after(until, null, new Look(5_000, false))).isEqualTo(Standing.NORMAL);
    }

    @Test
    void aCardLockdownSuspendsTheModeAndForgetsNothing() {
        Standing locked = after(UNLOCK, null, lockdown(CARD));
        assertThat(events(UNLOCK, null, lockdown(CARD))).containsExactly(LOCKDOWN_ON);
        assertThat(locked.unlocked()).isFalse();
        assertThat(locked.cardLockdown()).isTrue();
        assertThat(locked.mode()).isEqualTo("unlock");
        assertThat(events(locked, null, lockdown(CARD))).isEmpty();
        assertThat(events(locked, null, unlockdown())).containsExactly(LOCKDOWN_OFF);
        assertThat(after(locked, null, unlockdown())).isEqualTo(UNLOCK);
        assertThat(after(locked, null, lockdown(Lockdown.NONE))).isEqualTo(UNLOCK);
        assertThat(events(Standing.NORMAL, null, unlockdown())).isEmpty();
    }

    @Test
    void aLockdownOfTheExitsAloneLeavesTheDoorUnlocked() {
        Standing locked = after(UNLOCK, null, lockdown(new Lockdown(false, true, true)));
        assertThat(locked.unlocked()).isTrue();
        assertThat(locked.cardLockdown()).isFalse();
    }

    @Test
    void fireOverridesEverythingUntilItClears() {
        Standing locked = after(UNLOCK, null, lockdown(CARD));
        Standing fire = after(locked, null, new Fire(true));
        assertThat(events(locked, null, new Fire(true))).containsExactly(FIRE_RELEASE_ON);
        assertThat(fire.unlocked()).isTrue();
        assertThat(fire.cardLockdown()).isFalse();
        assertThat(events(fire, null, new Fire(true))).isEmpty();
        assertThat(after(fire, null, normal(), unlockdown(), lockdown(CARD)).unlocked())
                .isTrue();
        assertThat(events(fire, null, new Fire(false))).containsExactly(FIRE_RELEASE_OFF);
        assertThat(after(fire, null, new Fire(false))).isEqualTo(locked);
    }

    @Test
    void anEvacuationOverridesLockdownModeHoursAndSecure_untilAnOrderEndsIt() {
        Standing locked = after(UNLOCK, null, lockdown(new Lockdown(true, true, true)));
        Standing secured = after(Standing.NORMAL, OFFICE, new Look(1, true), secure(null), new Look(2, true));
        for (Standing before : List.of(Standing.NORMAL, UNLOCK, locked, secured)) {
            assertThat(events(before, null, evacuate())).containsExactly(EVACUATION_STARTED);
            Standing evacuated = after(before, OFFICE, evacuate());
            assertThat(evacuated.unlocked()).isTrue();
            assertThat(evacuated.unlockedBy()).isEqualTo("evacuation");
            assertThat(evacuated.cardLockdown()).isFalse();
            assertThat(evacuated.atExits()).isEqualTo(Lockdown.NONE);
            assertThat(events(evacuated, OFFICE, evacuate()))
                    .as("the same again")
                    .isEmpty();
            assertThat(events(evacuated, OFFICE, endEvacuation())).containsExactly(EVACUATION_ENDED);
            assertThat(after(evacuated, OFFICE, endEvacuation()))
                    .as("nothing is forgotten")
                    .isEqualTo(before);
        }
        assertThat(events(locked, null, endEvacuation())).isEmpty();
    }

    @Test
    void whatIsOrderedDuringAnEvacuationCountsOnceItHasEnded() {
        Standing evacuated = after(UNLOCK, null, evacuate());
        assertThat(events(evacuated, null, lockdown(CARD))).containsExactly(LOCKDOWN_ON);
        Standing locked = after(evacuated, null, lockdown(CARD));
        assertThat(locked.unlocked()).isTrue();
        assertThat(after(locked, null, endEvacuation()).cardLockdown()).isTrue();
        assertThat(after(evacuated, null, normal(), secure(null), hours(null)).unlocked())
                .isTrue();
        Commanded tap = new Commanded(new DoorCommand.Toggle(null, true));
        assertThat(after(Standing.NORMAL, null, evacuate(), tap, endEvacuation()))
                .as("a card that is shown twice")
                .isEqualTo(Standing.NORMAL);
    }

    @Test
    void fireComesBeforeAnEvacuation_andNeitherEndsTheOther() {
        Standing both = after(Standing.NORMAL, null, evacuate(), new Fire(true));
        assertThat(both.unlockedBy()).isEqualTo("fire");
        assertThat(after(both, null, endEvacuation()).unlockedBy()).isEqualTo("fire");
        assertThat(after(both, null, new Fire(false)).unlockedBy()).isEqualTo("evacuation");
        assertThat(events(both, null, new StandingInput.Removed())).containsExactly(EVACUATION_ENDED);
        assertThat(after(both, null, new StandingInput.Removed())).isEqualTo(Standing.NORMAL.withFire(true));
    }

    @Test
    void hoursBeginAndEndWithTheirShift() {
        assertThat(events(Standing.NORMAL, OFFICE, new Look(1, false))).isEmpty();
        assertThat(events(Standing.NORMAL, OFFICE, new Look(1, true))).containsExactly(AUTO_UNLOCK_STARTED);
        Standing on = after(Standing.NORMAL, OFFICE, new Look(1, true));
        assertThat(on.unlocked()).isTrue();
        assertThat(on.mode()).isEqualTo("normal");
        assertThat(events(on, OFFICE, new Look(2, true))).isEmpty();
        assertThat(events(on, OFFICE, new Look(2, false))).containsExactly(AUTO_UNLOCK_ENDED);
        assertThat(after(on, OFFICE, normal()).unlocked())
                .as("a mode's end ends no hours")
                .isTrue();
        assertThat(after(on, OFFICE, lockdown(CARD)).unlocked()).isFalse();
        assertThat(after(on, OFFICE, lockdown(CARD), unlockdown()).unlocked()).isTrue();
    }

    @Test
    void withFirstCardHoursWaitForAnAdmissionWithinThem() {
        Standing early = after(Standing.NORMAL, FIRST_CARD, new Entered(1, false), new Look(2, true));
        assertThat(early.unlocked())
                .as("an admission before the hours does not count")
                .isFalse();
        assertThat(events(early, FIRST_CARD, new Entered(3, true))).containsExactly(AUTO_UNLOCK_STARTED);
        Standing on = after(early, FIRST_CARD, new Entered(3, true));
        assertThat(on.unlocked()).isTrue();
        Standing next = after(on, FIRST_CARD, new Look(4, false), new Look(5, true));
        assertThat(next.unlocked()).as("each time anew").isFalse();
    }

    @Test
    void aFirstCardOfOtherHoursDoesNotCount() {
        Standing on = after(Standing.NORMAL, FIRST_CARD, new Entered(3, true));
        assertThat(after(on, new AutoUnlock(2, true), new Look(4, true)).unlocked())
                .isFalse();
    }

    @Test
    void anOperatorsHoursHoldUntilThePolicyHasOthers() {
        Standing none = after(Standing.NORMAL, OFFICE, hours(null), new Look(1, true));
        assertThat(none.unlocked()).isFalse();
        Standing own = after(Standing.NORMAL, null, hours(OFFICE), new Look(1, true));
        assertThat(own.unlocked()).isTrue();
        assertThat(after(none, OFFICE, new NewHours(), new Look(2, true)).unlocked())
                .isTrue();
        assertThat(after(own, null, new NewHours(), new Look(2, true)).unlocked())
                .isFalse();
    }

    @Test
    void aSecuredDoorDoesNotUnlockByItsHoursUntilTheyAreOver() {
        Standing on = after(Standing.NORMAL, OFFICE, new Look(1, true));
        assertThat(events(on, OFFICE, secure(null))).containsExactly(MODE_SECURE);
        Standing secured = after(on, OFFICE, secure(null));
        assertThat(secured.unlocked()).isFalse();
        assertThat(secured.mode()).as("for clients that know two modes").isEqualTo("normal");
        assertThat(secured.admitsAnybody()).isTrue();
        assertThat(events(secured, OFFICE, new Look(2, true))).containsExactly(AUTO_UNLOCK_ENDED);
        Standing later = after(secured, OFFICE, new Look(2, true), new Look(3, true));
        assertThat(later.unlocked()).isFalse();
        assertThat(events(later, OFFICE, secure(null))).as("the same once more").isEmpty();
        assertThat(events(later, OFFICE, new Look(4, false))).containsExactly(MODE_NORMAL);
        assertThat(after(later, OFFICE, new Look(4, false))).isEqualTo(Standing.NORMAL);
        assertThat(events(later, OFFICE, new Look(4, false, false)))
                .as("a clock that is not believed ends nothing")
                .isEmpty();
        assertThat(events(after(later, OFFICE, normal()), OFFICE, new Look(5, true)))
                .containsExactly(AUTO_UNLOCK_STARTED);
    }

    @Test
    void aDoorThatIsSecuredBeforeItsHoursIsSoUntilThoseAreOver() {
        Standing early = after(Standing.NORMAL, OFFICE, new Look(1, false), secure(null), new Look(2, false));
        assertThat(early.secure()).isNotNull();
        Standing within = after(early, OFFICE, new Look(3, true));
        assertThat(within.unlocked()).isFalse();
        assertThat(after(within, OFFICE, new Look(4, false)).secure()).isNull();
        assertThat(after(Standing.NORMAL, null, secure(null), new Look(2, false))
                        .secure())
                .as("without hours: until normal")
                .isNotNull();
    }

    @Test
    void aSecuredDoorWithATimeIsSoUntilThenWhateverItsHoursAre() {
        Standing on = after(Standing.NORMAL, OFFICE, new Look(1, true), secure(5_000L), new Look(2, true));
        assertThat(on.endsAtMs()).isEqualTo(5_000L);
        assertThat(after(on, OFFICE, new Look(3, false), new Look(4, true)).unlocked())
                .isFalse();
        assertThat(events(on, OFFICE, new Look(5_000, true))).containsExactly(MODE_NORMAL, AUTO_UNLOCK_STARTED);
        assertThat(events(on, OFFICE, secure(6_000L))).containsExactly(MODE_SECURE);
        assertThat(after(on, OFFICE, secure(6_000L), new Look(5_000, true)).unlocked())
                .isFalse();
    }

    @Test
    void secureAndUnlockEndEachOther() {
        Standing secured = after(UNLOCK, null, secure(null));
        assertThat(events(UNLOCK, null, secure(null))).containsExactly(MODE_SECURE);
        assertThat(secured.unlocked()).isFalse();
        assertThat(secured.unlock()).isFalse();
        assertThat(events(secured, null, unlock(null))).containsExactly(MODE_UNLOCK);
        assertThat(after(secured, null, unlock(null))).isEqualTo(UNLOCK);
        assertThat(events(secured, null, normal())).containsExactly(MODE_NORMAL);
    }

    @Test
    void fireReleasesASecuredDoorAndALockdownIsAnotherMatter() {
        Standing secured = after(Standing.NORMAL, OFFICE, new Look(1, true), secure(null), new Look(2, true));
        assertThat(after(secured, OFFICE, new Fire(true)).unlocked()).isTrue();
        assertThat(after(secured, OFFICE, new Fire(true), new Fire(false))).isEqualTo(secured);
        Standing both = after(secured, OFFICE, lockdown(CARD));
        assertThat(both.cardLockdown()).isTrue();
        assertThat(after(both, OFFICE, unlockdown())).isEqualTo(secured);
        assertThat(after(both, OFFICE, normal()).lockdown().card()).isTrue();
        assertThat(events(both, OFFICE, new StandingInput.Removed())).containsExactly(LOCKDOWN_OFF, MODE_NORMAL);
    }

    @Test
    void aFirstCardOfASecuredDoorCountsOnceThatEnds() {
        Standing secured = after(Standing.NORMAL, FIRST_CARD, secure(50L), new Entered(3, true), new Look(4, true));
        assertThat(secured.unlocked()).isFalse();
        assertThat(events(secured, FIRST_CARD, new Look(50, true))).containsExactly(MODE_NORMAL, AUTO_UNLOCK_STARTED);
    }

    @Test
    void aSecuredDoorOutlastsOtherHoursOfThePolicyWhereTheyCoverNow() {
        Standing secured = after(Standing.NORMAL, OFFICE, new Look(1, true), secure(null), new Look(2, true));
        var other = new AutoUnlock(2, false);
        assertThat(after(secured, other, new NewHours(), new Look(3, true)).secure())
                .isNotNull();
        assertThat(events(secured, other, new Look(3, false)))
                .as("the hours that ran are over")
                .containsExactly(MODE_NORMAL);
        assertThat(events(secured, null, new Look(3, false))).containsExactly(MODE_NORMAL);
        assertThat(events(secured.withSecureOver(), OFFICE, new Look(3, true)))
                .as("the hours ended while the box was off")
                .containsExactly(MODE_NORMAL, AUTO_UNLOCK_STARTED);
    }

    @Provide
    Arbitrary<List<StandingInput>> sequences() {
        Arbitrary<StandingInput> any = Arbitraries.of(
                unlock(null),
                unlock(50L),
                secure(null),
                secure(50L),
                normal(),
                lockdown(CARD),
                lockdown(new Lockdown(false, true, false)),
                unlockdown(),
                evacuate(),
                endEvacuation(),
                hours(null),
                hours(FIRST_CARD),
                new NewHours(),
                new Fire(true),
                new Fire(false),
                new Entered(10, true),
                new Entered(10, false),
                new Look(10, true),
                new Look(60, true),
                new Look(60, false),
                new Look(10, false, false));
        return any.list().ofMaxSize(40);
    }

    @Property
    void fireAndEvacuationWinThenLockdownThenModeAndHoursAndEachBeginningHasItsEnd(
            @ForAll("sequences") List<StandingInput> inputs, @ForAll boolean firstCard) {
        var policys = new AutoUnlock(1, firstCard);
        Standing standing = Standing.NORMAL;
        boolean hours = false;
        boolean fire = false;
        boolean evacuated = false;
        boolean secured = false;
        for (StandingInput input : inputs) {
            Standing.Step step = standing.step(input, policys);
            for (EventKind kind : step.events()) {
                if (kind == AUTO_UNLOCK_STARTED || kind == AUTO_UNLOCK_ENDED) {
                    assertThat(kind == AUTO_UNLOCK_STARTED).isNotEqualTo(hours);
                    hours = !hours;
                }
                if (kind == FIRE_RELEASE_ON || kind == FIRE_RELEASE_OFF) {
                    assertThat(kind == FIRE_RELEASE_ON).isNotEqualTo(fire);
                    fire = !fire;
                }
                if (kind == EVACUATION_STARTED || kind == EVACUATION_ENDED) {
                    assertThat(kind == EVACUATION_STARTED).isNotEqualTo(evacuated);
                    evacuated = !evacuated;
                }
            }
            standing = step.standing();
            assertThat(standing.hours().on()).isEqualTo(hours);
            assertThat(standing.fire()).isEqualTo(fire);
            assertThat(standing.evacuated()).isEqualTo(evacuated);
            boolean expected = fire
                    || evacuated
                    || (!standing.lockdown().card() && (standing.unlock() || (hours && standing.secure() == null)));
            assertThat(standing.unlocked()).isEqualTo(expected);
            if (!standing.unlock()) assertThat(standing.relockAtMs()).isNull();
            if (standing.secure() != null) assertThat(standing.unlock()).isFalse();
            boolean secures = step.events().contains(MODE_SECURE);
            boolean ends = step.events().contains(MODE_NORMAL) || step.events().contains(MODE_UNLOCK);
            secured = (secured || secures) && !ends;
            assertThat(standing.secure() != null).as("as it was told").isEqualTo(secured);
        }
    }
}
