package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorState.SECURED;
import static dev.lintel.controller.door.DoorState.UNTIL_CLOSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorInput.ExitActive;
import dev.lintel.controller.door.DoorInput.ExitHeld;
import dev.lintel.controller.door.DoorInput.LeafClosed;
import dev.lintel.controller.door.DoorInput.LeafOpened;
import dev.lintel.controller.door.DoorInput.Lock;
import dev.lintel.controller.door.DoorInput.StandNormal;
import dev.lintel.controller.door.DoorInput.StandUnlocked;
import dev.lintel.controller.door.DoorInput.Tick;
import dev.lintel.controller.door.DoorInput.Unlock;
import dev.lintel.controller.door.DoorState.Secure;
import dev.lintel.controller.door.DoorState.Unexplained;
import dev.lintel.controller.door.DoorState.Warned;
import dev.lintel.controller.door.DoorTimes.Relock;

/// Looks on as a door is stepped, notes by itself what it was told and what it asked for, and fails at what must
/// never be. It knows no states but by their questions, and none of the door's table.
final class DoorWitness {
    private static final long EXPLAINED = Long.MIN_VALUE;

    private final DoorTimes times;
    /// What the actions so far made of the strike.
    private boolean released;
    /// The latest time that somebody was given and that nothing has cut short since.
    private long givenUntilNs = SECURED;
    /// The part of it that was given while the leaf was open: it outlasts the closing.
    private long nextUntilNs = SECURED;
    /// The latest exit's promise that this door was told of.
    private long promisedUntilNs = SECURED;

    /// The latest time it was told: what waited for it happened before.
    private long latestNs = Long.MIN_VALUE;

    private boolean stands;
    private boolean open;
    private boolean alarm;
    private boolean warned;
    /// When an open leaf is warned of and an alarm: from the opening, the end of the standing, or the person who was
    /// let pass last.
    private long warnDueNs;
    private long openDueNs;
    /// When the leaf opened that nothing explains yet.
    private long unexplainedNs = EXPLAINED;

    DoorWitness(DoorTimes times) {
        this.times = times;
    }

    /// One step, and everything that must hold of it.
    void saw(DoorState before, DoorInput input, Door.Step step) {
        assertThat(step.actions()).doesNotHaveDuplicates();
        boolean moves = (input instanceof LeafOpened && !open) || (input instanceof LeafClosed && open);
        boolean cuts = cuts(input, moves);
        boolean forcible = forcible(input);
        boolean due = forcible && (stands || times.forcedDelayNs() == 0);
        boolean waits = forcible && !due;
        boolean decides = unexplainedNs != EXPLAINED && decides(input);
        hears(before, input, cuts, moves);
        if (waits) unexplainedNs = input.atNs();
        for (DoorAction action : step.actions()) {
            switch (action) {
                case RELEASE_STRIKE -> {
                    boolean delayed =
                            input instanceof LeafOpened || input instanceof LeafClosed || input instanceof Lock;
                    if (!delayed || times.relockDelayNs() == 0)
                        assertThat(input).isInstanceOfAny(Unlock.class, ExitHeld.class, StandUnlocked.class);
                    released = true;
                }
                case SECURE_STRIKE -> {
                    assertThat(before.released())
                            .as("there was something to secure")
                            .isTrue();
                    assertThat(input.atNs()).as("no exit's promise runs").isGreaterThanOrEqualTo(promisedUntilNs);
                    assertThat(input.atNs()).as("nobody's time runs").isGreaterThanOrEqualTo(givenUntilNs);
                    if (times.holdsWhileOpen())
                        assertThat(open).as("the bolt meets the open leaf").isFalse();
                    released = false;
                    givenUntilNs = SECURED;
                    nextUntilNs = SECURED;
                }
                case RAISE_FORCED_OPEN -> {
                    assertThat(due || decides).as("it was forced").isTrue();
                    assertThat(alarm).as("an alarm stands already").isFalse();
                    unexplainedNs = EXPLAINED;
                    alarm = true; // which a door that stands unlocked by now, or is closed, ends at once
                }
                case RAISE_WARNING -> {
                    assertThat(heardNs(input)).isGreaterThanOrEqualTo(warnDueNs);
                    assertThat(warned || alarm).as("warned of before").isFalse();
                    warned = true;
                }
                case RAISE_EXTENDED_OPEN -> {
                    assertThat(heardNs(input)).isGreaterThanOrEqualTo(openDueNs);
                    raises();
                }
                case RAISE_NORMAL -> {
                    assertThat(alarm).as("there was an alarm").isTrue();
                    alarm = false;
                }
            }
        }
        if (due || (decides && !(input instanceof Tick)))
            assertThat(step.actions()).contains(DoorAction.RAISE_FORCED_OPEN);
        agrees(input, step.state());
    }

