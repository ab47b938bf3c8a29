package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the log hears of one door's exits: REX and the auxiliary input. Their own thread has released the strike
/// before, and waits for none of this. What is returned the log is to hear of the door itself, afterwards. The door
/// lane only.
final class Exits {
    private final DoorBody body;
    private final DoorLog log;

    Exits(DoorBody body, DoorLog log) {
        this.body = body;
        this.log = log;
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

    /// Several are told as one, at the time of the first.
    private static Map<String, Object> counted(int presses, Map<String, Object> facts) {
        if (presses == 1) return facts;
        var all = new LinkedHashMap<>(facts);
        all.put("presses", presses);
        return all;
    }
}
