package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorAction.RAISE_EXTENDED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_FORCED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_NORMAL;
import static dev.lintel.controller.door.DoorAction.RAISE_WARNING;
import static dev.lintel.controller.door.DoorAction.RELEASE_STRIKE;
import static dev.lintel.controller.door.DoorAction.SECURE_STRIKE;
import static dev.lintel.controller.door.DoorState.SECURED;
import static dev.lintel.controller.door.DoorState.UNTIL_CLOSED;

import dev.lintel.controller.door.DoorInput.ExitActive;
import dev.lintel.controller.door.DoorInput.ExitHeld;
import dev.lintel.controller.door.DoorInput.LeafClosed;
import dev.lintel.controller.door.DoorInput.LeafOpened;
import dev.lintel.controller.door.DoorInput.Lock;
import dev.lintel.controller.door.DoorInput.StandNormal;
import dev.lintel.controller.door.DoorInput.StandUnlocked;
import dev.lintel.controller.door.DoorInput.Tick;
import dev.lintel.controller.door.DoorInput.Unlock;
import dev.lintel.controller.door.DoorState.ExtendedOpen;
import dev.lintel.controller.door.DoorState.Forced;
import dev.lintel.controller.door.DoorState.Open;
import dev.lintel.controller.door.DoorState.Secure;
import dev.lintel.controller.door.DoorState.StandsClosed;
import dev.lintel.controller.door.DoorState.StandsOpen;
import dev.lintel.controller.door.DoorState.Unexplained;
import dev.lintel.controller.door.DoorState.Unlocked;
import dev.lintel.controller.door.DoorState.Warned;
import dev.lintel.controller.door.DoorTimes.Relock;
import java.util.ArrayList;
import java.util.List;

/// One door as a pure function: (state, input, times) to (state, actions). Holds no clock and does no I/O; the code
/// is the transition table. Whether it stands unlocked is [Standing]'s matter, which tells it by two inputs. Called
/// by [Doorway] on the door lane.
public final class Door {
    private Door() {}

    /// The state after one input, and what is to be done now.
    public record Step(DoorState state, List<DoorAction> actions) {}

    /// The state at start: an open leaf was not forced, but its time runs.
    public static DoorState atStart(boolean leafOpen, long atNs, DoorTimes times) {
        return leafOpen ? opened(atNs, SECURED, times, false) : new Secure();
    }

    public static Step step(DoorState state, DoorInput input, DoorTimes times) {
        return switch (state) {
            case Secure s -> secure(s, input, times);
            case Unlocked s -> unlocked(s, input, times);
            case Open s -> open(s, input, times);
            case Unexplained s -> unexplained(s, input, times);
            case Warned s -> warned(s, input, times);
            case ExtendedOpen s -> extendedOpen(s, input, times);
            case Forced s -> forced(s, input, times);
            case StandsClosed s -> standsClosed(s, input, times);
            case StandsOpen s -> standsOpen(s, input, times);
        };
    }

