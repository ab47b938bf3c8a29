package dev.lintel.controller.door;

import dev.lintel.controller.event.EventKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the log says with each event of a door's standing. Pure.
final class StandingWords {
    private StandingWords() {}

    /// `more` is said too: by whom. What is suspended by a lockdown says so.
    static Map<String, Object> facts(EventKind kind, Standing standing, Map<String, Object> more) {
        var facts = new LinkedHashMap<>(more);
        switch (kind) {
            case MODE_UNLOCK -> {
                Long relockAtMs = standing.relockAtMs();
                if (relockAtMs != null) {
                    facts.put("relock_at", Instant.ofEpochMilli(relockAtMs).toString());
                }
                suspended(standing, facts);
            }
            case AUTO_UNLOCK_STARTED -> suspended(standing, facts);
            case LOCKDOWN_ON -> {
                Lockdown lockdown = standing.lockdown();
                facts.put("card_lockdown", lockdown.card());
                facts.put("rex_lockdown", lockdown.rex());
                facts.put("aux_lockdown", lockdown.aux());
            }
            default -> {
                // The kind says all.
            }
        }
        return facts;
    }

    private static void suspended(Standing standing, Map<String, Object> facts) {
        if (standing.cardLockdown()) facts.put("suspended", "lockdown");
    }
}
