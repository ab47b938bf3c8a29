package dev.lintel.controller.wiring;

import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The order of a switch to doors: a lockdown or an evacuation. Each door gets a command as an operator gives it,
/// through the door lane. If the lane has no room for an order, or a door cannot take it yet, the switch gives it again
/// each second. If the policy forbids it at a door, the switch gives it again when the policy changes, unless somebody
/// has ended the order at another door meanwhile. Thread-safe; never waits.
final class DoorSwitchOrders implements SwitchOrders {
    /// A door that has carried out an order shows it by then.
    private static final long SHOWN_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final SwitchInput input;
    private final Map<Long, DoorCommand> commands; // by channel
    private final Time time;
    private final Lane lane;
    private final DoorViews doors;

    // Guarded by this.
    private final Map<Long, Long> due = new TreeMap<>(); // channels that the newest order has not reached, since when
    private final Map<Long, Long> asked = new HashMap<>(); // of these, the ones queued for the lane: the policy then
    private final Set<Long> kept = new HashSet<>(); // channels where the policy forbids the newest order
    private final Map<Long, Long> done = new TreeMap<>(); // channels that have carried out the newest order, since when
    private long order; // number of the newest order: earlier answers do not count
    private long policy; // number of the newest policy
    private boolean on;
    private boolean releases; // the newest order
    private long orderedNs;

    /// `commands`: the order, by channel.
    DoorSwitchOrders(SwitchInput input, Map<Long, DoorCommand> commands, Time time, Lane lane, DoorViews doors) {
        this.input = input;
        this.commands = new TreeMap<>(commands);
        this.time = time;
        this.lane = lane;
        this.doors = doors;
    }

    /// Gives each door an order, in place of the one before. The release of a button orders nothing.
    @Override
    public synchronized void turn(boolean nowOn, boolean fresh, long atNs) {
        on = nowOn;
        if (!nowOn && !input.untilReleased()) return;
        order++;
        releases = !nowOn;
        orderedNs = time.nowNs();
        asked.clear();
        due.clear();
        kept.clear();
        done.clear();
        for (long channelId : commands.keySet()) due.put(channelId, orderedNs);
        give(atNs);
    }

    private void give(long atNs) {
        long number = order;
        for (Map.Entry<Long, DoorCommand> door : commands.entrySet()) {
            long channelId = door.getKey();
            if (!due.containsKey(channelId) || asked.containsKey(channelId)) continue;
            DoorCommand command = releases ? released() : door.getValue();
            var commanded = new LaneInput.Commanded(
                    channelId, atNs, command, OrderSwitch.name(input), refusal -> answered(number, channelId, refusal));
            if (lane.offer(commanded)) asked.put(channelId, policy);
        }
    }

    private DoorCommand released() {
        return switch (input.order()) {
            case LOCKDOWN -> new DoorCommand.SwitchReleased();
            case EVACUATION -> new DoorCommand.EvacuationReleased();
            case THREAT -> throw new IllegalStateException("a threat switch gives doors no order");
        };
    }

    /// On the door lane. A refused release has nothing to end. Other refused orders are given again: where the policy
    /// forbids them, with the next policy.
    private synchronized void answered(long number, long channelId, @Nullable String refusal) {
        if (number != order) return;
        Long policyThen = asked.remove(channelId);
        boolean byPolicy = DoorCommand.Evacuate.isByPolicy(refusal);
        if (refusal != null && !releases && !byPolicy) return;
        if (byPolicy && policyThen != null && policyThen != policy) return; // the policy has changed meanwhile
        due.remove(channelId);
        if (byPolicy) kept.add(channelId);
        else if (!releases) done.put(channelId, time.nowNs());
    }

    /// The first door that has carried out the order and is as it was before: somebody has ended the order there.
    private @Nullable Long ended() {
        for (Map.Entry<Long, Long> each : done.entrySet()) {
            if (time.nowNs() - each.getValue() >= SHOWN_NS_MAX && !isInForce(each.getKey())) return each.getKey();
        }
        return null;
    }

    private boolean isInForce(long channelId) {
        DoorView view = doors.of(channelId);
        if (view == null) return true; // the channel is removed
        return switch (input.order()) {
            case LOCKDOWN -> view.standing().lockdown().any();
            case EVACUATION -> view.standing().evacuated();
            case THREAT -> throw new IllegalStateException("a threat switch gives doors no order");
        };
    }

    @Override
    public synchronized void look() {
        give(time.nowNs());
    }

    @Override
    public synchronized void onPolicy() {
        policy++;
        long nowNs = time.nowNs();
        boolean current = on || (!input.untilReleased() && nowNs - orderedNs <= AGAIN_NS_MAX);
        if (current && ended() == null) for (long channelId : kept) due.put(channelId, nowNs);
        kept.clear();
        give(nowNs);
    }

    @Override
    public synchronized @Nullable String fault() {
        for (Map.Entry<Long, Long> late : due.entrySet()) {
            if (time.nowNs() - late.getValue() >= LATE_NS) return "the order has not reached channel " + late.getKey();
        }
        Long ended = on ? ended() : null;
        if (ended == null) return null;
        return "it is still on, and somebody has ended its order at channel " + ended
                + ": reset it, or the box gives the order again at its next start";
    }
}
