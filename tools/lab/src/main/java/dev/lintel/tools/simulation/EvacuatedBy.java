package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The sources that have ordered the evacuation of one door. Checks the result of each order of an operator or a
/// switch, as [LockedBy] does for lockdowns.
final class EvacuatedBy {
    private final ArrayDeque<Order> orders = new ArrayDeque<>(); // that the lane has, and has not done as far as known
    private final Set<String> holders = new TreeSet<>();
    private boolean unsure; // a kill may have lost who holds it
    private boolean stands; // after what has been done

    private enum What {
        STARTS,
        ENDS,
        /// A switch.
        RELEASES
    }

    private record Order(String by, What what) {}

    /// A process was killed, and the disk lacks some of it.
    void lost() {
        unsure = true;
    }

    /// A process starts; inputs of before are lost. `told`: the state by the log.
    void begins(boolean told) {
        orders.clear();
        stands = told;
        if (!told) ended();
    }

    void operator(DoorCommand command) {
        Order order = of(command);
        if (order != null) orders.add(order);
    }

    /// An operator's order is refused.
    void refused(DoorCommand command) {
        Order order = of(command);
        if (order != null) orders.removeFirstOccurrence(order);
    }

    private static @Nullable Order of(DoorCommand command) {
        if (command instanceof DoorCommand.Evacuate) return new Order(Deeds.OPERATOR, What.STARTS);
        return command instanceof DoorCommand.EndEvacuation ? new Order(Deeds.OPERATOR, What.ENDS) : null;
    }

    /// A switch is turned on, or off.
    void turned(String by, boolean on) {
        orders.add(new Order(by, on ? What.STARTS : What.RELEASES));
    }

    /// Whether an order asks for this EVACUATION_STARTED or EVACUATION_ENDED; those before it change nothing.
    boolean event(EventDraft event) {
        boolean now = event.kind() == EventKind.EVACUATION_STARTED;
        Object by = event.additional().get("by");
        while (!orders.isEmpty()) {
            Order order = orders.removeFirst();
            boolean mayEnd = unsure && order.what == What.RELEASES;
            boolean before = stands;
            boolean after = done(order);
            if (mayEnd && !now && order.by.equals(by)) {
                ended();
                return true;
            }
            if (after != before) return order.by.equals(by) && after == now;
        }
        return false;
    }

    private void ended() {
        stands = false;
        holders.clear();
        unsure = false;
    }

    /// Does it; returns whether the door is evacuated then.
    private boolean done(Order order) {
        switch (order.what) {
            case STARTS -> {
                stands = true;
                holders.add(order.by);
            }
            case ENDS -> stands = false;
            case RELEASES -> {
                boolean held = holders.remove(order.by);
                if (held && holders.isEmpty() && !unsure) stands = false;
            }
        }
        if (!stands) ended();
        return stands;
    }

    /// The lane has done all: what the log says is what the orders come to.
    @Nullable
    String amiss(boolean told) {
        while (!orders.isEmpty()) {
            Order order = orders.removeFirst();
            boolean before = stands;
            if (done(order) != before) return "the log does not have " + order;
        }
        return stands == told ? null : "evacuated is " + told + ", and should be " + stands;
    }
}
