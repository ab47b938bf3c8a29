package dev.lintel.tools.simulation;

import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.UsedExits.Input;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who leaves through one door: each press opens at once, unless it is locked down, and the log tells of each.
final class Exits {
    private static final long NEVER = Long.MIN_VALUE;
    /// An exit that is held for so long is told of.
    private static final long HELD_NS = TimeUnit.MINUTES.toNanos(5);
    private static final long HOLD_NS = TimeUnit.SECONDS.toNanos(1);
    /// One that is active excuses openings for so long after it became active.
    private static final long ACTIVE_NS = TimeUnit.SECONDS.toNanos(30);
    /// A lane that keeps up hears of a press sooner.
    private static final long SOON_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /// A door at rest at which nothing is due sleeps this long in a simulation.
    private static final long ASLEEP_NS = TimeUnit.SECONDS.toNanos(65);

    private final DoorWatch watch;
    private final List<String> presses = new ArrayList<>(); // that the log has yet to tell of
    private long activeSinceNs = NEVER;
    private long inactiveSinceNs = NEVER;
    private long pressedNs = NEVER; // one that releases, last
    private long settledNs = NEVER; // the lane had done all it was told
    private long leavesNs = NEVER; // when one became active last that does not release
    private final Map<Input, Long> exitsNs = new EnumMap<>(Input.class); // the same of those that do
    private boolean rex;
    private boolean aux;
    private long promisedUntilNs = NEVER;
    private long allowedUntilNs = NEVER; // the same, where the lane has yet to hear that the person has passed
    private long perhapsUntilNs = NEVER; // the same, where an exit may have been used
    private final UsedExits used;
    private final OpeningExcuses excused = new OpeningExcuses();
    final AirlockWatch airlocks;
    private long lockedNs = NEVER; // when the lockdown of exits changed last
    private long freeNs = NEVER; // the same, where no other door barred them
    private boolean rexWaits; // refused because of the other door of an airlock, and still held
    private boolean auxWaits;

    Exits(DoorWatch watch, AirlockWatch airlocks) {
        this.watch = watch;
        this.airlocks = airlocks;
        this.used = new UsedExits(watch.door.byBox());
    }

    /// A handle that is held as a process begins counts as used then.
    void begins(long nowNs) {
        if (rex && !watch.door.rexReleases()) leavesNs = nowNs;
        presses.clear();
        promisedUntilNs = NEVER;
        allowedUntilNs = NEVER;
        perhapsUntilNs = NEVER;
        excused.begins();
        activeSinceNs = NEVER;
        inactiveSinceNs = NEVER;
        pressedNs = NEVER;
        rexWaits = false;
        auxWaits = false;
        used.begins(raw());
        for (Input exit : actives()) exitsNs.put(exit, nowNs);
    }

    /// Until when the strike must be released.
    long promisedUntilNs() {
        return promisedUntilNs;
    }

    /// Until when it may be.
    long allowedUntilNs() {
        return allowedUntilNs;
    }

    /// The log tells of an exit that has released the strike: its person has a turn, unless they leave by an open leaf
    /// where people can leave without the box.
    private void leaves(boolean isRex, long atNs, long nowNs) {
        var owner = Turns.Owner.exit(isRex, watch.door.byBox());
        boolean mayExplain = watch.leaf.unexplained.isExplainedBy(atNs);
        boolean explains = watch.leaf.unexplained.isForcedAndExplainedBy(atNs);
        watch.explained(atNs);
        boolean knows = watch.leaf.known() && nowNs - atNs <= TimeUnit.MILLISECONDS.toNanos(10);
        boolean open = watch.leafOpen() && !watch.door.byBox();
        if (knows && (explains || open)) return;
        long untilNs = Math.max(atNs + unlockNs(), Math.max(promisedUntilNs, allowedUntilNs));
        var way = Turns.Way.out(watch.door.byBox());
        boolean sure = knows && !mayExplain && untilNs == atNs + unlockNs();
        watch.turnTimes.given(owner, way, atNs, untilNs, sure);
    }

    /// The leaf has moved so that the strike relocks. Where people can leave without the box, it does so for an exit,
    /// too, unless its person has a turn still.
    ///
    /// @param taken by an opening, or null
    /// @param sure whether the box knows the same as the wires
    void relocks(Turns.@Nullable Taken taken, boolean sure, long nowNs) {
        if (watch.door.byBox()) return;
        Certainty has = watch.turns.exit(nowNs);
        // However long it is held, it has no other time than the one that it gave as it was pressed.
        if (sure && holds()) watch.shows.accept("exit: held, and lasts no longer than its own time");
        used.passes(raw(), sure);
        if (sure && has == Certainty.YES) return;
        boolean surely = sure && has == Certainty.NO && (taken == null || (taken.sure() && taken.exit()));
        if (!surely) perhapsUntilNs = Math.max(perhapsUntilNs, promisedUntilNs);
        promisedUntilNs = NEVER;
    }

