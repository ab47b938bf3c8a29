package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorAction.RAISE_EXTENDED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_FORCED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_NORMAL;
import static dev.lintel.controller.door.DoorAction.RAISE_WARNING;
import static dev.lintel.controller.door.DoorAction.RELEASE_STRIKE;
import static dev.lintel.controller.door.DoorAction.SECURE_STRIKE;
import static dev.lintel.controller.door.DoorState.SECURED;

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
        return leafOpen ? opened(atNs, SECURED, times) : new Secure();
    }

    public static Step step(DoorState state, DoorInput input, DoorTimes times) {
        return switch (state) {
            case Secure s -> secure(s, input, times);
            case Unlocked s -> unlocked(s, input, times);
            case Open s -> open(s, input, times);
            case Warned s -> warned(s, input, times);
            case ExtendedOpen s -> extendedOpen(s, input);
            case Forced s -> forced(s, input);
            case StandsClosed s -> standsClosed(s, input, times);
            case StandsOpen s -> standsOpen(s, input, times);
        };
    }

    private static Step secure(Secure s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new Unlocked(until(u)), RELEASE_STRIKE);
            case LeafOpened o when forced(o, times) -> to(new Forced(promised(o)), RAISE_FORCED_OPEN);
            case LeafOpened o -> to(opened(o.atNs(), promised(o), times));
            case ExitHeld h -> to(new Unlocked(h.untilNs()), RELEASE_STRIKE);
            case StandUnlocked _ -> to(new StandsClosed(SECURED), RELEASE_STRIKE);
            case LeafClosed _, StandNormal _, Lock _, Tick _ -> to(s);
        };
    }

    private static Step unlocked(Unlocked s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new Unlocked(later(s.relockAtNs(), until(u))), RELEASE_STRIKE);
            // From before somebody was let pass, and told of only now: they may pass all the same.
            case LeafOpened o
            when forced(o, times) ->
                to(new Forced(later(s.relockAtNs(), promised(o)), s.relockAtNs()), RAISE_FORCED_OPEN);
            case LeafOpened o
            when times.relock() == Relock.OPEN && !exits(o) -> to(opened(o.atNs(), SECURED, times), SECURE_STRIKE);
            // An exit's promise outlasts the opening of the leaf.
            case LeafOpened o when times.relock() == Relock.OPEN -> to(opened(o.atNs(), o.exitUntilNs(), times));
            case LeafOpened o -> to(opened(o.atNs(), later(s.relockAtNs(), o.exitUntilNs()), times));
            case ExitHeld h -> to(new Unlocked(later(s.relockAtNs(), h.untilNs())), RELEASE_STRIKE);
            case StandUnlocked _ -> to(new StandsClosed(s.relockAtNs()), RELEASE_STRIKE);
            case Lock l when exits(l) -> to(new Unlocked(l.exitUntilNs()));
            case Lock l -> to(new Secure(), SECURE_STRIKE);
            case Tick t when t.atNs() >= s.relockAtNs() -> to(new Secure(), SECURE_STRIKE);
            case LeafClosed _, StandNormal _, Tick _ -> to(s);
        };
    }

    private static Step open(Open s, DoorInput input, DoorTimes times) {
        return switch (input) {
            // Admitted while the leaf stands open: the strike lets go, so that a leaf that falls shut now does not
            // lock the person out, and the time the leaf may stand open begins again. It is never cut short: an exit
            // may be told of late, when the leaf has opened since.
            case Unlock u -> to(opened(s, u, times), RELEASE_STRIKE);
            case ExitHeld h ->
                to(
                        new Open(s.warnAtNs(), s.extendedAtNs(), held(s.strikeUntilNs(), h), s.nextUntilNs()),
                        RELEASE_STRIKE);
            case LeafClosed c -> closed(s.strikeUntilNs(), s.nextUntilNs(), c);
            case StandUnlocked _ -> to(new StandsOpen(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE);
            case Lock l -> locked(s.strikeUntilNs(), l, new Open(s.warnAtNs(), s.extendedAtNs(), promised(l)));
            case Tick t
            when due(s.strikeUntilNs(), t) -> to(new Open(s.warnAtNs(), s.extendedAtNs(), SECURED), SECURE_STRIKE);
            case Tick t
            when t.heardNs() >= s.extendedAtNs() ->
                to(new ExtendedOpen(s.strikeUntilNs(), s.nextUntilNs()), RAISE_EXTENDED_OPEN);
            case Tick t
            when t.heardNs() >= s.warnAtNs() ->
                to(new Warned(s.extendedAtNs(), s.strikeUntilNs(), s.nextUntilNs()), RAISE_WARNING);
            case LeafOpened _, StandNormal _, Tick _ -> to(s);
        };
    }

    private static Step warned(Warned s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(reopened(s.strikeUntilNs(), s.nextUntilNs(), u, times), RELEASE_STRIKE);
            case ExitHeld h ->
                to(new Warned(s.extendedAtNs(), held(s.strikeUntilNs(), h), s.nextUntilNs()), RELEASE_STRIKE);
            case LeafClosed c -> closed(s.strikeUntilNs(), s.nextUntilNs(), c);
            case StandUnlocked _ -> to(new StandsOpen(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE);
            case Lock l -> locked(s.strikeUntilNs(), l, new Warned(s.extendedAtNs(), promised(l)));
            case Tick t when due(s.strikeUntilNs(), t) -> to(new Warned(s.extendedAtNs(), SECURED), SECURE_STRIKE);
            case Tick t
            when t.heardNs() >= s.extendedAtNs() ->
                to(new ExtendedOpen(s.strikeUntilNs(), s.nextUntilNs()), RAISE_EXTENDED_OPEN);
            case LeafOpened _, StandNormal _, Tick _ -> to(s);
        };
    }

    private static Step extendedOpen(ExtendedOpen s, DoorInput input) {
        return switch (input) {
            case Unlock u ->
                to(
                        new ExtendedOpen(later(s.strikeUntilNs(), until(u)), later(s.nextUntilNs(), next(u))),
                        RELEASE_STRIKE);
            case ExitHeld h -> to(new ExtendedOpen(held(s.strikeUntilNs(), h), s.nextUntilNs()), RELEASE_STRIKE);
            case LeafClosed c -> normal(closed(s.strikeUntilNs(), s.nextUntilNs(), c));
            case StandUnlocked _ ->
                to(new StandsOpen(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE, RAISE_NORMAL);
            case Lock l -> locked(s.strikeUntilNs(), l, new ExtendedOpen(promised(l)));
            case Tick t when due(s.strikeUntilNs(), t) -> to(new ExtendedOpen(SECURED), SECURE_STRIKE);
            case LeafOpened _, StandNormal _, Tick _ -> to(s);
        };
    }

    private static Step forced(Forced s, DoorInput input) {
        return switch (input) {
            case Unlock u ->
                to(new Forced(later(s.strikeUntilNs(), until(u)), later(s.nextUntilNs(), next(u))), RELEASE_STRIKE);
            case ExitHeld h -> to(new Forced(held(s.strikeUntilNs(), h), s.nextUntilNs()), RELEASE_STRIKE);
            case LeafClosed c -> normal(closed(s.strikeUntilNs(), s.nextUntilNs(), c));
            case StandUnlocked _ ->
                to(new StandsOpen(s.strikeUntilNs(), s.nextUntilNs()), RELEASE_STRIKE, RAISE_NORMAL);
            case Lock l -> locked(s.strikeUntilNs(), l, new Forced(promised(l)));
            case Tick t when due(s.strikeUntilNs(), t) -> to(new Forced(SECURED), SECURE_STRIKE);
            case LeafOpened _, StandNormal _, Tick _ -> to(s);
        };
    }

    private static Step standsClosed(StandsClosed s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new StandsClosed(later(s.passUntilNs(), until(u))));
            case ExitHeld h -> to(new StandsClosed(held(s.passUntilNs(), h)));
            // From before it stood unlocked: an alarm that is over as it is told.
            case LeafOpened o
            when forced(o, times) -> to(new StandsOpen(s.passUntilNs()), RAISE_FORCED_OPEN, RAISE_NORMAL);
            case LeafOpened _ -> to(new StandsOpen(s.passUntilNs()));
            case StandNormal n when passes(s.passUntilNs(), n) -> to(new Unlocked(kept(s.passUntilNs(), n)));
            case StandNormal n -> to(new Secure(), SECURE_STRIKE);
            case LeafClosed _, StandUnlocked _, Lock _, Tick _ -> to(s);
        };
    }

    private static Step standsOpen(StandsOpen s, DoorInput input, DoorTimes times) {
        return switch (input) {
            case Unlock u -> to(new StandsOpen(later(s.passUntilNs(), until(u)), later(s.nextUntilNs(), next(u))));
            case ExitHeld h -> to(new StandsOpen(held(s.passUntilNs(), h), s.nextUntilNs()));
            case LeafClosed _ -> to(new StandsClosed(s.passUntilNs()));
            // Its open times begin now: nobody had to close it before.
            case StandNormal n
            when passes(s.passUntilNs(), n) ->
                to(next(opened(n.atNs(), kept(s.passUntilNs(), n), times), s.nextUntilNs()));
            case StandNormal n -> to(opened(n.atNs(), SECURED, times), SECURE_STRIKE);
            case LeafOpened _, StandUnlocked _, Lock _, Tick _ -> to(s);
        };
    }

    private static Open opened(long atNs, long strikeUntilNs, DoorTimes times) {
        return new Open(
                atNs + times.warning().toNanos(), atNs + times.extendedOpen().toNanos(), strikeUntilNs);
    }

    /// An open leaf for a person who may pass now.
    private static Open opened(Open s, Unlock u, DoorTimes times) {
        Open again = reopened(s.strikeUntilNs(), s.nextUntilNs(), u, times);
        return new Open(
                later(s.warnAtNs(), again.warnAtNs()),
                later(s.extendedAtNs(), again.extendedAtNs()),
                again.strikeUntilNs(),
                again.nextUntilNs());
    }

    private static Open reopened(long strikeUntilNs, long nextUntilNs, Unlock u, DoorTimes times) {
        return next(opened(u.atNs(), later(strikeUntilNs, until(u)), times), later(nextUntilNs, next(u)));
    }

    private static Open next(Open open, long nextUntilNs) {
        return new Open(open.warnAtNs(), open.extendedAtNs(), open.strikeUntilNs(), nextUntilNs);
    }

    /// The leaf closed behind the person who opened it. The strike stays released for an exit, and for a
    /// person who was admitted while the leaf was open.
    private static Step closed(long strikeUntilNs, long nextUntilNs, LeafClosed input) {
        long untilNs = later(nextUntilNs, input.exitUntilNs());
        if (untilNs > input.atNs()) return to(new Unlocked(untilNs));
        return strikeUntilNs == SECURED ? to(new Secure()) : to(new Secure(), SECURE_STRIKE);
    }

    /// A lockdown while the leaf is open: to `state`, and the strike with it unless an exit runs.
    private static Step locked(long strikeUntilNs, Lock lock, DoorState state) {
        if (strikeUntilNs == SECURED || exits(lock)) return to(state);
        return to(state, SECURE_STRIKE);
    }

    /// The same step, telling that the alarm has ended.
    private static Step normal(Step step) {
        var actions = new ArrayList<>(step.actions);
        actions.add(RAISE_NORMAL);
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

    private static long held(long untilNs, ExitHeld held) {
        return later(untilNs, held.untilNs());
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