    private void raises() {
        assertThat(alarm).as("an alarm stands already").isFalse();
        assertThat(open && !stands).as("the leaf is open, and may not be").isTrue();
        alarm = true;
    }

    /// Up to when nobody has closed the leaf, as far as is known; only time itself can find it too long.
    private long heardNs(DoorInput input) {
        assertThat(input).isInstanceOf(Tick.class);
        assertThat(open && !stands).as("the leaf is open, and may not be").isTrue();
        return ((Tick) input).heardNs();
    }

    /// Whether no exit explains the open leaf any more.
    private boolean decides(DoorInput input) {
        if (input instanceof Tick t) return t.heardNs() > unexplainedNs + times.forcedDelayNs();
        return input instanceof LeafClosed || input instanceof StandUnlocked;
    }

    /// Whether this ends the time of whoever was admitted: they are through, or a lockdown keeps them out.
    private boolean cuts(DoorInput input, boolean moves) {
        if (stands) return false;
        return switch (input) {
            case LeafOpened o -> moves && times.relock() == Relock.OPEN && !(o.forced() && times.forced());
            case LeafClosed _ -> moves;
            case Lock _ -> true;
            case Unlock _, ExitActive _, ExitHeld _, StandUnlocked _, StandNormal _, Tick _ -> false;
        };
    }

    /// Whether only force can have opened this leaf, whatever has released the strike since.
    private boolean forcible(DoorInput input) {
        return input instanceof LeafOpened opened && opened.forced() && !open && times.forced();
    }

    private void hears(DoorState before, DoorInput input, boolean cuts, boolean moves) {
        if (cuts) {
            if (!(input instanceof LeafClosed)) nextUntilNs = SECURED;
            boolean relocks = input instanceof LeafOpened || (input instanceof LeafClosed && times.holdsWhileOpen());
            if (relocks && before.released() && times.relockDelayNs() > 0)
                nextUntilNs = Math.max(nextUntilNs, input.atNs() + times.relockDelayNs());
            givenUntilNs = nextUntilNs;
        }
        switch (input) {
            case Unlock u -> {
                given(u.atNs() + u.holdNs());
                if (open) nextUntilNs = Math.max(nextUntilNs, u.atNs() + u.holdNs());
                if (open && !u.exit()) letPass(u);
            }
            case ExitActive e -> {
                if (e.atNs() <= unexplainedNs + times.forcedDelayNs()) unexplainedNs = EXPLAINED;
            }
            case ExitHeld h -> promised(h.untilNs());
            case LeafOpened o -> {
                boolean pried = o.forced() && times.forced();
                if (moves && !cuts) nextUntilNs = pried && !stands ? givenUntilNs : SECURED;
                if (moves) opens(o.atNs(), o.longer());
                if (moves && !stands) promised(o.exitUntilNs());
                // At a door that is unlocked the person has passed, and only an exit goes on.
                if (moves && stands) givenUntilNs = o.exitUntilNs() > o.atNs() ? o.exitUntilNs() : SECURED;
            }
            case LeafClosed c -> {
                if (moves && !stands) promised(c.exitUntilNs());
                open = false;
            }
            case StandUnlocked _ -> {
                // A motor lock waits for the leaf and not for the time of the person who has opened it.
                if (open && !stands && times.holdsWhileOpen()) givenUntilNs = Math.max(nextUntilNs, promisedUntilNs);
                stands = true;
            }
            case StandNormal n -> {
                if (stands) {
                    promised(n.exitUntilNs());
                    if (open) opens(n.atNs(), n.longer());
                }
                stands = false;
            }
            case Lock l -> {
                // A door that is shut and secured learns of the exit by the exit's own input.
                if (!stands && !(before instanceof Secure)) promised(l.exitUntilNs());
            }
            case Tick _ -> {
                // Tells of nobody.
            }
        }
    }

