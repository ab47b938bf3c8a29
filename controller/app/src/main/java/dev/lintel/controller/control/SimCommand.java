package dev.lintel.controller.control;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.reader.hardware.Simulator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `sim`: moves the simulated leaf or presses its buttons, then answers with what can be seen at the doorway.
/// Fields: `channel`, and any of `contact` (`open`, `closed`), `rex`, `aux` (a press of half a second, or
/// `hold_ms`), `fault` (a name) with `fault_on`, `tamper` and `fire` (`on`, `off`; fire is the whole box's, or
/// that of the `zone` with a name), `lockdown`, `evacuation` and `threat` (the name of such a switch) with
/// `lockdown_on`, `evacuation_on` and `threat_on`, `input` (the name of an input of the box) with `input_on`.
public final class SimCommand implements Command {
    private static final int PRESS_MS = 500;
    private static final int HOLD_MS_MAX = 600_000;
    /// A door that is not wired to a contact or button shows nothing.
    private static final long EFFECT_MS_MAX = 500;
    /// Fire is told by every door of the box, one after the other.
    private static final int CHANGES_MAX = 256;

    private final @Nullable Simulator simulator;
    private final DoorViews doors;

    /// `simulator` is null on real hardware: then every request is refused.
    public SimCommand(@Nullable Simulator simulator, DoorViews doors) {
        this.simulator = simulator;
        this.doors = doors;
    }

    @Override
    public void run(Request request, Responses out) throws InterruptedException {
        Simulator simulated = SimulatedDoor.simulator(simulator);
        DoorView door = SimulatedDoor.door(doors, request.number("channel"));
        long revision = doors.revision();
        try {
            act(simulated, door.unit(), request);
        } catch (IllegalArgumentException e) { // the simulator's own words
            throw new Refused(String.valueOf(e.getMessage()));
        }
        awaitEffect(request, door, revision);
        out.send(answer(simulated.state(door.unit()), SimulatedDoor.door(doors, door.channelId())));
    }

    /// What the simulator shows, with `reader` for the entry side: most doors have no other.
    private static Map<String, @Nullable Object> answer(Map<String, Object> seen, DoorView door) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("channel_id", door.channelId());
        answer.put("strike", seen.get("strike"));
        answer.put("leaf", seen.get("leaf"));
        answer.put("mode", door.mode());
        answer.put("lockdown", lockdown(door.standing().lockdown()));
        answer.put("evacuated", door.standing().evacuated());
        answer.put("hours", door.standing().hours().on());
        answer.put("state", door.state());
        if (seen.get("readers") instanceof Map<?, ?> readers) answer.put("reader", readers.get("entry"));
        for (var entry : seen.entrySet()) answer.putIfAbsent(entry.getKey(), entry.getValue());
        return answer;
    }

    /// Null where nothing is locked down.
    private static @Nullable Map<String, Object> lockdown(Lockdown lockdown) {
        if (!lockdown.any()) return null;
        return Map.of("card", lockdown.card(), "rex", lockdown.rex(), "aux", lockdown.aux());
    }

    /// What was done goes through contacts and the door lane; the answer is to show what came of it. Something that
    /// changes nothing (a leaf that is closed already) costs the whole wait.
    private void awaitEffect(Request request, DoorView before, long since) throws InterruptedException {
        long revision = since;
        String contact = request.nullableText("contact");
        Boolean fire = onOff(request, "fire");
        Boolean tamper = onOff(request, "tamper");
        for (int i = 0; i < CHANGES_MAX && !shows(doors.of(before.channelId()), fire, tamper); i++) {
            long seen = revision;
            revision = doors.awaitChange(seen, EFFECT_MS_MAX);
            if (revision == seen) return;
        }
        boolean locking = request.nullableText("lockdown") != null;
        if (locking && before.standing().lockdown().any() != request.flag("lockdown_on")) {
            revision = doors.awaitChange(revision, EFFECT_MS_MAX);
        }
        boolean evacuating = request.nullableText("evacuation") != null;
        if (evacuating && before.standing().evacuated() != request.flag("evacuation_on")) {
            revision = doors.awaitChange(revision, EFFECT_MS_MAX);
        }
        boolean pressed = request.flag("rex") || request.flag("aux");
        boolean moved = contact != null && contact.equals("open") != before.leafOpen();
        if (moved || (pressed && !before.strikeReleased())) doors.awaitChange(revision, EFFECT_MS_MAX);
    }

    /// Whether the door has come to know of both; null: nothing was done.
    private static boolean shows(@Nullable DoorView door, @Nullable Boolean fire, @Nullable Boolean tamper) {
        if (door == null) return true;
        boolean fireKnown = fire == null || door.standing().fire() == fire;
        return fireKnown && (tamper == null || door.tampered("door") == tamper);
    }

    private static @Nullable Boolean onOff(Request request, String name) {
        String word = request.nullableText(name);
        return switch (word) {
            case null -> null;
            case "on" -> Boolean.TRUE;
            case "off" -> Boolean.FALSE;
            case String other -> throw new Refused(name + " is on or off, not " + other);
        };
    }

    private static int holdMs(Request request) {
        Long holdMs = request.nullableNumber("hold_ms");
        if (holdMs == null) return PRESS_MS;
        if (holdMs >= 1 && holdMs <= HOLD_MS_MAX) return holdMs.intValue();
        throw new Refused("a button is held for 1 ms to 10 min, not " + holdMs + " ms");
    }

    private static void act(Simulator simulator, int unit, Request request) {
        String contact = request.nullableText("contact");
        switch (contact) {
            case null -> {}
            case "open" -> simulator.moveLeaf(unit, true);
            case "closed" -> simulator.moveLeaf(unit, false);
            case String other -> throw new Refused("contact is open or closed, not " + other);
        }
        String fault = request.nullableText("fault");
        if (fault != null) simulator.fault(unit, fault, request.flag("fault_on"));
        Boolean tamper = onOff(request, "tamper");
        if (tamper != null) simulator.tamper(unit, tamper);
        Boolean fire = onOff(request, "fire");
        String zone = request.nullableText("zone");
        if (fire == null && zone != null) throw new Refused("zone needs fire, on or off");
        if (fire != null && zone == null) simulator.fire(fire);
        if (fire != null && zone != null) simulator.fire(zone, fire);
        String lockdown = request.nullableText("lockdown");
        if (lockdown != null) simulator.lockdownSwitch(lockdown, request.flag("lockdown_on"));
        String evacuation = request.nullableText("evacuation");
        if (evacuation != null) simulator.evacuationSwitch(evacuation, request.flag("evacuation_on"));
        String threat = request.nullableText("threat");
        if (threat != null) simulator.threatSwitch(threat, request.flag("threat_on"));
        String input = request.nullableText("input");
        if (input != null) simulator.input(input, request.flag("input_on"));
        int holdMs = holdMs(request);
        if (request.flag("rex")) simulator.pressRex(unit, holdMs);
        if (request.flag("aux")) simulator.pressAux(unit, holdMs);
    }
}
