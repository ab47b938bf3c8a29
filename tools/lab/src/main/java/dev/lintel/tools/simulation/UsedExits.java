package dev.lintel.tools.simulation;

import java.util.EnumSet;
import java.util.Set;

/// Which exits of one door do not hold its strike released although they are active. Where people can leave without the
/// box, an exit that is active as a person passes, or as a process begins, holds nothing until it is pressed again;
/// another exit changes nothing of that. Shares no code with the box.
final class UsedExits {
    private final boolean byBox;
    private final Set<Input> used = EnumSet.noneOf(Input.class);
    private final Set<Input> perhaps = EnumSet.noneOf(Input.class); // of these, where the box may know less

    enum Input {
        REX,
        AUX;

        static Input of(boolean isRex) {
            return isRex ? REX : AUX;
        }
    }

    /// @param byBox whether nobody can leave without the box
    UsedExits(boolean byBox) {
        this.byBox = byBox;
    }

    /// A process begins.
    void begins(Set<Input> active) {
        used.clear();
        perhaps.clear();
        if (!byBox) used.addAll(active);
    }

    void pressed(Input exit) {
        used.remove(exit);
        perhaps.remove(exit);
    }

    /// A person has passed. `sure`: the box knows that.
    void passes(Set<Input> active, boolean sure) {
        if (byBox) return;
        for (Input exit : active) {
            if (sure) perhaps.remove(exit);
            else if (!used.contains(exit)) perhaps.add(exit);
            used.add(exit);
        }
    }

    /// Those that are not active are used no more.
    void look(Set<Input> active) {
        used.retainAll(active);
        perhaps.retainAll(used);
    }

    boolean isUsed(Input exit) {
        return used.contains(exit);
    }

    /// Whether the box may know that it is not used.
    boolean isPerhaps(Input exit) {
        return perhaps.contains(exit);
    }

    /// Whether one that is active must hold the strike released.
    boolean hold(Set<Input> active) {
        return !used.containsAll(active);
    }

    /// Whether one that is active certainly or perhaps holds nothing.
    boolean anyUsed(Set<Input> active) {
        return active.stream().anyMatch(used::contains);
    }

    /// Whether one that is active may hold it.
    boolean mayHold(Set<Input> active) {
        return hold(active) || active.stream().anyMatch(perhaps::contains);
    }
}
