package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What the log hears of one door's exits: REX and the auxiliary input. Their own thread has released the strike
/// before, and waits for none of this. The door
/// lane only.
final class Exits {
    /// Longer than people stream through a door under a motion sensor without a gap, as a rule; a button that is
    /// stuck or taped down leaves the door unlocked for ever.
    static final long HELD_NS_MAX = TimeUnit.MINUTES.toNanos(5);

    private static final long NOT_HELD = Long.MIN_VALUE;

    private final DoorBody body;
    private final DoorLog log;
    private final BooleanSupplier pressed;
    private long heldSinceNs = NOT_HELD;
    private boolean held;

    /// `pressed`: whether an exit that releases the strike is active and not locked down. `held`: the log knows that
    /// one was held for too long, and not that it was let go.
    Exits(DoorBody body, DoorLog log, BooleanSupplier pressed, boolean held) {
        this.body = body;
        this.log = log;
        this.pressed = pressed;
        this.held = held;
    }

    void rex(LaneInput.RexPressed rex) {
        try {
            if (rex.releases()) body.leave(rex.atNs());
            else body.excuse(rex.atNs());
        } finally {
            tell(rex); // whatever a line does: the strike has let go already
        }
    }

    void aux(LaneInput.AuxClosed aux) {
        try {
            body.leave(aux.atNs());
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
                    LaneInput.ByHand _,
                    LaneInput.SecondAwaited _,
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

    /// One that a lockdown has switched off.
    void refused(LaneInput.ExitRefused refused) {
        int presses = refused.presses();
        if (refused.rex()) log.tell(EventKind.REX_PRESSED, refused.atNs(), counted(presses, body.facts()));
        Map<String, Object> trace = Map.of("reason", "lockdown", "input", refused.rex() ? "rex" : "aux");
        log.tell(EventKind.REJECTED_LOCKDOWN, refused.atNs(), counted(presses, trace));
    }

    /// One that was found pressed at each look for too long is told once, whatever the leaf does; so is that it was
    /// let go, or locked down. To be asked each second.
    void look(long nowNs) {
        if (!pressed.getAsBoolean()) {
            if (held) log.tell(EventKind.EXIT_LET_GO, nowNs, body.facts());
            held = false;
            heldSinceNs = NOT_HELD;
            return;
        }
        if (heldSinceNs == NOT_HELD) heldSinceNs = nowNs;
        if (held || nowNs - heldSinceNs < HELD_NS_MAX) return;
        log.tell(EventKind.EXIT_HELD, nowNs, body.facts());
        held = true;
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
