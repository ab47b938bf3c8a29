package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What stands at a door beside its leaf's state: mode, hours, lockdown, fire. A pure function, like [Door].
///
/// ```
///   fire ------------------------------------------------> stands unlocked, whatever else is said
///   evacuation ------------------------------------------> stands unlocked: the rest is suspended, not forgotten
///   card lockdown ---------------------------------------> does not: mode and hours are suspended, not forgotten
///   mode unlock -----------------------------------------> stands unlocked
///   secured ---------------------------------------------> does not: the hours begin when that ends
///   inside the hours (and their first card has been) ----> stands unlocked
/// ```
///
/// @param unlock the mode: unlock, or normal
/// @param relockAtMs when mode unlock ends by the clock on the wall (milliseconds since 1970), or null for never
/// @param fire whether the fire input holds the door released
/// @param secure an operator keeps the door from unlocking by its hours, or null; never together with mode unlock
/// @param evacuated whether an evacuation unlocks the door, until an order ends it
public record Standing(
        boolean unlock,
        @Nullable Long relockAtMs,
        Lockdown lockdown,
        Hours hours,
        boolean fire,
        @Nullable Secure secure,
        boolean evacuated) {
    public static final Standing NORMAL = new Standing(false, null, Lockdown.NONE, Hours.BY_POLICY, false);

    /// A door that nobody keeps from unlocking by its hours.
    public Standing(boolean unlock, @Nullable Long relockAtMs, Lockdown lockdown, Hours hours, boolean fire) {
        this(unlock, relockAtMs, lockdown, hours, fire, null);
    }

    /// A door without an evacuation.
    public Standing(
            boolean unlock,
            @Nullable Long relockAtMs,
            Lockdown lockdown,
            Hours hours,
            boolean fire,
            @Nullable Secure secure) {
        this(unlock, relockAtMs, lockdown, hours, fire, secure, false);
    }

    /// The door does not unlock by its hours.
    ///
    /// @param untilMs when that ends by the clock on the wall (milliseconds since 1970), or null: with the
    /// hours that run, or the next ones
    /// @param hoursSinceMs of one without such a time: since when hours are known to run, or null for not yet
    public record Secure(@Nullable Long untilMs, @Nullable Long hoursSinceMs) {
        private boolean isOver(StandingInput.Look look, @Nullable AutoUnlock rule) {
            if (untilMs != null) return look.atMs() >= untilMs;
            return hoursSinceMs != null && (rule == null || look.over());
        }

        private Secure seen(StandingInput.Look look, @Nullable AutoUnlock rule) {
            boolean begins = untilMs == null && hoursSinceMs == null && rule != null && look.covered();
            return begins ? new Secure(null, look.atMs()) : this;
        }
    }

    /// The hours at which a door unlocks by itself.
    ///
    /// @param overridden whether an operator's `rule` holds in place of the policy's
    /// @param rule the operator's, or null for none
    /// @param on whether they have begun
    /// @param firstCard the entry that lets them begin, where that is asked for
    public record Hours(
            boolean overridden,
            @Nullable AutoUnlock rule,
            boolean on,
            @Nullable FirstCard firstCard) {
        public static final Hours BY_POLICY = new Hours(false, null, false, null);

        /// The rule that holds where the policy's is `policys`.
        @Nullable
        AutoUnlock rule(@Nullable AutoUnlock policys) {
            return overridden ? rule : policys;
        }

        private Hours with(boolean nowOn, @Nullable FirstCard card) {
            return new Hours(overridden, rule, nowOn, card);
        }
    }

    /// A person with a card has entered within the hours of `shiftId`, at `atMs`, and they have not ended since.
    public record FirstCard(long shiftId, long atMs) {}

    /// The standing after one input, and what the log is to hear, in this order.
    public record Step(Standing standing, List<EventKind> events) {
        private Step after(EventKind earlier) {
            var all = new ArrayList<EventKind>();
            all.add(earlier);
            all.addAll(events);
            return new Step(standing, List.copyOf(all));
        }
    }

    /// Whether the strike lets go for as long as this stands.
    public boolean unlocked() {
        return isReleased() || (!lockdown.card() && (unlock || (hours.on && secure == null)));
    }

    /// Whether fire or an evacuation unlocks the door, which override lockdowns, mode and hours.
    public boolean isReleased() {
        return fire || evacuated;
    }

    /// The reason why the door is unlocked: the first that applies of `fire`, `evacuation`, `mode` and `hours`. Null
    /// where it is not unlocked.
    public @Nullable String unlockedBy() {
        if (!unlocked()) return null;
        if (fire) return "fire";
        return evacuated ? "evacuation" : unlock ? "mode" : "hours";
    }

    /// Whether credentials are turned away: not while fire or an evacuation overrides it.
    public boolean cardLockdown() {
        return lockdown.card() && !isReleased();
    }

    /// `normal` or `unlock`: what was asked for, whatever is suspended. A door that is secured is `normal`.
    public String mode() {
        return unlock ? "unlock" : "normal";
    }

    /// Whether an operator may let in a person without a name: mode normal, and no lockdown of cards. A lockdown of
    /// exits does not matter here, nor one that fire or an evacuation overrides.
    public boolean admitsAnybody() {
        return !unlock && !cardLockdown();
    }

    /// When the mode ends by the clock on the wall, or null for never or not by a time.
    public @Nullable Long endsAtMs() {
        return secure == null ? relockAtMs : secure.untilMs;
    }

    /// The standing after `input`, where the policy's hours are `policys`.
    public Step step(StandingInput input, @Nullable AutoUnlock policys) {
        return switch (input) {
            case StandingInput.Commanded c -> commanded(c.command());
            case StandingInput.Fire f
            when f.on() != fire ->
                to(withFire(f.on()), f.on() ? EventKind.FIRE_RELEASE_ON : EventKind.FIRE_RELEASE_OFF);
            case StandingInput.Entered e -> entered(e, hours.rule(policys));
            case StandingInput.Look l
            when isOver(l, hours.rule(policys)) -> {
                Step then = with(false, null, null).look(l, hours.rule(policys));
                yield then.after(EventKind.MODE_NORMAL);
            }
            case StandingInput.Look l -> look(l, hours.rule(policys));
            // What a file says stands: an operator's hours were for the time until then.
            case StandingInput.NewHours _ -> to(with(new Hours(false, null, hours.on, hours.firstCard)));
            case StandingInput.Removed _ -> removed();
            case StandingInput.NoDoor _ -> changed(withEvacuated(false), EventKind.EVACUATION_ENDED);
            case StandingInput.Fire _ -> to(this);
        };
    }

    private boolean isOver(StandingInput.Look look, @Nullable AutoUnlock rule) {
        boolean relocks = relockAtMs != null && look.atMs() >= relockAtMs;
        return relocks || (secure != null && secure.isOver(look, rule));
    }

    private Step commanded(DoorCommand command) {
        return switch (command) {
            case DoorCommand.Unlock u -> changed(with(true, u.relockAtMs(), null), EventKind.MODE_UNLOCK);
            case DoorCommand.Toggle t when ignoresTaps() || !(unlock || t.unlocks()) -> to(this);
            case DoorCommand.Toggle _ when unlock -> commanded(new DoorCommand.Normal());
            case DoorCommand.Toggle t -> commanded(new DoorCommand.Unlock(t.relockAtMs()));
            case DoorCommand.Normal _ -> changed(with(false, null, null), EventKind.MODE_NORMAL);
            // Until the same end as before: nothing changes.
            case DoorCommand.Secure s when secure != null && Objects.equals(secure.untilMs, s.untilMs()) -> to(this);
            case DoorCommand.Secure s -> to(with(false, null, new Secure(s.untilMs(), null)), EventKind.MODE_SECURE);
            case DoorCommand.LockDown l
            when l.after(lockdown).any() -> changed(with(l.after(lockdown)), EventKind.LOCKDOWN_ON);
            case DoorCommand.LockDown _, DoorCommand.Unlockdown _, DoorCommand.SwitchReleased _ ->
                changed(with(Lockdown.NONE), EventKind.LOCKDOWN_OFF);
            case DoorCommand.Evacuate _ -> changed(withEvacuated(true), EventKind.EVACUATION_STARTED);
            case DoorCommand.EndEvacuation _, DoorCommand.EvacuationReleased _ ->
                changed(withEvacuated(false), EventKind.EVACUATION_ENDED);
            case DoorCommand.SetAutoUnlock s ->
                changed(with(new Hours(true, s.rule(), hours.on, hours.firstCard)), EventKind.CONFIGURATION_CHANGED);
            case DoorCommand.Acknowledge _ -> to(this); // the alarm's, not the door's
        };
    }

    /// Whether a card that is shown twice changes nothing: an operator has locked the door, or fire, an evacuation or
    /// its hours unlock it.
    boolean ignoresTaps() {
        return isReleased() || lockdown.card() || secure != null || (hours.on && !unlock);
    }

    /// Nobody could end what stands here any more; an exit that is locked down would stay so.
    private Step removed() {
        var events = new ArrayList<EventKind>();
        if (evacuated) events.add(EventKind.EVACUATION_ENDED);
        if (lockdown.any()) events.add(EventKind.LOCKDOWN_OFF);
        if (hours.on) events.add(EventKind.AUTO_UNLOCK_ENDED);
        if (unlock || secure != null) events.add(EventKind.MODE_NORMAL);
        return new Step(NORMAL.withFire(fire), List.copyOf(events));
    }

    private Step entered(StandingInput.Entered entry, @Nullable AutoUnlock rule) {
        if (rule == null || !entry.covered() || isFirst(rule)) {
            return look(new StandingInput.Look(entry.atMs(), entry.covered()), rule);
        }
        var card = new FirstCard(rule.shiftId(), entry.atMs());
        return with(hours.with(hours.on, card)).look(new StandingInput.Look(entry.atMs(), true), rule);
    }

    private Step look(StandingInput.Look look, @Nullable AutoUnlock rule) {
        boolean covered = rule != null && look.covered();
        FirstCard card = rule != null && covered && isFirst(rule) ? hours.firstCard : null;
        boolean on = secure == null && rule != null && covered && (!rule.firstCard() || card != null);
        Standing next = with(hours.with(on, card));
        if (secure != null) next = next.with(unlock, relockAtMs, secure.seen(look, rule));
        if (on == hours.on) return to(next);
        return to(next, on ? EventKind.AUTO_UNLOCK_STARTED : EventKind.AUTO_UNLOCK_ENDED);
    }

    private boolean isFirst(AutoUnlock rule) {
        return hours.firstCard != null && hours.firstCard.shiftId == rule.shiftId();
    }

    /// A first card from before a restart counts only when its hours have not ended since.
    Standing withoutFirstCard() {
        return with(hours.with(hours.on, null));
    }

    /// The time at which it was secured to has passed: the next look ends it.
    Standing withSecureOver() {
        return secure == null ? this : with(unlock, relockAtMs, new Secure(0L, null));
    }

    /// What others are told of when it changes.
    Standing told() {
        Standing plain = withFire(false).withoutFirstCard();
        return secure == null ? plain : plain.with(unlock, relockAtMs, new Secure(secure.untilMs, null));
    }

    /// The same after a restart, for a door of these settings: the wiring or the policy may have changed. Exits that
    /// the box must not bar are not locked down, and elevators and floors are not evacuated.
    Standing at(DoorSettings settings) {
        Standing kept = settings.egressByBox() ? with(new Lockdown(lockdown.card(), false, false)) : this;
        return settings.rules().kind() == DoorRules.Kind.DOOR ? kept : kept.withEvacuated(false);
    }

    /// The lockdown for the exits' threads: fire and an evacuation override every lockdown.
    Lockdown atExits() {
        return isReleased() ? Lockdown.NONE : lockdown;
    }

    public Standing withFire(boolean on) {
        return new Standing(unlock, relockAtMs, lockdown, hours, on, secure, evacuated);
    }

    public Standing withEvacuated(boolean on) {
        return new Standing(unlock, relockAtMs, lockdown, hours, fire, secure, on);
    }

    private Standing with(boolean newUnlock, @Nullable Long newRelockAtMs, @Nullable Secure newSecure) {
        return new Standing(newUnlock, newRelockAtMs, lockdown, hours, fire, newSecure, evacuated);
    }

    private Standing with(Lockdown newLockdown) {
        return new Standing(unlock, relockAtMs, newLockdown, hours, fire, secure, evacuated);
    }

    private Standing with(Hours newHours) {
        return new Standing(unlock, relockAtMs, lockdown, newHours, fire, secure, evacuated);
    }

    /// What changes nothing is not told.
    private Step changed(Standing next, EventKind kind) {
        return next.equals(this) ? to(this) : to(next, kind);
    }

    private static Step to(Standing standing, EventKind... events) {
        return new Step(standing, List.of(events));
    }
}
