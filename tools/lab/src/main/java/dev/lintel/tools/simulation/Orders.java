package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The commands that operators and actions give one door: each is done or refused, and nothing is done unasked.
final class Orders {
    private final DoorWatch watch;
    private final List<Asked> asked = new ArrayList<>();
    final Taps taps;

    /// A command, and who gives it.
    private record Asked(DoorCommand command, String by) {}

    Orders(DoorWatch watch) {
        this.watch = watch;
        this.taps = new Taps(watch);
    }

    /// A process begins: nobody answers what the last one was asked.
    void begins() {
        asked.clear();
        taps.begins();
    }

    void asked(DoorCommand command, String by) {
        asked.add(new Asked(command, by));
        watch.lockedBy.asked(command, by);
        watch.evacuatedBy.operator(command);
    }

    /// It was done, or refused.
    void answered(DoorCommand command, String by, @Nullable String refusal) {
        asked.remove(new Asked(command, by));
        if (refusal != null) {
            if (!locksIn(command) && !mayRefuse(command)) throw watch.violation("refuses " + command + ": " + refusal);
            return;
        }
        if (locksIn(command)) throw watch.violation("nobody could leave: " + command);
        if (!done(command)) throw watch.violation("the log does not tell of " + command);
    }

    /// A time that is over, or an alarm that is none, or known.
    private boolean mayRefuse(DoorCommand command) {
        Told told = watch.told();
        return switch (command) {
            case DoorCommand.Unlock u -> u.relockAtMs() != null;
            case DoorCommand.Secure s -> s.untilMs() != null;
            case DoorCommand.Acknowledge _ -> told.alarm() == null || told.acknowledged();
            case DoorCommand.Evacuate _ -> !watch.door.evacuates();
            default -> false;
        };
    }

    private boolean done(DoorCommand command) {
        Told told = watch.told();
        return switch (command) {
            case DoorCommand.Unlock u -> told.unlock() && Objects.equals(told.relockAtMs(), u.relockAtMs());
            case DoorCommand.Toggle _ -> true; // no operator's
            case DoorCommand.Normal _ -> !told.unlock() && told.secured() == null;
            case DoorCommand.Secure s -> securedAs(told, s);
            case DoorCommand.Acknowledge _ -> told.alarm() == null || told.acknowledged();
            case DoorCommand.LockDown l -> told.lockdown().equals(after(l, told.lockdown()));
            case DoorCommand.Unlockdown _ -> !told.lockdown().any();
            case DoorCommand.Evacuate _ -> told.evacuated() && watch.door.evacuates();
            case DoorCommand.EndEvacuation _ -> !told.evacuated();
            case DoorCommand.SwitchReleased _, DoorCommand.EvacuationReleased _ -> true; // no operator's
            case DoorCommand.SetAutoUnlock s -> {
                Integer shift =
                        s.rule() == null ? null : (Integer) (int) s.rule().shiftId();
                yield Objects.equals(told.shift(), shift);
            }
        };
    }

    /// Without a time it may be over at once: other hours were set meanwhile.
    private static boolean securedAs(Told told, DoorCommand.Secure asks) {
        Told.Secured secured = told.secured();
        if (secured == null) return asks.untilMs() == null;
        return Objects.equals(secured.untilMs(), asks.untilMs());
    }

    private boolean locksIn(DoorCommand command) {
        return watch.door.byBox()
                && command instanceof DoorCommand.LockDown l
                && (l.lockdown().rex() || l.lockdown().aux());
    }

    // ---- what somebody asks for just now

    boolean mode(@Nullable Long untilMs, @Nullable Object by) {
        if (taps.asks(new DoorCommand.Unlock(untilMs), by)) return true;
        return any(by, new DoorCommand.Unlock(untilMs)::equals);
    }

    boolean secure(@Nullable Long untilMs, @Nullable Object by) {
        return any(by, new DoorCommand.Secure(untilMs)::equals);
    }

    boolean acknowledges(@Nullable Object note, @Nullable Object by) {
        return Deeds.OPERATOR.equals(by)
                && any(by, c -> c instanceof DoorCommand.Acknowledge a && Objects.equals(a.note(), note));
    }

    /// Whether an operator's evacuation, or its end, has that note.
    boolean evacuates(boolean starts, @Nullable Object note) {
        return starts
                ? any(Deeds.OPERATOR, c -> c instanceof DoorCommand.Evacuate e && Objects.equals(e.note(), note))
                : any(Deeds.OPERATOR, c -> c instanceof DoorCommand.EndEvacuation e && Objects.equals(e.note(), note));
    }

    boolean normal(@Nullable Object by) {
        if (taps.asks(new DoorCommand.Normal(), by)) return true;
        return any(by, DoorCommand.Normal.class::isInstance);
    }

    /// The hours that somebody sets.
    DoorCommand.SetAutoUnlock hours() {
        return asked.stream()
                .map(Asked::command)
                .filter(DoorCommand.SetAutoUnlock.class::isInstance)
                .map(DoorCommand.SetAutoUnlock.class::cast)
                .findFirst()
                .orElseThrow(() -> watch.violation(EventKind.CONFIGURATION_CHANGED + ", and nobody asked for it"));
    }

    private boolean any(@Nullable Object by, Predicate<DoorCommand> what) {
        return asked.stream().anyMatch(each -> each.by.equals(by) && what.test(each.command));
    }

    /// What is named is as it says, all else stays.
    private static Lockdown after(DoorCommand.LockDown asks, Lockdown stood) {
        Lockdown named = asks.named();
        Lockdown now = asks.lockdown();
        return new Lockdown(
                named.card() ? now.card() : stood.card(),
                named.rex() ? now.rex() : stood.rex(),
                named.aux() ? now.aux() : stood.aux());
    }
}
