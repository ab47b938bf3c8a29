package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import org.jspecify.annotations.Nullable;

/// The hours at which one door unlocks by itself, as the clock says now. The door lane only.
final class DoorHours {
    private final Shifts shifts;
    private final long channelId;

    DoorHours(Shifts shifts, DoorSettings settings) {
        this.shifts = shifts;
        this.channelId = settings.channelId();
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

    /// Whether hours run and begin with the next admission.
    boolean awaitFirstCard(Standing standing, DoorRules rules) {
        AutoUnlock rule = rule(standing, rules);
        boolean awaits = rule != null && rule.firstCard() && !standing.hours().on() && standing.secure() == null;
        return awaits && covered(standing, rules);
    }
}
