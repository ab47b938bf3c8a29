package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Switch;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Who has ordered the lockdown of one door, and whether each order of an operator or a switch comes to what it should:
/// the lane does them one after the other, and the log tells of those that change something.
final class LockedBy {
    private final ArrayDeque<Order> orders = new ArrayDeque<>(); // that the lane has, and has not done as far as known
    private Set<String> holders = new TreeSet<>();
    private boolean unsure; // a kill may have lost who holds it
    private Lockdown stands = Lockdown.NONE; // after what has been done

    /// @param command null for the release of a switch
    private record Order(String by, @Nullable DoorCommand command) {}

    /// A process was killed, and the disk lacks some of it.
    void lost() {
        unsure = true;
    }

    /// A process begins, and nothing of before is done any more. `told`: what the log says.
    void begins(Lockdown told) {
        orders.clear();
        stands = told;
        if (told.any()) return;
        holders.clear();
        unsure = false;
    }

    /// An operator or an action gives a command.
    void asked(DoorCommand command, String by) {
        if (command instanceof DoorCommand.LockDown || command instanceof DoorCommand.Unlockdown) {
            orders.add(new Order(by, command));
        }
    }

    /// That command is refused.
    void refused(DoorCommand command, String by) {
        orders.removeFirstOccurrence(new Order(by, command));
    }

    void locks(Switch by, Lockdown lockdown) {
        orders.add(new Order(by.by(), new DoorCommand.LockDown(lockdown, lockdown)));
    }

    void releases(Switch by) {
        orders.add(new Order(by.by(), null));
    }

    /// Whether an order asks for this LOCKDOWN_ON or LOCKDOWN_OFF; those before it change nothing.
    boolean event(EventDraft event) {
        Lockdown now = event.kind() == EventKind.LOCKDOWN_ON ? Told.lockdown(event) : Lockdown.NONE;
        Object by = event.additional().get("by");
        while (!orders.isEmpty()) {
            Order order = orders.removeFirst();
            boolean mayEnd = unsure && order.command == null;
            Lockdown before = stands;
            Lockdown after = done(order);
            if (order.by.equals(by) && mayEnd && now.equals(Lockdown.NONE)) {
                ended();
                return true;
            }
            if (after.equals(before)) continue;
            return order.by.equals(by) && after.equals(now);
        }
        return false;
    }

    private void ended() {
        stands = Lockdown.NONE;
        holders.clear();
        unsure = false;
    }

    /// Does it; returns what is locked down then.
    private Lockdown done(Order order) {
        switch (order.command) {
            case null -> {
                boolean held = holders.remove(order.by);
                if (held && holders.isEmpty() && !unsure) stands = Lockdown.NONE;
            }
            case DoorCommand.LockDown lock -> {
                stands = after(lock);
                if (stands.any()) holders.add(order.by);
            }
            default -> stands = Lockdown.NONE;
        }
        if (!stands.any()) ended();
        return stands;
    }

    private Lockdown after(DoorCommand.LockDown asks) {
        Lockdown named = asks.named();
        Lockdown now = asks.lockdown();
        return new Lockdown(
                named.card() ? now.card() : stands.card(),
                named.rex() ? now.rex() : stands.rex(),
                named.aux() ? now.aux() : stands.aux());
    }

    /// The lane has done all: what the log says is what the orders come to.
    @Nullable
    String amiss(Lockdown told) {
        while (!orders.isEmpty()) {
            Order order = orders.removeFirst();
            Lockdown before = stands;
            if (!done(order).equals(before)) return "the log does not tell of " + order;
        }
        return stands.equals(told) ? null : "locked down is " + told + ", and should be " + stands;
    }
}