    private void opens(long atNs, boolean longer) {
        open = true;
        warnDueNs = atNs + times.warning(longer).toNanos();
        openDueNs = atNs + times.extendedOpen(longer).toNanos();
        warned = false;
    }

    /// The times of the open leaf begin again, and are never shorter than they were.
    private void letPass(Unlock u) {
        long warnNs = u.atNs() + times.warning(u.longer()).toNanos();
        warnDueNs = warned ? warnNs : Math.max(warnDueNs, warnNs);
        openDueNs =
                Math.max(openDueNs, u.atNs() + times.extendedOpen(u.longer()).toNanos());
        warned &= alarm;
    }

    private void given(long untilNs) {
        givenUntilNs = Math.max(givenUntilNs, untilNs);
    }

    private void promised(long untilNs) {
        given(untilNs);
        promisedUntilNs = Math.max(promisedUntilNs, untilNs);
    }

    /// What the state says of itself is what it was told and what it asked for.
    private void agrees(DoorInput input, DoorState state) {
        assertThat(state.leafOpen()).as("the leaf is as it was told").isEqualTo(open);
        assertThat(state.stands()).as("it stands unlocked as it was told").isEqualTo(stands);
        assertThat(state.alarm()).as("the alarm is as it was raised").isEqualTo(alarm);
        if (alarm) assertThat(open && !stands).as("an alarm has an open leaf").isTrue();
        if (state instanceof Warned) assertThat(warned).isTrue();
        if (released)
            assertThat(state.released()).as("it knows what it released").isTrue();
        if (state.released() && !released) {
            assertThat(state.strikeUntilNs())
                    .as("only an exit's promise holds it")
                    .isEqualTo(promisedUntilNs);
        }
        latestNs = Math.max(latestNs, input.atNs());
        if (latestNs < promisedUntilNs) {
            assertThat(state.released()).as("an exit's promise is kept").isTrue();
        }
        assertThat(state instanceof Unexplained).isEqualTo(unexplainedNs != EXPLAINED);
        if (state.strikeUntilNs() == UNTIL_CLOSED) {
            assertThat(open && times.holdsWhileOpen())
                    .as("a motor lock at an open leaf")
                    .isTrue();
        } else if (!stands) {
            assertThat(state.strikeUntilNs()).as("for as long as was given").isLessThanOrEqualTo(givenUntilNs);
        }
        if (open || state.released()) return;
        assertThat(state).isEqualTo(new Secure());
    }

    /// Everything that was due has been done.
    void rests(DoorState state, Tick tick) {
        if (stands) return;
        boolean over = state.strikeUntilNs() == SECURED || state.strikeUntilNs() > tick.atNs();
        assertThat(over).as("the strike's time is over").isTrue();
        if (!open) return;
        if (unexplainedNs != EXPLAINED) {
            assertThat(tick.heardNs())
                    .as("forced")
                    .isLessThan(unexplainedNs + times.forcedDelayNs() + DoorState.EXIT_LAG_NS);
            return;
        }
        if (tick.heardNs() >= openDueNs) assertThat(alarm).as("open too long").isTrue();
        if (tick.heardNs() >= warnDueNs)
            assertThat(warned || alarm).as("open for long").isTrue();
    }
}