    /// Whether one that is active may hold the strike released.
    boolean mayHold() {
        return used.mayHold(actives());
    }

    /// Whether the person who opens the leaf now may be one who leaves by the handle.
    boolean mayLeaveByHandle(long nowNs) {
        boolean excuses = excused.excuse(nowNs - Turns.LAG_NS);
        boolean uses = actives().stream()
                .anyMatch(exit -> nowNs - exitsNs.getOrDefault(exit, NEVER) <= ACTIVE_NS + Turns.LAG_NS);
        if (!watch.door.byBox() && (excuses || (uses && used.anyUsed(actives())))) return true;
        boolean pressed = leavesNs != NEVER && nowNs - leavesNs <= OpeningExcuses.ONCE_NS + Turns.LAG_NS;
        return !watch.door.rexReleases() && (rex || pressed);
    }

    /// The box prolongs the time of one that is held second by second, and that of a person who has joined it.
    void goesOn(long nowNs) {
        if (mayHold()) watch.turnTimes.last(watch.turns.held(nowNs + HOLD_NS), nowNs + HOLD_NS);
    }

    /// Whether one that is active must hold the strike released.
    boolean holds() {
        return used.hold(actives());
    }

    /// One of the two buttons moves; afterwards [#pressed] is to be told of a press.
    void moves(boolean isRex, boolean active, long nowNs) {
        boolean before = active();
        boolean releases = !isRex || watch.door.rexReleases();
        boolean rises = active && !(isRex ? rex : aux);
        if (rises && releases) exitsNs.put(Input.of(isRex), nowNs);
        if (rises && !releases) leavesNs = nowNs;
        if (isRex) rex = active;
        else aux = active;
        if (isRex) rexWaits &= active;
        else auxWaits &= active;
        if (before && !active()) watch.letGo(nowNs);
        if (rises) begunToHold(nowNs);
    }

    /// Other lockdowns stand than before: who leans on an exit that is free again has pressed it.
    void locked(Lockdown before, Lockdown now, long nowNs) {
        if (!before.equals(now)) lockedNs = nowNs;
        if (!airlocks.bars(watch)) freeNs = nowNs; // the other door may follow its own end of the lockdown in a moment
        // One that is used up stays so.
        boolean rexFree = rex && watch.door.rexReleases() && !used.isUsed(Input.REX);
        if (rexFree && before.rex() && !now.rex()) pressed(true, nowNs);
        if (aux && !used.isUsed(Input.AUX) && before.aux() && !now.aux()) pressed(false, nowNs);
    }

    /// A process begins while they are held: that counts as a press where nobody can leave without the box. One that
    /// fire has freed at that moment already does.
    void held(long nowNs) {
        if (!watch.door.byBox()) {
            if (active()) watch.shows.accept("exit: held as the process begins, and releases nothing");
            return;
        }
        if (rex && watch.door.rexReleases() && !presses.contains(button(nowNs))) pressed(true, nowNs);
        if (aux && !presses.contains(name(false, Press.FREE, nowNs))) pressed(false, nowNs);
    }

    /// A button was pressed, and the input's own thread is through with it.
    void pressed(boolean isRex, long nowNs) {
        boolean releases = !isRex || watch.door.rexReleases();
        boolean locks = releases && lockedAt(isRex, nowNs);
        boolean waits = releases && !locks && airlocks.bars(watch) && !watch.released();
        boolean refused = locks || waits;
        presses.add(name(isRex, locks ? Press.LOCKED : waits ? Press.WAITS : Press.FREE, nowNs));
        if (isRex && releases) presses.add(button(nowNs));
        if (isRex) rexWaits = waits;
        else auxWaits = waits;
        if (!refused) watch.leaf.unexplained.pressed(nowNs);
        if (!releases || refused) return;
        exitsNs.put(Input.of(isRex), nowNs); // also of one that was refused until now
        if (!watch.released() && !watch.faulty(nowNs))
            throw watch.violation("an exit was pressed and the strike holds");
        promisedUntilNs = Math.max(promisedUntilNs, nowNs + unlockNs());
        allowedUntilNs = Math.max(allowedUntilNs, promisedUntilNs);
        if (!watch.door.byBox() && watch.leafOpen()) excused.once(nowNs, unlockNs());
        if (!holds() && active() && !watch.door.byBox()) watch.shows.accept("exit: pressed beside one that is used up");
        used.pressed(Input.of(isRex));
        begunToHold(nowNs);
        pressedNs = nowNs;
    }

