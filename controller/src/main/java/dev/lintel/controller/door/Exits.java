package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What the log hears of one door's exits: REX and the auxiliary input. Their own thread has released the strike
/// before, and waits for none of this. What is returned the log is to hear of the door itself, afterwards. The door
/// lane only.
final class Exits {
    /// Longer than people stream through a door under a motion sensor without a gap, as a rule; a button that is stuck
    /// or taped down leaves the door unlocked for ever.
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

    List<DoorAction> rex(LaneInput.RexPressed rex) {
        if (rex.releases())
            return leave(rex.atNs(), rex.presses(), EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
        body.excuse(rex.atNs());
        log.tell(EventKind.REX_PRESSED, rex.atNs(), counted(rex.presses(), body.facts()));
        return List.of();
    }

    List<DoorAction> aux(LaneInput.AuxClosed aux) {
        return leave(aux.atNs(), aux.presses(), EventKind.ADMITTED_AUXILIARY);
    }

    private List<DoorAction> leave(long atNs, int presses, EventKind... kinds) {
        List<DoorAction> raised = body.leave(atNs);
        for (EventKind kind : kinds) log.tell(kind, atNs, counted(presses, body.facts()));
        return raised;
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
