package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorState.SECURED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorInput.ExitHeld;
import dev.lintel.controller.door.DoorInput.LeafClosed;
import dev.lintel.controller.door.DoorInput.LeafOpened;
import dev.lintel.controller.door.DoorInput.Lock;
import dev.lintel.controller.door.DoorInput.StandNormal;
import dev.lintel.controller.door.DoorInput.StandUnlocked;
import dev.lintel.controller.door.DoorInput.Tick;
import dev.lintel.controller.door.DoorInput.Unlock;
import dev.lintel.controller.door.DoorState.Secure;
import dev.lintel.controller.door.DoorState.Warned;
import dev.lintel.controller.door.DoorTimes.Relock;

/// Looks on as a door is stepped, notes by itself what it was told and what it asked for, and fails at what must
/// never be. It knows no states but by their questions, and none of the door's table.
final class DoorWitness {
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
    /// Since when the leaf may not stand open for ever: the opening, or the end of the standing.
    private long openSinceNs;
    /// When somebody was let pass last: an open leaf's time begins again.
    private long letPassNs = Long.MIN_VALUE;

    DoorWitness(DoorTimes times) {
        this.times = times;
    }

    /// One step, and everything that must hold of it.
    void saw(DoorState before, DoorInput input, Door.Step step) {
        assertThat(step.actions()).doesNotHaveDuplicates();
        boolean moves = (input instanceof LeafOpened && !open) || (input instanceof LeafClosed && open);
        boolean cuts = cuts(input, moves);
        boolean forcible = forcible(input);
        hears(before, input, cuts, moves);
        for (DoorAction action : step.actions()) {
            switch (action) {
                case RELEASE_STRIKE -> {
                    assertThat(input).isInstanceOfAny(Unlock.class, ExitHeld.class, StandUnlocked.class);
                    released = true;
                }
                case SECURE_STRIKE -> {
                    assertThat(before.released())
                            .as("there was something to secure")
                            .isTrue();
                    assertThat(input.atNs()).as("no exit's promise runs").isGreaterThanOrEqualTo(promisedUntilNs);
                    assertThat(input.atNs()).as("nobody's time runs").isGreaterThanOrEqualTo(givenUntilNs);
                    released = false;
                    givenUntilNs = SECURED;
                    nextUntilNs = SECURED;
                }
                case RAISE_FORCED_OPEN -> {
                    assertThat(forcible).as("it was forced").isTrue();
                    assertThat(alarm).as("an alarm stands already").isFalse();
                    alarm = true; // which a door that stands unlocked by now ends at once
                }
                case RAISE_WARNING -> {
                    assertThat(openNs(input))
                            .isGreaterThanOrEqualTo(times.warning().toNanos());
                    assertThat(warned || alarm).as("warned of before").isFalse();
                    warned = true;
                }
                case RAISE_EXTENDED_OPEN -> {
                    assertThat(openNs(input))
                            .isGreaterThanOrEqualTo(times.extendedOpen().toNanos());
                    raises();
                }
                case RAISE_NORMAL -> {
                    assertThat(alarm).as("there was an alarm").isTrue();
                    alarm = false;
                }
            }
        }
        if (forcible) assertThat(step.actions()).contains(DoorAction.RAISE_FORCED_OPEN);
        agrees(input, step.state());
    }

    private void raises() {
        assertThat(alarm).as("an alarm stands already").isFalse();
        assertThat(open && !stands).as("the leaf is open, and may not be").isTrue();
        alarm = true;
    }

    /// For how long nobody has closed the leaf, as far as is known; only time itself can find it too long.
    private long openNs(DoorInput input) {
        assertThat(input).isInstanceOf(Tick.class);
        assertThat(open && !stands).as("the leaf is open, and may not be").isTrue();
        return ((Tick) input).heardNs() - Math.max(openSinceNs, letPassNs);
    }

    /// Whether this ends the time of whoever was admitted: they are through, or a lockdown keeps them out.
    private boolean cuts(DoorInput input, boolean moves) {
        if (stands) return false;
        return switch (input) {
            case LeafOpened o -> moves && times.relock() == Relock.OPEN && !(o.forced() && times.forced());
            case LeafClosed _ -> moves;
            case Lock _ -> true;
            case Unlock _, ExitHeld _, StandUnlocked _, StandNormal _, Tick _ -> false;
        };
    }

    /// Whether only force can have opened this leaf, whatever has released the strike since.
    private boolean forcible(DoorInput input) {
        return input instanceof LeafOpened opened && opened.forced() && !open && times.forced();
    }

    private void hears(DoorState before, DoorInput input, boolean cuts, boolean moves) {
        if (cuts) {
            if (!(input instanceof LeafClosed)) nextUntilNs = SECURED;
            givenUntilNs = nextUntilNs;
        }
        switch (input) {
            case Unlock u -> {
                given(u.atNs() + u.holdNs());
                if (open) nextUntilNs = Math.max(nextUntilNs, u.atNs() + u.holdNs());
                letPassNs = Math.max(letPassNs, u.atNs());
                warned &= alarm || !open;
            }
            case ExitHeld h -> promised(h.untilNs());
            case LeafOpened o -> {
                boolean pried = o.forced() && times.forced();
                if (moves) nextUntilNs = pried && !stands ? givenUntilNs : SECURED;
                if (moves) opens(o.atNs());
                if (moves && !stands) promised(o.exitUntilNs());
            }
            case LeafClosed c -> {
                if (moves && !stands) promised(c.exitUntilNs());
                open = false;
            }
            case StandUnlocked _ -> stands = true;
            case StandNormal n -> {
                if (stands) {
                    promised(n.exitUntilNs());
                    if (open) opens(n.atNs());
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

    private void opens(long atNs) {
        open = true;
        openSinceNs = atNs;
        warned = false;
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
        if (!stands) {
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
        long openNs = tick.heardNs() - Math.max(openSinceNs, letPassNs);
        if (openNs >= times.extendedOpen().toNanos())
            assertThat(alarm).as("open too long").isTrue();
        if (openNs >= times.warning().toNanos())
            assertThat(warned || alarm).as("open for long").isTrue();
    }
}