    private void begunToHold(long nowNs) {
        // Let go for a moment between two looks is not let go.
        boolean anew = inactiveSinceNs != NEVER && nowNs - inactiveSinceNs > Wall.LOOK_NS;
        if (activeSinceNs == NEVER || anew) activeSinceNs = nowNs;
        inactiveSinceNs = NEVER;
    }

    private boolean locked(boolean isRex) {
        var lockdown = watch.told().lockdown();
        boolean free = watch.told().isReleased() || watch.burns();
        return !free && (isRex ? lockdown.rex() : lockdown.aux());
    }

    /// The log may tell of a press after a lockdown that began later.
    private boolean lockedAt(boolean isRex, long atNs) {
        return locked(isRex) && atNs >= lockedNs;
    }

    private long unlockNs() {
        return TimeUnit.SECONDS.toNanos(watch.times().unlock());
    }

    private static String button(long atNs) {
        return "the button of REX at " + atNs;
    }

    /// The result of a press.
    private enum Press {
        FREE(" at "),
        LOCKED(", locked down, at "),
        WAITS(", which waits for another door, at ");

        private final String words;

        Press(String words) {
            this.words = words;
        }
    }

    private static String name(boolean isRex, Press press, long atNs) {
        return (isRex ? "REX" : "auxiliary input") + press.words + atNs;
    }

    /// Those that are pressed, also where they are locked down.
    private Set<Input> raw() {
        var all = EnumSet.noneOf(Input.class);
        if (rex && watch.door.rexReleases()) all.add(Input.REX);
        if (aux) all.add(Input.AUX);
        return all;
    }

    private Set<Input> actives() {
        var all = EnumSet.noneOf(Input.class);
        if (rex && watch.door.rexReleases() && !rexWaits && !locked(true)) all.add(Input.REX);
        if (aux && !auxWaits && !locked(false)) all.add(Input.AUX);
        return all;
    }

    /// Whether one that releases is held.
    boolean active() {
        return !actives().isEmpty();
    }

    /// The other door is closed and locked again, or a lockdown has ended: the box takes a held exit for one that was
    /// pressed then.
    private void lifted(boolean isRex, long atNs) {
        boolean held = isRex ? rex && watch.door.rexReleases() : aux;
        boolean holds = held && !lockedAt(isRex, atNs);
        boolean waits = isRex ? rexWaits : auxWaits;
        boolean free = waits && (!airlocks.bars(watch) || (freeNs != NEVER && atNs - freeNs <= SOON_NS));
        if (holds && (free || used.isPerhaps(Input.of(isRex)))) pressed(isRex, atNs);
    }

    /// Whether somebody leaves by the handle, or has just asked to: their opening is not a forced one.
    boolean excuses(long atNs) {
        boolean isOnce = excused.excuse(atNs);
        boolean leaves = rex && !watch.door.rexReleases() && isShort(leavesNs, atNs);
        boolean uses = actives().stream().anyMatch(exit -> isShort(exitsNs.getOrDefault(exit, NEVER), atNs));
        if (leaves || uses) watch.shows.accept("exit: active, and excuses an opening");
        else if (isOnce) watch.shows.accept("exit: excuses one opening");
        return isOnce || leaves || uses;
    }

    /// Whether the handle was in use at that time already, and is so still.
    boolean isLeaving(long atNs) {
        boolean leaves = rex && !watch.door.rexReleases();
        return leaves && leavesNs <= atNs && isShort(leavesNs, atNs);
    }

    private static boolean isShort(long edgeNs, long atNs) {
        return edgeNs != NEVER && atNs - edgeNs < ACTIVE_NS;
    }

    /// As [OpeningExcuses#opened].
    void opened(long atNs, long closedNs) {
        excused.opened(atNs, closedNs, watch.times().forcedDelayNs());
    }

    /// Whether any is pressed and not locked down, also where it waits for another door.
    private boolean any() {
        boolean ofRex = rex && (!watch.door.rexReleases() || !locked(true));
        return ofRex || (aux && !locked(false));
    }

