package dev.lintel.controller.wiring;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.ActionInbox;
import dev.lintel.controller.action.ActionRunner;
import dev.lintel.controller.action.Outputs;
import dev.lintel.controller.config.BoxPoints;
import dev.lintel.controller.config.BoxPoints.NamedInput;
import dev.lintel.controller.config.BoxPoints.NamedOutput;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Passage;
import dev.lintel.controller.door.Shifts;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Connects the actions of the site to the box: opens named inputs and outputs, and gives commands to the door lane.
/// Made and opened on the main thread.
final class BoxActions {
    private static final Logger LOG = System.getLogger(BoxActions.class.getName());
    private static final String BY = "by";

    private final BoxPoints points;
    private final Ground ground;
    private final ActionInbox inbox;
    private @Nullable ActionRunner runner;

    /// The parts of the box that actions use.
    ///
    /// @param shifts of channels; the zone of the account has no channel
    record Ground(
            EventLog log,
            Lane lane,
            DoorBoard board,
            Shifts shifts,
            Supplier<PolicySnapshot> policy,
            Supplier<ClockReading> clock,
            Time time) {}

    BoxActions(BoxPoints points, ActionInbox inbox, Ground ground) {
        this.points = points;
        this.inbox = inbox;
        this.ground = ground;
    }

    /// Opens the lines, and follows the doors from now on. Call it after the doors are open, and before a thread steps
    /// them. `faulty`: outputs with a line fault in the log that is not over.
    void open(GpioChip gpio, Set<String> faulty) {
        var outputs = new Outputs(ground.log, ground.time);
        for (NamedOutput output : points.outputs()) {
            outputs.add(output.name(), gpio.output(output.line()), faulty.contains(output.name()));
        }
        for (NamedInput input : points.inputs()) {
            InputPoint point =
                    gpio.input(input.line(), input.debounceMs(), (active, _) -> inbox.input(input.name(), active));
            inbox.input(input.name(), point.active());
        }
        ground.board.follow(inbox::door);
        runner = new ActionRunner(new ActionRunner.Parts(
                ground.time, inbox, ground.board, this::isCovered, this::give, outputs, ground.board::touch));
        onPolicy();
    }

    /// The site has other actions. Any thread, after [#open].
    void onPolicy() {
        PolicySnapshot policy = ground.policy.get();
        ActionRunner running = runner;
        if (running == null) return;
        for (String sentence : ActionWiring.unwired(policy, points)) LOG.log(Level.WARNING, sentence);
        running.actions(policy.actions());
    }

    /// After [#open].
    ActionRunner runner() {
        ActionRunner running = runner;
        if (running == null) throw new IllegalStateException("the lines are not open");
        return running;
    }

    private boolean isCovered(long shiftId, @Nullable Long channelId) {
        if (channelId != null) return ground.shifts.coverNow(shiftId, channelId);
        ClockReading reading = ground.clock.get();
        return reading.trust() != ClockTrust.WRONG && ground.policy.get().coversInAccount(shiftId, reading.now());
    }

    /// Hands a door the command of an action. On the actions' thread.
    private boolean give(long channelId, Effect.Order order, String by) {
        if (!ground.board.has(channelId)) return true; // not wired here: it has no door
        return ground.lane.offer(input(channelId, order, by));
    }

    private LaneInput input(long channelId, Effect.Order order, String by) {
        long nowNs = ground.time.nowNs();
        DoorCommand command = switch (order.command()) {
            case UNLOCK_ONCE -> null;
            case UNLOCK -> new DoorCommand.Unlock(untilMs(order));
            case NORMAL -> new DoorCommand.Normal();
            case SECURE -> new DoorCommand.Secure(untilMs(order));
            case LOCKDOWN -> {
                var cards = new Lockdown(true, false, false);
                yield new DoorCommand.LockDown(cards, cards); // exits stay as they are
            }
            case UNLOCKDOWN -> new DoorCommand.Unlockdown();
        };
        if (command == null) return unlockOnce(channelId, by, nowNs);
        return new LaneInput.Commanded(channelId, nowNs, command, by, refusal -> {
            if (refusal != null) LOG.log(Level.WARNING, by + ": channel " + channelId + ": " + refusal);
        });
    }

    private @Nullable Long untilMs(Effect.Order order) {
        return order.length() == null
                ? null
                : ground.time.nowMs() + order.length().toMillis();
    }

    /// As an operator who admits a person without a name: refused in a lockdown, and while the door is unlocked.
    private LaneInput unlockOnce(long channelId, String by, long nowNs) {
        var event = new EventDraft(
                EventKind.ADMITTED_MANUAL,
                ground.time.nowMs(),
                nowNs,
                EventDraft.Subject.channel(channelId),
                Map.of(BY, by));
        return new LaneInput.ByHand(channelId, nowNs, event, Passage.USUAL, true, () -> {});
    }
}
