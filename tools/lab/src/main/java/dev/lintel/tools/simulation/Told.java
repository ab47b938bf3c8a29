package dev.lintel.tools.simulation;

import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the log has told of one door: it outlasts the process that told it.
///
/// @param relockAtMs when the mode ends by the wall's clock, or null for never
/// @param hoursOn whether it stands unlocked by a shift
/// @param alarm the one that stands, or null
/// @param shift the one in which it is to stand unlocked, or null; `firstCard`: only from an admission on
/// @param opened the shift of which an admission has begun the hours, or null
/// @param exitHeld whether an exit is held for too long
/// @param acknowledged whether the alarm is; `reminders`: how many there were of it
/// @param secured what an operator has asked for, or null
/// @param evacuated whether an evacuation unlocks it
record Told(
        boolean unlock,
        @Nullable Long relockAtMs,
        Lockdown lockdown,
        boolean hoursOn,
        boolean fire,
        @Nullable EventKind alarm,
        @Nullable Integer shift,
        boolean firstCard,
        @Nullable Integer opened,
        boolean exitHeld,
        boolean acknowledged,
        int reminders,
        @Nullable Secured secured,
        boolean evacuated) {

    /// The door does not unlock by its hours: until a time, or until they are over.
    record Secured(@Nullable Long untilMs) {}

    /// A new door, with the hours of its policy.
    static Told nothing(@Nullable Integer shift, boolean firstCard) {
        return new Told(
                false, null, Lockdown.NONE, false, false, null, shift, firstCard, null, false, false, 0, null, false);
    }

    /// Whether it stands unlocked.
    boolean stands() {
        return isReleased() || isUnlocked();
    }

    /// Whether fire or an evacuation unlocks it.
    boolean isReleased() {
        return fire || evacuated;
    }

    /// Whether its mode or its hours unlock it, or would without fire and evacuation.
    boolean isUnlocked() {
        return !lockdown.card() && (unlock || (hoursOn && secured == null));
    }

    /// Whether an admission says by what the door is unlocked, as it should.
    boolean explains(EventDraft admission) {
        String by = fire ? "fire" : evacuated ? "evacuation" : unlock ? "mode" : "hours";
        return Objects.equals(admission.additional().get(EventDraft.UNLOCKED_BY), stands() ? by : null);
    }

    /// Whether credentials are turned away.
    boolean locked() {
        return lockdown.card() && !isReleased();
    }

    /// Whether hours are on wherever the shift covers.
    boolean begun() {
        return !firstCard || (shift != null && shift.equals(opened));
    }

    Told mode(boolean now, @Nullable Long untilMs) {
        return new Told(
                now,
                untilMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                null,
                evacuated);
    }

    Told secured(@Nullable Long untilMs) {
        return new Told(
                false,
                null,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                new Secured(untilMs),
                evacuated);
    }

    /// The alarm is acknowledged.
    Told known() {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                true,
                reminders,
                secured,
                evacuated);
    }

    Told reminded() {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                false,
                reminders + 1,
                secured,
                evacuated);
    }

    Told lockdown(Lockdown now) {
        return new Told(
                unlock,
                relockAtMs,
                now,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                secured,
                evacuated);
    }

    Told hours(boolean now) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                now,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                secured,
                evacuated);
    }

    Told fire(boolean now) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                now,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                secured,
                evacuated);
    }

    /// Another alarm, or none.
    Told alarm(@Nullable EventKind now) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                now,
                shift,
                firstCard,
                opened,
                exitHeld,
                false,
                0,
                secured,
                evacuated);
    }

    Told rule(@Nullable Integer otherShift, boolean otherFirstCard) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                otherShift,
                otherFirstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                secured,
                evacuated);
    }

    Told opened(@Nullable Integer nowShift) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                nowShift,
                exitHeld,
                acknowledged,
                reminders,
                secured,
                evacuated);
    }

    Told exitHeld(boolean now) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                now,
                acknowledged,
                reminders,
                secured,
                evacuated);
    }

    Told evacuated(boolean now) {
        return new Told(
                unlock,
                relockAtMs,
                lockdown,
                hoursOn,
                fire,
                alarm,
                shift,
                firstCard,
                opened,
                exitHeld,
                acknowledged,
                reminders,
                secured,
                now);
    }

    /// The lockdown of exits: fire and an evacuation override it.
    Lockdown atExits() {
        return isReleased() ? Lockdown.NONE : lockdown;
    }

    /// The lockdown that an event tells of.
    static Lockdown lockdown(EventDraft event) {
        return new Lockdown(is(event, "card_lockdown"), is(event, "rex_lockdown"), is(event, "aux_lockdown"));
    }

    private static boolean is(EventDraft event, String fact) {
        return Boolean.TRUE.equals(event.additional().get(fact));
    }
}
