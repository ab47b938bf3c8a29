package dev.lintel.tools.simulation;

import dev.lintel.controller.door.Lockdown;
import dev.lintel.tools.simulation.Premises.Switch;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The threat switches of a place, and the threat level that operators and these come to: a button raises the level, a
/// key while it is turned.
final class ThreatWatch {
    private static final int KEY = 10;
    private static final int BUTTON = 11;
    private static final int KEY_LEVEL = 4;
    private static final int BUTTON_LEVEL = 2;
    private static final int BACK = 1;
    /// More turns between two looks come to the same.
    private static final int TURNS_MAX = 4;

    private final @Nullable Integer back;
    private final Verdicts verdicts;
    private final ArrayDeque<Turn> ofKey = new ArrayDeque<>();
    private final ArrayDeque<Turn> ofButton = new ArrayDeque<>();
    private final Set<Integer> on = new HashSet<>(); // as far as the box has carried out; a restart knows it
    private boolean shares; // the release of the key sets the level back
    private int base;

    private record Turn(Switch each, boolean on, boolean fresh) {}

    ThreatWatch(Premises premises, Verdicts verdicts) {
        this.back = back(premises);
        this.verdicts = verdicts;
    }

    /// The switches of a place: a key at two places of three, and a button as well.
    static List<Switch> of(Premises premises) {
        int size = premises.doors().size();
        var key = new Switch(KEY, Set.of(), Lockdown.NONE, true);
        var button = new Switch(BUTTON, Set.of(), Lockdown.NONE, false);
        return Stream.of(key, button)
                .filter(each -> each.key() ? size % 3 > 0 : size % 3 < 2)
                .toList();
    }

    static boolean isThreat(Switch each) {
        return each.number() >= KEY;
    }

    private static @Nullable Integer back(Premises premises) {
        return premises.doors().size() % 2 == 0 ? (Integer) BACK : null;
    }

    /// For `controller.yaml`.
    static String yaml(Premises premises) {
        var text = new StringBuilder();
        for (Switch each : of(premises)) {
            text.append(text.isEmpty() ? "threat:\n" : "")
                    .append("  - {name: %s, line: %d, active: high, site: 1, level: %d"
                            .formatted(each.name(), each.line(), level(each)));
            if (each.key()) text.append(", check: %d, until: released".formatted(each.checkLine()));
            if (each.key() && back(premises) != null) text.append(", back: ").append(BACK);
            text.append("}\n");
        }
        return text.toString();
    }

    private static int level(Switch each) {
        return each.key() ? KEY_LEVEL : BUTTON_LEVEL;
    }

    /// A process starts: turns that it had not carried out are lost.
    void begins() {
        ofKey.clear();
        ofButton.clear();
    }

    /// @param fresh false at the start of a process
    void turned(Switch each, boolean nowOn, boolean fresh) {
        ArrayDeque<Turn> due = each.key() ? ofKey : ofButton;
        due.add(new Turn(each, nowOn, fresh));
        if (due.size() <= TURNS_MAX) return;
        Turn first = due.removeFirst();
        due.removeFirst();
        due.removeFirst();
        due.addFirst(first);
    }

    /// Whether the next look at switches writes to the database.
    boolean waits() {
        return !ofKey.isEmpty() || !ofButton.isEmpty();
    }

    /// The box looks at its switches. Returns how often the level changes.
    int carriesOut() {
        int changes = 0;
        for (ArrayDeque<Turn> due : List.of(ofKey, ofButton)) {
            for (Turn turn : due) {
                int before = verdicts.threatLevel();
                carryOut(turn);
                if (verdicts.threatLevel() != before) changes++;
            }
            due.clear();
        }
        return changes;
    }

    private void carryOut(Turn turn) {
        int number = turn.each.number();
        if (!turn.on) {
            on.remove(number);
            if (number == KEY) releases();
            return;
        }
        if (on.contains(number) && !turn.fresh) return;
        if (on.add(number)) raises(number);
    }

    private void raises(int number) {
        int level = verdicts.threatLevel();
        if (number == BUTTON) {
            if (level < BUTTON_LEVEL) operator(BUTTON_LEVEL);
            else if (shares) base = Math.max(base, BUTTON_LEVEL);
            return;
        }
        shares = level < KEY_LEVEL;
        if (!shares) return;
        base = back == null ? level : back;
        verdicts.threatLevel(KEY_LEVEL);
    }

    private void releases() {
        if (shares) verdicts.threatLevel(base);
        shares = false;
    }

    /// An operator sets the level.
    void operator(int level) {
        shares = false;
        verdicts.threatLevel(level);
    }

    /// `level`: that of the box, which has nothing left to carry out.
    void agree(int level) {
        int wanted = verdicts.threatLevel();
        if (level != wanted) throw new Violation("the threat level is " + level + ", and should be " + wanted);
    }
}