    void event(EventDraft event, long nowNs) {
        long atNs = event.monotonicNs();
        switch (event.kind()) {
            case REX_PRESSED -> {
                if (watch.door.rexReleases()) {
                    if (!presses.contains(button(atNs))) lifted(true, atNs);
                    boolean pressed = presses.remove(button(atNs));
                    if (!pressed) throw watch.violation("REX_PRESSED, and nobody did then");
                    return; // another event tells what came of it
                }
                told(true, Press.FREE, atNs, event.kind());
                watch.explained(atNs);
                excused.once(atNs, unlockNs());
            }
            case ADMITTED_REQUEST_EXIT, ADMITTED_AUXILIARY -> {
                boolean isRex = event.kind() == EventKind.ADMITTED_REQUEST_EXIT;
                if (event.additional().containsKey(AirlockWatch.FROM)) {
                    if (!airlocks.follows(watch, event)) {
                        throw watch.violation("nobody came from there: " + event + ", between doors: " + airlocks);
                    }
                    var way = Turns.Way.out(watch.door.byBox());
                    watch.turnTimes.given(Turns.Owner.ANYBODY, way, nowNs, nowNs + unlockNs(), watch.leaf.known());
                } else {
                    if (!isRex && !presses.contains(name(false, Press.FREE, atNs))) lifted(false, atNs);
                    told(isRex, Press.FREE, atNs, event.kind());
                    if (isRex && watch.door.rexReleases())
                        airlocks.left(watch, atNs, watch.leaf.unexplained.explains(atNs));
                    leaves(isRex, atNs, nowNs);
                }
                if (watch.leafOpen()) watch.shows.accept("exit: at an open leaf");
                watch.cause(atNs, nowNs, false);
            }
            case REJECTED_LOCKDOWN -> {
                Object input = event.additional().get("input");
                if (input == null) return;
                if (!event.additional().containsKey(AirlockWatch.FROM)) {
                    told(input.equals("rex"), Press.LOCKED, atNs, event.kind());
                } else if (!locked(true) || !airlocks.follows(watch, event)) {
                    throw watch.violation("nobody came from there: " + event);
                }
            }
            case REJECTED_INTERLOCK -> {
                Object input = event.additional().get("input");
                if (input != null) told(input.equals("rex"), Press.WAITS, atNs, event.kind());
            }
            case EXIT_HELD -> {
                boolean longEnough = activeSinceNs != NEVER && nowNs - activeSinceNs >= HELD_NS - Wall.LOOK_NS;
                if (!longEnough || !any()) throw watch.violation("EXIT_HELD, and none was held for so long");
            }
            case EXIT_LET_GO -> {
                boolean anew = !watch.door.rexReleases() && rex && leavesNs >= settledNs && !active();
                // A handle that is used again since the lane has looked ends what was held before.
                if (any() && !anew) throw watch.violation("EXIT_LET_GO, and one is held");
                activeSinceNs = NEVER; // one that is held soon after is held anew
            }
            default -> {
                // Not of exits.
            }
        }
    }

    private void told(boolean isRex, Press press, long atNs, EventKind kind) {
        if (presses.remove(name(isRex, press, atNs))) return;
        for (Press other : Press.values()) {
            String name = name(isRex, other, atNs);
            if (presses.contains(name)) throw watch.violation(kind + ", and should be: " + name);
        }
        throw watch.violation(kind + ", and nobody pressed it then");
    }

    /// The lane has done all it was told.
    void settled(long nowNs) {
        settledNs = nowNs;
        if (nowNs >= perhapsUntilNs) perhapsUntilNs = NEVER;
        allowedUntilNs = Math.max(promisedUntilNs, perhapsUntilNs);
        used.look(raw());
        goesOn(nowNs);
        excused.settled(nowNs);
        boolean waits = (rexWaits && rex && !locked(true)) || (auxWaits && aux && !locked(false));
        watch.lasting("an exit is held and waits for no other door", waits && !airlocks.bars(watch), nowNs);
        if (any()) begunToHold(nowNs);
        else if (inactiveSinceNs == NEVER) inactiveSinceNs = nowNs;
        // One that was locked down for a moment may count as let go.
        boolean held = any() && nowNs - Math.max(activeSinceNs, pressedNs) > HELD_NS + ASLEEP_NS;
        if (held != watch.told().exitHeld() && (held || !any())) {
            watch.lasting(held ? "an exit that is held" : "an exit that was let go", true, nowNs);
        } else {
            watch.lasting("an exit that is held", false, nowNs);
            watch.lasting("an exit that was let go", false, nowNs);
        }
        if (!presses.isEmpty()) throw watch.violation("the log does not tell of " + presses);
    }
}
