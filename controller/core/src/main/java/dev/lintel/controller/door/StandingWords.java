package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.event.EventKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the log says with each event of a door's standing. Pure.
final class StandingWords {
    private StandingWords() {}

    /// What stood and stands at a door whose hours are `policys` unless an operator has set others.
    record Change(Standing before, Standing after, @Nullable AutoUnlock policys) {}

    /// `more` is said too: by whom. What is suspended by a lockdown says so.
    static Map<String, Object> facts(EventKind kind, Change change, Map<String, Object> more) {
        var facts = new LinkedHashMap<>(more);
        Standing standing = change.after;
        switch (kind) {
            case MODE_UNLOCK -> {
                Long relockAtMs = standing.relockAtMs();
                if (relockAtMs != null) {
                    facts.put("relock_at", Instant.ofEpochMilli(relockAtMs).toString());
                }
                suspended(standing, facts);
            }
            case MODE_SECURE -> {
                Standing.Secure secure = standing.secure();
                Long untilMs = secure == null ? null : secure.untilMs();
                if (untilMs != null) {
                    facts.put("until", Instant.ofEpochMilli(untilMs).toString());
                }
                evacuated(standing, facts);
            }
            case MODE_NORMAL -> {
                if (change.before.secure() != null) facts.put("was", "secure");
            }
            case AUTO_UNLOCK_STARTED, AUTO_UNLOCK_ENDED -> {
                facts.put("hours", hours(standing, change.policys));
                if (kind == EventKind.AUTO_UNLOCK_STARTED) suspended(standing, facts);
            }
            case CONFIGURATION_CHANGED -> {
                facts.put("what", "auto_unlock");
                facts.put("old", hours(change.before, change.policys));
                facts.put("new", hours(standing, change.policys));
            }
            case LOCKDOWN_ON -> {
                Lockdown lockdown = standing.lockdown();
                facts.put("card_lockdown", lockdown.card());
                facts.put("rex_lockdown", lockdown.rex());
                facts.put("aux_lockdown", lockdown.aux());
                evacuated(standing, facts);
            }
            default -> {
                // The kind says all.
            }
        }
        return facts;
    }

    /// The events of a restart where the door does not keep its lockdown of exits, or its evacuation.
    static Map<EventKind, Map<String, Object>> corrected(Change change) {
        var events = new LinkedHashMap<EventKind, Map<String, Object>>();
        if (change.before.evacuated() && !change.after.evacuated())
            events.put(EventKind.EVACUATION_ENDED, Map.of("reason", "kind"));
        if (!change.before.lockdown().equals(change.after.lockdown())) {
            EventKind kind = change.after.lockdown().any() ? EventKind.LOCKDOWN_ON : EventKind.LOCKDOWN_OFF;
            events.put(kind, facts(kind, change, Map.of("reason", "egress")));
        }
        return events;
    }

    /// Which hours hold and whose they are.
    private static String hours(Standing standing, @Nullable AutoUnlock policys) {
        AutoUnlock rule = standing.hours().rule(policys);
        String which = rule == null ? "none" : "shift " + rule.shiftId() + (rule.firstCard() ? " after a card" : "");
        return which + (standing.hours().overridden() ? ", by an operator" : ", by the site's policy");
    }

    private static void suspended(Standing standing, Map<String, Object> facts) {
        if (standing.cardLockdown()) facts.put("suspended", "lockdown");
    }

    /// A lockdown, or a secured door, counts once the evacuation has ended.
    private static void evacuated(Standing standing, Map<String, Object> facts) {
        if (standing.evacuated()) facts.put("suspended", "evacuation");
    }
}
