package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.event.EventDraft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The hours at which one door unlocks by itself, as the clock says now, and the admissions with which they begin where
/// they wait for a first card. The door lane only.
final class DoorHours {
    /// More admissions than wait for the leaf of one door at a time. The oldest one beyond it no longer begins hours.
    private static final int WAITING_MAX = 100;

    private final Shifts shifts;
    private final long channelId;
    private final List<EventDraft> waiting = new ArrayList<>(); // for the leaf to open
    private boolean entered;

    DoorHours(Shifts shifts, DoorSettings settings) {
        this.shifts = shifts;
        this.channelId = settings.channelId();
    }

    /// The hours may begin with this admission, once the person has passed.
    void admitted(EventDraft admission) {
        if (waiting.size() == WAITING_MAX) waiting.removeFirst();
        waiting.add(admission);
    }

    /// Reports to `passages` who has passed, and notes whether hours may begin with one of them. A person who waits
    /// while the leaf opens for another one has not passed yet.
    Passages noting(Passages passages) {
        return Passages.telling(passages, this::enters, waiting::remove);
    }

    private void enters(EventDraft admission) {
        if (waiting.remove(admission)) entered = true;
    }

    /// Whether a person with whom hours may begin has passed since it was asked last.
    boolean takeEntered() {
        boolean has = entered;
        entered = false;
        return has;
    }

    /// What was kept over a restart, as far as it is still so.
    Standing restored(Standing before, DoorRules rules) {
        Standing.FirstCard card = before.hours().firstCard();
        boolean still = card != null && shifts.coveredSince(card.shiftId(), channelId, card.atMs());
        Standing restored = still ? before : before.withoutFirstCard();
        Standing.Secure secure = before.secure();
        AutoUnlock rule = rule(before, rules);
        if (secure == null || secure.hoursSinceMs() == null || rule == null) return restored;
        return shifts.overSince(rule.shiftId(), channelId, secure.hoursSinceMs())
                ? restored.withSecureOver()
                : restored;
    }

    private static @Nullable AutoUnlock rule(Standing standing, DoorRules rules) {
        return standing.hours().rule(rules.autoUnlock());
    }

    boolean covered(Standing standing, DoorRules rules) {
        AutoUnlock rule = rule(standing, rules);
        return rule != null && shifts.coverNow(rule.shiftId(), channelId);
    }

    /// What the clock says, where it shows `atMs`.
    StandingInput.Look look(long atMs, Standing standing, DoorRules rules) {
        AutoUnlock rule = rule(standing, rules);
        boolean over = rule == null || shifts.isOverNow(rule.shiftId(), channelId);
        return new StandingInput.Look(atMs, covered(standing, rules), over);
    }

    /// Whether hours run and begin with the next person who is admitted and enters.
    boolean awaitFirstCard(Standing standing, DoorRules rules) {
        AutoUnlock rule = rule(standing, rules);
        boolean awaits = rule != null && rule.firstCard() && !standing.hours().on() && standing.secure() == null;
        return awaits && covered(standing, rules);
    }
}
