package dev.lintel.tools.simulation;

import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the log says of one door's mode, hours and lockdown: each is asked for, or the clock says so.
final class ModeWatch {
    private final DoorWatch watch;
    private final Wall wall;

    ModeWatch(DoorWatch watch, Wall wall) {
        this.watch = watch;
        this.wall = wall;
    }

    /// What the log has told with this event, or null where it is of something else.
    @Nullable
    Told note(EventDraft event, long nowNs, ClockReading clock) {
        EventKind kind = event.kind();
        Told told = watch.told();
        return switch (kind) {
            case MODE_UNLOCK -> {
                Long until = time(event, "relock_at");
                watch.demand(kind, watch.orders.mode(until, event.additional().get("by")));
                yield told.mode(true, until);
            }
            case MODE_SECURE -> {
                Long until = time(event, "until");
                watch.demand(kind, watch.orders.secure(until, event.additional().get("by")));
                wall.secured();
                yield told.secured(until);
            }
            case MODE_NORMAL -> {
                boolean over = wall.relocks(nowNs, clock) || wall.securedIsOver(nowNs, clock);
                watch.demand(kind, watch.orders.normal(event.additional().get("by")) || over);
                yield told.mode(false, null);
            }
            case AUTO_UNLOCK_STARTED -> {
                boolean enters = wall.first.entered() != Certainty.NO; // and the shift may cover from now on
                boolean begins = wall.covered(clock) && (told.begun() || enters) && told.secured() == null;
                watch.demand(kind, !told.hoursOn() && begins);
                yield told.begun()
                        ? told.hours(true)
                        : told.opened(told.shift()).hours(true);
            }
            case AUTO_UNLOCK_ENDED -> {
                boolean goOn = wall.covered(clock) && wall.surelyBegun() && told.secured() == null;
                watch.demand(kind, told.hoursOn() && !goOn);
                yield told.hours(false);
            }
            case CONFIGURATION_CHANGED -> {
                var rule = watch.orders.hours().rule();
                wall.ruled();
                yield told.rule(rule == null ? null : (Integer) (int) rule.shiftId(), rule != null && rule.firstCard());
            }
            case LOCKDOWN_ON -> {
                Lockdown now = Told.lockdown(event);
                watch.demand(kind, watch.lockedBy.event(event));
                yield told.lockdown(now);
            }
            case LOCKDOWN_OFF -> {
                watch.demand(kind, told.lockdown().any() && watch.lockedBy.event(event));
                yield told.lockdown(Lockdown.NONE);
            }
            case EVACUATION_STARTED, EVACUATION_ENDED -> {
                boolean starts = kind == EventKind.EVACUATION_STARTED;
                Object note = event.additional().get("note");
                boolean noted = !Deeds.OPERATOR.equals(event.additional().get("by"))
                        ? note == null
                        : watch.orders.evacuates(starts, note);
                watch.demand(kind, starts != told.evacuated() && noted && watch.evacuatedBy.event(event));
                yield told.evacuated(starts);
            }
            default -> null;
        };
    }

    private static @Nullable Long time(EventDraft event, String fact) {
        return event.additional().get(fact) instanceof String at
                ? (Long) Instant.parse(at).toEpochMilli()
                : null;
    }
}
