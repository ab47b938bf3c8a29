package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Switch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/// The contacts of the switches, the orders that follow from them, and the reports of broken wires.
///
/// ```
///   on: the first contact is active     off: at rest     else, of a key: as before, and a fault after a second
/// ```
final class Switches {
    /// A fault is reported after a second, by a look each second.
    private static final long TOLD_NS = TimeUnit.SECONDS.toNanos(3);

    private final Premises premises;
    private final LongFunction<DoorWatch> doors;
    private final ThreatWatch threats;
    private final Map<Switch, Boolean> on = new HashMap<>(); // absent: the start could not tell
    private final Map<Switch, Long> unclearSinceNs = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    Switches(Premises premises, LongFunction<DoorWatch> doors, ThreatWatch threats) {
        this.premises = premises;
        this.doors = doors;
        this.threats = threats;
    }

    /// A process begins, and looks at the contacts as they are.
    void begins(Contacts contacts, long nowNs) {
        on.clear();
        unclearSinceNs.clear();
        threats.begins();
        for (Switch each : premises.allSwitches()) look(each, contacts, nowNs, false);
    }

    /// The level of a line.
    @FunctionalInterface
    interface Contacts {
        boolean active(int line);
    }

    /// A contact of the switch has moved.
    void moved(Switch each, Contacts contacts, long nowNs) {
        look(each, contacts, nowNs, true);
    }

    private void look(Switch each, Contacts contacts, long nowNs, boolean fresh) {
        boolean line = contacts.active(each.line());
        boolean check = each.key() && contacts.active(each.checkLine());
        boolean rest = !line && (!each.key() || check);
        if (line && !Boolean.TRUE.equals(on.get(each))) turn(each, true, fresh);
        else if (rest && !Boolean.FALSE.equals(on.get(each))) turn(each, false, fresh);
        boolean clear = !each.key() || line != check;
        if (clear) unclearSinceNs.remove(each);
        else unclearSinceNs.putIfAbsent(each, nowNs);
    }

    private void turn(Switch each, boolean now, boolean fresh) {
        on.put(each, now);
        if (ThreatWatch.isThreat(each)) {
            threats.turned(each, now, fresh);
            return;
        }
        if (!now && !each.key()) return;
        for (Premises.Door door : premises.doors()) {
            if (!each.concerns(door)) continue;
            DoorWatch watch = doors.apply(door.id());
            if (each.evacuates()) watch.evacuatedBy.turned(each.by(), now);
            else if (now) watch.lockedBy.locks(each, each.locks(door));
            else watch.lockedBy.releases(each);
        }
    }

    /// A fault of a line of the box, or its end.
    void event(EventDraft event, Consumer<Runnable> undone) {
        boolean fault = event.kind() == EventKind.LINE_FAULT;
        if (!fault && event.kind() != EventKind.LINE_NORMAL) return;
        if (!event.additional().containsKey("input")) return; // of an output
        String name = String.valueOf(event.additional().get("input"));
        boolean unclear =
                unclearSinceNs.keySet().stream().anyMatch(each -> each.by().equals(name));
        if (reported.contains(name) == fault) throw Judge.wrong("twice", event);
        if (fault != unclear) throw Judge.wrong("its wires say otherwise", event);
        set(name, fault);
        undone.accept(() -> set(name, !fault));
    }

    private void set(String name, boolean fault) {
        if (fault) reported.add(name);
        else reported.remove(name);
    }

    /// The box has looked at its switches.
    void looked(long nowNs) {
        for (Switch each : premises.allSwitches()) {
            Long since = unclearSinceNs.get(each);
            boolean faulty = since != null && nowNs - since > TOLD_NS;
            if (faulty && !reported.contains(each.by())) throw new Violation(each.by() + " has a broken wire, untold");
            if (since == null && reported.contains(each.by())) {
                throw new Violation(Objects.requireNonNull(each.by()) + " works again, untold");
            }
        }
    }
}