    private static Step secure(Secure s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new Unlocked(until(u)), RELEASE_STRIKE);
            case LeafOpened o when forced(o, times) -> unasked(o, promised(o), SECURED, times);
            case LeafOpened o -> released(opened(o, atOpenLeaf(promised(o), times), times));
            case ExitHeld h -> to(new Unlocked(h.untilNs()), RELEASE_STRIKE);
            case StandUnlocked _ -> to(new StandsClosed(SECURED), RELEASE_STRIKE);
            case LeafClosed _, StandNormal _, Lock _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step unlocked(Unlocked s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new Unlocked(later(s.relockAtNs(), until(u))), RELEASE_STRIKE);
            // From before somebody was let pass, and told of only now: they may pass all the same.
            case LeafOpened o
            when forced(o, times) -> unasked(o, later(s.relockAtNs(), promised(o)), s.relockAtNs(), times);
            case LeafOpened o when times.relock() == Relock.OPEN -> relocks(o, times);
            case LeafOpened o -> {
                Open open = opened(o, atOpenLeaf(later(s.relockAtNs(), o.exitUntilNs()), times), times);
                yield released(next(open, o.nextUntilNs()));
            }
            case ExitHeld h -> to(new Unlocked(later(s.relockAtNs(), h.untilNs())), RELEASE_STRIKE);
            case StandUnlocked _ -> to(new StandsClosed(s.relockAtNs()), RELEASE_STRIKE);
            case Lock l when exits(l) -> to(new Unlocked(l.exitUntilNs()));
            case Lock l -> to(new Secure(), SECURE_STRIKE);
            case Tick t when t.atNs() >= s.relockAtNs() -> to(new Secure(), SECURE_STRIKE);
            case LeafClosed _, StandNormal _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step open(Open s, DoorInput input, DoorTimes times) {
        return switch (input) {
            // Admitted while the leaf is open: the strike is released, so that a leaf that closes now does not lock the
            // person out, and the open times restart, unless an exit unlocks the door: presses of a button must not
            // switch the alarm off.
            case Unlock u -> to(opened(s, u, times), RELEASE_STRIKE);
            case ExitHeld h ->
                to(
                        new Open(s.warnAtNs(), s.extendedAtNs(), held(s.strikeUntilNs(), h, times), s.nextUntilNs()),
                        RELEASE_STRIKE);
            case LeafClosed c -> closed(s.strikeUntilNs(), s.nextUntilNs(), c, times);
            case StandUnlocked _ -> to(stands(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE);
            case Lock l -> locked(s, new Open(s.warnAtNs(), s.extendedAtNs(), lockedUntil(s, l, times)));
            case Tick t
            when due(s.strikeUntilNs(), t) -> to(new Open(s.warnAtNs(), s.extendedAtNs(), SECURED), SECURE_STRIKE);
            case Tick t
            when t.heardNs() >= s.extendedAtNs() ->
                to(new ExtendedOpen(s.strikeUntilNs(), s.nextUntilNs()), RAISE_EXTENDED_OPEN);
            case Tick t
            when t.heardNs() >= s.warnAtNs() ->
                to(new Warned(s.extendedAtNs(), s.strikeUntilNs(), s.nextUntilNs()), RAISE_WARNING);
            case LeafOpened _, StandNormal _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step unexplained(Unexplained s, DoorInput input, DoorTimes times) {
        Open o = s.explained();
        return switch (input) {
            // A person who comes in explains no opening from before.
            case Unlock u -> to(s.with(opened(o, u, times)), RELEASE_STRIKE);
            case ExitActive e when e.atNs() <= s.untilNs() -> to(o);
            case ExitHeld h ->
                to(
                        s.with(new Open(
                                o.warnAtNs(), o.extendedAtNs(), held(o.strikeUntilNs(), h, times), o.nextUntilNs())),
                        RELEASE_STRIKE);
            case LeafClosed c ->
                also(closed(o.strikeUntilNs(), o.nextUntilNs(), c, times), RAISE_FORCED_OPEN, RAISE_NORMAL);
            case StandUnlocked _ ->
                to(stands(o.strikeUntilNs(), o.nextUntilNs()), RELEASE_STRIKE, RAISE_FORCED_OPEN, RAISE_NORMAL);
            case Lock l -> locked(s, s.with(new Open(o.warnAtNs(), o.extendedAtNs(), lockedUntil(s, l, times))));
            case Tick t when due(o.strikeUntilNs(), t) -> to(s.secured(), SECURE_STRIKE);
            case Tick t
            when t.heardNs() >= s.untilNs() + DoorState.EXIT_LAG_NS ->
                to(new Forced(o.strikeUntilNs(), o.nextUntilNs()), RAISE_FORCED_OPEN);
            case LeafOpened _, StandNormal _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step warned(Warned s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u when u.exit() -> to(unlocked(s, u, times), RELEASE_STRIKE);
            case Unlock u -> to(reopened(s, u, times), RELEASE_STRIKE);
            case ExitHeld h ->
                to(new Warned(s.extendedAtNs(), held(s.strikeUntilNs(), h, times), s.nextUntilNs()), RELEASE_STRIKE);
            case LeafClosed c -> closed(s.strikeUntilNs(), s.nextUntilNs(), c, times);
            case StandUnlocked _ -> to(stands(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE);
            case Lock l -> locked(s, new Warned(s.extendedAtNs(), lockedUntil(s, l, times)));
            case Tick t when due(s.strikeUntilNs(), t) -> to(new Warned(s.extendedAtNs(), SECURED), SECURE_STRIKE);
            case Tick t
            when t.heardNs() >= s.extendedAtNs() ->
                to(new ExtendedOpen(s.strikeUntilNs(), s.nextUntilNs()), RAISE_EXTENDED_OPEN);
            case LeafOpened _, StandNormal _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step extendedOpen(ExtendedOpen s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u ->
                to(
                        new ExtendedOpen(given(s.strikeUntilNs(), u, times), later(s.nextUntilNs(), next(u))),
                        RELEASE_STRIKE);
            case ExitHeld h -> to(new ExtendedOpen(held(s.strikeUntilNs(), h, times), s.nextUntilNs()), RELEASE_STRIKE);
            case LeafClosed c -> also(closed(s.strikeUntilNs(), s.nextUntilNs(), c, times), RAISE_NORMAL);
            case StandUnlocked _ -> to(stands(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE, RAISE_NORMAL);
            case Lock l -> locked(s, new ExtendedOpen(lockedUntil(s, l, times)));
            case Tick t when due(s.strikeUntilNs(), t) -> to(new ExtendedOpen(SECURED), SECURE_STRIKE);
            case LeafOpened _, StandNormal _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step forced(Forced s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u ->
                to(new Forced(given(s.strikeUntilNs(), u, times), later(s.nextUntilNs(), next(u))), RELEASE_STRIKE);
            case ExitHeld h -> to(new Forced(held(s.strikeUntilNs(), h, times), s.nextUntilNs()), RELEASE_STRIKE);
            case LeafClosed c -> also(closed(s.strikeUntilNs(), s.nextUntilNs(), c, times), RAISE_NORMAL);
            case StandUnlocked _ -> to(stands(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE, RAISE_NORMAL);
            case Lock l -> locked(s, new Forced(lockedUntil(s, l, times)));
            case Tick t when due(s.strikeUntilNs(), t) -> to(new Forced(SECURED), SECURE_STRIKE);
            case LeafOpened _, StandNormal _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step standsClosed(StandsClosed s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new StandsClosed(later(s.passUntilNs(), until(u))));
            case ExitHeld h -> to(new StandsClosed(later(s.passUntilNs(), h.untilNs())));
            // From before it stood unlocked: an alarm that is over as it is told. It waits for no exit.
            case LeafOpened o when forced(o, times) -> to(standsOpened(o), RAISE_FORCED_OPEN, RAISE_NORMAL);
            case LeafOpened o -> to(standsOpened(o));
            case StandNormal n when passes(s.passUntilNs(), n) -> to(new Unlocked(kept(s.passUntilNs(), n)));
            case StandNormal n -> to(new Secure(), SECURE_STRIKE);
            case LeafClosed _, StandUnlocked _, Lock _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Step standsOpen(StandsOpen s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new StandsOpen(later(s.passUntilNs(), until(u)), later(s.nextUntilNs(), next(u))));
            case ExitHeld h -> to(new StandsOpen(later(s.passUntilNs(), h.untilNs()), s.nextUntilNs()));
            case LeafClosed _ -> to(new StandsClosed(s.passUntilNs()));
            // Its open times begin now: nobody had to close it before.
            case StandNormal n
            when passes(s.passUntilNs(), n) ->
                to(next(
                        opened(n.atNs(), atOpenLeaf(kept(s.passUntilNs(), n), times), times, n.longer()),
                        s.nextUntilNs()));
            case StandNormal n when times.holdsWhileOpen() -> to(opened(n.atNs(), UNTIL_CLOSED, times, n.longer()));
            case StandNormal n -> to(opened(n.atNs(), SECURED, times, n.longer()), SECURE_STRIKE);
            case LeafOpened _, StandUnlocked _, Lock _, ExitActive _, Tick _ -> to(s);
        };
    }

    private static Open opened(long atNs, long strikeUntilNs, DoorTimes times, boolean longer) {
        return new Open(
                atNs + times.warning(longer).toNanos(),
                atNs + times.extendedOpen(longer).toNanos(),
                strikeUntilNs);
    }

    private static Open opened(LeafOpened input, long strikeUntilNs, DoorTimes times) {
        return opened(input.atNs(), strikeUntilNs, times, input.longer());
    }

    /// An open leaf for a person who may pass now. Its times are never shorter than they were.
    private static Open opened(Open s, Unlock u, DoorTimes times) {
        long strikeUntilNs = given(s.strikeUntilNs(), u, times);
        if (u.exit()) return new Open(s.warnAtNs(), s.extendedAtNs(), strikeUntilNs, later(s.nextUntilNs(), next(u)));
        Open again = opened(u.atNs(), strikeUntilNs, times, u.longer());
        return new Open(
                later(s.warnAtNs(), again.warnAtNs()),
                later(s.extendedAtNs(), again.extendedAtNs()),
                again.strikeUntilNs(),
                later(s.nextUntilNs(), next(u)));
    }

    private static Warned unlocked(Warned s, Unlock u, DoorTimes times) {
        return new Warned(s.extendedAtNs(), given(s.strikeUntilNs(), u, times), later(s.nextUntilNs(), next(u)));
    }

    private static Open reopened(Warned s, Unlock u, DoorTimes times) {
        Open again = opened(u.atNs(), given(s.strikeUntilNs(), u, times), times, u.longer());
        return new Open(
                again.warnAtNs(),
                later(s.extendedAtNs(), again.extendedAtNs()),
                again.strikeUntilNs(),
                later(s.nextUntilNs(), next(u)));
    }

    private static Open next(Open open, long nextUntilNs) {
        return new Open(open.warnAtNs(), open.extendedAtNs(), open.strikeUntilNs(), nextUntilNs);
    }

    /// The leaf opened without an admission or an exit: that is an alarm, unless an exit explains it in time.
    private static Step unasked(LeafOpened input, long strikeUntilNs, long nextUntilNs, DoorTimes times) {
        long untilNs = atOpenLeaf(strikeUntilNs, times);
        if (times.forcedDelayNs() == 0) return also(released(new Forced(untilNs, nextUntilNs)), RAISE_FORCED_OPEN);
        Open explained = next(opened(input, untilNs, times), nextUntilNs);
        return released(new Unexplained(input.atNs(), input.atNs() + times.forcedDelayNs(), explained));
    }

    /// The leaf opened in time, and the strike relocks by that: at once, or after the delay of a motor lock, whatever
    /// the leaf does meanwhile. An exit's promise outlasts it, and so does the time of others who may pass.
    private static Step relocks(LeafOpened input, DoorTimes times) {
        long nextNs = later(delayed(input.atNs(), times), input.nextUntilNs());
        Open open = next(opened(input, later(nextNs, promised(input)), times), nextNs);
        if (open.strikeUntilNs() == SECURED) return to(open, SECURE_STRIKE);
        return nextNs == SECURED ? to(open) : to(open, RELEASE_STRIKE);
    }

    /// The leaf opened. A strike that stays released for as long as it is open is released by the door, too: an exit
    /// may have done so alone.
    private static Step released(DoorState state) {
        return state.strikeUntilNs() == UNTIL_CLOSED ? to(state, RELEASE_STRIKE) : to(state);
    }

    /// The leaf closed behind the person who opened it. The strike stays released for an exit, for a person who was
    /// admitted while the leaf was open, and for the delay of a motor lock.
    private static Step closed(long strikeUntilNs, long nextUntilNs, LeafClosed input, DoorTimes times) {
        boolean isDelayed = strikeUntilNs != SECURED && times.holdsWhileOpen();
        long untilNs = later(nextUntilNs, input.exitUntilNs());
        if (isDelayed) return to(new Unlocked(later(untilNs, delayed(input.atNs(), times))), RELEASE_STRIKE);
        if (untilNs > input.atNs()) return to(new Unlocked(untilNs));
        return strikeUntilNs == SECURED ? to(new Secure()) : to(new Secure(), SECURE_STRIKE);
    }

    /// Until when the strike of a motor lock is released after the leaf moved at that time, or [DoorState#SECURED].
    private static long delayed(long atNs, DoorTimes times) {
        return times.relockDelayNs() == 0 ? SECURED : atNs + times.relockDelayNs();
    }

    /// Until when a strike with that time is released while the leaf is open.
    private static long atOpenLeaf(long untilNs, DoorTimes times) {
        return untilNs != SECURED && times.holdsWhileOpen() ? UNTIL_CLOSED : untilNs;
    }

    /// The leaf opened of a door that is unlocked: all who were admitted have passed.
    private static StandsOpen standsOpened(LeafOpened input) {
        return new StandsOpen(later(input.nextUntilNs(), promised(input)), input.nextUntilNs());
    }

    /// From now on the door stands unlocked with its leaf open.
    private static StandsOpen stands(long strikeUntilNs, long nextUntilNs) {
        return new StandsOpen(strikeUntilNs == UNTIL_CLOSED ? nextUntilNs : strikeUntilNs, nextUntilNs);
    }

    /// A lockdown while the leaf is open: to `after`, and the strike is secured unless an exit runs.
    private static Step locked(DoorState before, DoorState after) {
        boolean secures = before.strikeUntilNs() != SECURED && after.strikeUntilNs() == SECURED;
        if (secures) return to(after, SECURE_STRIKE);
        return before.strikeUntilNs() == UNTIL_CLOSED ? to(after) : released(after);
    }

    /// Until when a lockdown leaves the strike released while the leaf is open.
    private static long lockedUntil(DoorState before, Lock lock, DoorTimes times) {
        boolean released = before.strikeUntilNs() != SECURED || exits(lock);
        return released && times.holdsWhileOpen() ? UNTIL_CLOSED : promised(lock);
    }

    /// The same step, and what else it raises.
    private static Step also(Step step, DoorAction... raised) {
        var actions = new ArrayList<>(step.actions);
        actions.addAll(List.of(raised));
        return new Step(step.state, List.copyOf(actions));
    }

    private static boolean forced(LeafOpened opened, DoorTimes times) {
        return opened.forced() && times.forced();
    }

    private static long promised(LeafOpened opened) {
        return exits(opened) ? opened.exitUntilNs() : SECURED;
    }

    /// Whether an exit's promise holds the strike released at this moment.
    private static boolean exits(LeafOpened opened) {
        return opened.exitUntilNs() > opened.atNs();
    }

    private static boolean exits(Lock lock) {
        return lock.exitUntilNs() > lock.atNs();
    }

    private static long promised(Lock lock) {
        return exits(lock) ? lock.exitUntilNs() : SECURED;
    }

    /// Whether somebody may still pass as the standing ends.
    private static boolean passes(long passUntilNs, StandNormal normal) {
        return kept(passUntilNs, normal) > normal.atNs();
    }

    private static long kept(long passUntilNs, StandNormal normal) {
        return later(passUntilNs, normal.exitUntilNs());
    }

    private static boolean due(long strikeUntilNs, Tick tick) {
        return strikeUntilNs != SECURED && tick.atNs() >= strikeUntilNs;
    }

    /// Until when the strike of an open leaf is released, as an exit is held.
    private static long held(long untilNs, ExitHeld held, DoorTimes times) {
        return atOpenLeaf(later(untilNs, held.untilNs()), times);
    }

    /// Until when the strike of an open leaf is released, as a person may pass.
    private static long given(long untilNs, Unlock unlock, DoorTimes times) {
        return atOpenLeaf(later(untilNs, until(unlock)), times);
    }

    private static long until(Unlock unlock) {
        return unlock.atNs() + unlock.holdNs();
    }

    private static long next(Unlock unlock) {
        return unlock.outlasts() ? until(unlock) : SECURED;
    }

    private static long later(long oneNs, long otherNs) {
        return Math.max(oneNs, otherNs); // SECURED is the smallest long
    }

    private static Step to(DoorState state, DoorAction... actions) {
        return new Step(state, List.of(actions));
    }
}
