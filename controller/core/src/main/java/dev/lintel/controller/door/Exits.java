package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What the log hears of one door's exits: REX and the auxiliary input. Their own thread has released the strike
/// before, and waits for none of this. The door lane only.
final class Exits {
    /// Longer than people stream through a door under a motion sensor without a gap, as a rule. A button that
    /// is stuck or taped down leaves the door unlocked: after this time the log has EXIT_HELD. It excuses
    /// openings for a shorter time, see [ExitExcuses].
    private static final long HELD_NS_MAX = TimeUnit.MINUTES.toNanos(5);

    private static final String LOCKDOWN = "lockdown";
    private static final long NOT_HELD = Long.MIN_VALUE;

    private final DoorBody body;
    private final DoorLog log;
    private final Press releasing;
    private final Press leaving;
    private boolean held;

    /// One kind of exit.
    private static final class Press {
        private final BooleanSupplier active;
        private long sinceNs = NOT_HELD;

        Press(BooleanSupplier active) {
            this.active = active;
        }

        boolean looks(long nowNs) {
            boolean now = active.getAsBoolean();
            if (!now) sinceNs = NOT_HELD;
            else if (sinceNs == NOT_HELD) sinceNs = nowNs;
            return now;
        }

        long heldAtNs() {
            return sinceNs == NOT_HELD ? Long.MAX_VALUE : sinceNs + HELD_NS_MAX;
        }
    }

    /// `held`: the log has reported that an exit is held for too long, and not its end.
    Exits(DoorBody body, DoorLog log, DoorParts.Inputs inputs, boolean held) {
        this.body = body;
        this.log = log;
        this.releasing = new Press(inputs::exitHeld);
        this.leaving = new Press(inputs.leaving());
        this.held = held;
    }

    void rex(LaneInput.RexPressed rex) {
        if (!rex.releases()) pressedAgain(rex.atNs());
        try {
            if (rex.releases()) body.leave(rex.atNs(), Unlock.Exit.REX);
            else body.excuse(rex.atNs());
        } finally {
            tell(rex); // whatever a line does: the strike has let go already
        }
    }

    /// An exit that does not release was let go before it was pressed again.
    private void pressedAgain(long atNs) {
        leaving.sinceNs = atNs;
        if (held && !releasing.active.getAsBoolean()) letGo(atNs);
    }

    void aux(LaneInput.AuxClosed aux) {
        try {
            body.leave(aux.atNs(), Unlock.Exit.AUX);
        } finally {
            tell(aux);
        }
    }

    private void tell(LaneInput.RexPressed rex) {
        tell(EventKind.REX_PRESSED, rex.atNs(), rex.presses());
        if (rex.releases()) tell(EventKind.ADMITTED_REQUEST_EXIT, rex.atNs(), rex.presses());
    }

    private void tell(LaneInput.AuxClosed aux) {
        tell(EventKind.ADMITTED_AUXILIARY, aux.atNs(), aux.presses());
    }

    private void tell(EventKind kind, long atNs, int presses) {
        log.tell(kind, atNs, counted(presses, body.facts()));
    }

    /// One that was pressed as the door was taken out of service; nothing else is told any more.
    void tellLate(LaneInput input) {
        switch (input) {
            case LaneInput.RexPressed rex -> tell(rex);
            case LaneInput.AuxClosed aux -> tell(aux);
            case LaneInput.ExitRefused refused -> refused(refused);
            case LaneInput.Presented _,
                    LaneInput.Answered _,
                    LaneInput.Together _,
                    LaneInput.ByHand _,
                    LaneInput.SecondAwaited _,
                    LaneInput.Folded _,
                    LaneInput.Prolonged _,
                    LaneInput.LeafMoved _,
                    LaneInput.FireMoved _,
                    LaneInput.TamperMoved _,
                    LaneInput.ReaderPower _,
                    LaneInput.ReaderLine _,
                    LaneInput.ReaderInsecure _,
                    LaneInput.Commanded _,
                    LaneInput.Tested _,
                    LaneInput.Removed _,
                    LaneInput.NewRules _ -> {
                // The next start looks at what they are of.
            }
        }
    }

    /// One that a lockdown has switched off, or that waits for another door.
    void refused(LaneInput.ExitRefused refused) {
        int presses = refused.presses();
        if (refused.rex()) log.tell(EventKind.REX_PRESSED, refused.atNs(), counted(presses, body.facts()));
        boolean locked = refused.why() == LaneInput.Why.LOCKDOWN;
        Map<String, Object> trace = refusal(locked ? LOCKDOWN : "interlock", refused.rex());
        EventKind kind = locked ? EventKind.REJECTED_LOCKDOWN : EventKind.REJECTED_INTERLOCK;
        log.tell(kind, refused.atNs(), counted(presses, trace));
    }

    private static Map<String, Object> refusal(String reason, boolean rex) {
        return Map.of("reason", reason, "input", rex ? "rex" : "aux");
    }

    /// As [#follows], while REX of this door is locked down.
    void doesNotFollow(long from, long atNs) {
        var trace = new LinkedHashMap<>(refusal(LOCKDOWN, true));
        trace.put(TraceWords.AIRLOCK_FROM, from);
        log.tell(EventKind.REJECTED_LOCKDOWN, atNs, trace);
    }

    /// The person who has left by REX at door `from` of the airlock leaves by this one. Nobody has pressed REX here.
    /// A REX that is still held here has let its person pass before, and does not keep the strike released.
    void follows(long from, long atNs) {
        try {
            body.letOut(atNs);
        } finally {
            var facts = new LinkedHashMap<>(body.facts());
            facts.put(TraceWords.AIRLOCK_FROM, from);
            log.tell(EventKind.ADMITTED_REQUEST_EXIT, atNs, facts);
        }
    }

    /// Reports an exit that was pressed at each look for too long once, whatever the leaf does, and that it was let go,
    /// or locked down. To be called each second while a strike is released.
    void look(long nowNs) {
        boolean releases = releasing.looks(nowNs);
        boolean leaves = leaving.looks(nowNs);
        if (held && !releases && !leaves) letGo(nowNs);
        if (held || nowNs < heldAtNs()) return;
        log.tell(EventKind.EXIT_HELD, nowNs, body.facts());
        held = true;
    }

    private void letGo(long atNs) {
        log.tell(EventKind.EXIT_LET_GO, atNs, body.facts());
        held = false;
    }

    /// When [#look] has to be called for an exit that stays pressed, or `Long.MAX_VALUE`.
    long deadlineNs() {
        return held ? Long.MAX_VALUE : heldAtNs();
    }

    private long heldAtNs() {
        return Math.min(releasing.heldAtNs(), leaving.heldAtNs());
    }

    /// Whether the log knows that one is held for too long.
    boolean held() {
        return held;
    }

    /// Several are told as one, at the time of the first.
    private static Map<String, Object> counted(int presses, Map<String, Object> facts) {
        if (presses == 1) return facts;
        var all = new LinkedHashMap<>(facts);
        all.put("presses", presses);
        return all;
    }
}
