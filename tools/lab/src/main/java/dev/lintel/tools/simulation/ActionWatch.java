package dev.lintel.tools.simulation;

import dev.lintel.controller.action.ActionRunner;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.SiteAction.When;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Steps the actions of the box as their thread does, and judges them: each output is on exactly when its actions say
/// so, and each command has its trigger. Looks at doors as others see them, and shares no code with the box.
///
/// ```
///   states, events, inputs, shifts --> ActionTimer, for each action and door --> OutputWatch
///                                                                           '--> CommandWatch
/// ```
final class ActionWatch {
    private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);
    private static final long NEVER = ActionTimer.NEVER;

    private final Judge judge;
    private final Premises premises;
    private final Time time;
    private final List<OutputWatch> outputs = new ArrayList<>();
    final CommandWatch commands;
    private final List<EventDraft> early = new ArrayList<>(); // while the process starts
    private List<SiteAction> actions;
    private List<ActionTimer> timers = List.of();
    private Map<Integer, List<ActionTimer>> states = Map.of();
    private Map<Integer, List<ActionTimer>> events = Map.of();
    private Map<String, List<ActionTimer>> inputs = Map.of();
    private List<ActionTimer> shifted = List.of();
    private IntPredicate lines = _ -> false;
    private @Nullable ActionRunner runner;
    private LongFunction<@Nullable DoorView> doors = _ -> null;
    private Supplier<ClockReading> clock = () -> {
        throw new IllegalStateException("no process has begun");
    };
    private long minute; // of the clock on the wall, when shifts were looked at last
    private @Nullable ClockTrust trust;
    private boolean dirty; // something happened since the last step
    private long runnerNs = NEVER; // when the box wants its next step
    private long nextNs = NEVER; // when the judge does
    private long dueNs = NEVER;

    ActionWatch(Judge judge, Premises premises, Time time, Random random, List<SiteAction> actions) {
        this.judge = judge;
        this.premises = premises;
        this.time = time;
        this.actions = actions;
        this.commands = new CommandWatch(judge, time, random);
        for (int i = 0; i < ActionMaker.OUTPUTS; i++) {
            outputs.add(new OutputWatch("out" + (i + 1), ActionMaker.FIRST_OUTPUT_LINE + i));
        }
    }

    /// What a process gives its judge.
    ///
    /// @param lines whether an input line is active
    record Start(
            ActionRunner runner,
            LongFunction<@Nullable DoorView> doors,
            Supplier<ClockReading> clock,
            IntPredicate lines) {}

    List<SiteAction> actions() {
        return actions;
    }

    List<OutputWatch> outputs() {
        return outputs;
    }

    // ---- processes and policies

    /// A process starts: no output is on, and no command waits.
    void starts() {
        runner = null;
        timers = List.of();
        early.clear();
        index();
        outputs.forEach(OutputWatch::begins);
        commands.begins();
        dueNs = NEVER;
    }

    /// The doors are in service. From now on the box's actions are stepped here.
    void begins(Start start) {
        runner = start.runner;
        doors = start.doors;
        clock = start.clock;
        lines = start.lines;
        put(actions);
        // The box may have begun to listen before them or after.
        for (EventDraft event : early) happens(event, time.nowNs(), false);
        early.clear();
        step();
    }

    /// The process stops in order.
    void stops() {
        outputs.forEach(OutputWatch::stops);
        runner = null;
        dueNs = NEVER;
    }

    /// The policy is applied now, with these actions. Those that stay go on; what a new one waits for is no trigger
    /// where it is there already.
    void applied(List<SiteAction> now) {
        actions = List.copyOf(now);
        if (runner != null) put(actions);
    }

    private void put(List<SiteAction> now) {
        ClockReading reading = clock.get();
        var next = new ArrayList<ActionTimer>();
        for (SiteAction action : now) {
            if (action.when() instanceof When.Input) next.add(timer(action, null, reading));
            for (int door : action.sources()) next.add(timer(action, door, reading));
        }
        timers = next;
        index();
        trust = null; // shifts may be others
        dirty = true;
    }

    private ActionTimer timer(SiteAction action, @Nullable Integer door, ClockReading reading) {
        for (ActionTimer known : timers) if (known.isOf(action, door)) return known;
        var timer = new ActionTimer(action, door, level(action, door), covers(action, door, reading));
        timer.begins(time.nowNs());
        return timer;
    }

    private boolean level(SiteAction action, @Nullable Integer door) {
        return switch (action.when()) {
            case When.Event _ -> false;
            case When.Input(String name, boolean active) -> isActive(name) == active;
            case When.State state -> {
                DoorView view = door == null ? null : doors.apply(door);
                yield view != null && SiteAction.isIn(state.word(), view);
            }
        };
    }

    private boolean isActive(String input) {
        return switch (input) {
            case "fire" -> premises.zones().stream().anyMatch(zone -> lines.test(Premises.fireLine(zone)));
            case "power" -> lines.test(Supply.Input.MAINS.line);
            case "battery_low" -> lines.test(Supply.Input.BATTERY.line);
            default -> lines.test(inputLine(input));
        };
    }

    static int inputLine(String input) {
        return ActionMaker.FIRST_INPUT_LINE + Integer.parseInt(input.substring("in".length())) - 1;
    }

    private void index() {
        var byState = new HashMap<Integer, List<ActionTimer>>();
        var byEvent = new HashMap<Integer, List<ActionTimer>>();
        var byInput = new HashMap<String, List<ActionTimer>>();
        for (ActionTimer timer : timers) {
            switch (timer.action.when()) {
                case When.State _ ->
                    byState.computeIfAbsent(timer.door, _ -> new ArrayList<>()).add(timer);
                case When.Event _ ->
                    byEvent.computeIfAbsent(timer.door, _ -> new ArrayList<>()).add(timer);
                case When.Input input ->
                    byInput.computeIfAbsent(input.name(), _ -> new ArrayList<>())
                            .add(timer);
            }
        }
        states = byState;
        events = byEvent;
        inputs = byInput;
        shifted = timers.stream().filter(timer -> timer.action.shift() != null).toList();
        outputs.forEach(output -> output.timers(timers));
        commands.timers(timers);
    }

    // ---- shifts

    private boolean covers(SiteAction action, @Nullable Integer channel, ClockReading reading) {
        Integer shift = action.shift();
        if (shift == null) return true;
        Door door = channel == null ? null : premises.door(channel);
        boolean believed = switch (reading.trust()) {
            case TRUSTED -> true;
            case HELD -> door == null || door.heldAllows();
            case WRONG -> false;
        };
        if (!believed) return false;
        return door == null
                ? premises.shift(shift).covers(reading.now(), premises.accountZone(), premises.holiday())
                : premises.covers(shift, reading.now(), door);
    }

    private void lookAtShifts(long nowNs) {
        if (shifted.isEmpty()) return;
        ClockReading reading = clock.get();
        long now = Math.floorDiv(reading.now().toEpochMilli(), MINUTE_MS);
        if (now == minute && reading.trust() == trust) return;
        minute = now;
        trust = reading.trust();
        for (ActionTimer timer : shifted) timer.covers(covers(timer.action, timer.door, reading), nowNs);
        dirty = true;
    }

    // ---- what happens

    /// A door is in another state.
    void door(DoorView view) {
        if (runner == null) return;
        for (ActionTimer timer : states.getOrDefault((int) view.channelId(), List.of())) {
            if (timer.action.when() instanceof When.State state)
                timer.level(SiteAction.isIn(state.word(), view), time.nowNs());
        }
        dirty = true;
    }

    void event(EventDraft event, long nowNs) {
        if (isOfOutput(event)) {
            output(String.valueOf(event.additional().get("output"))).event(event, nowNs, judge::undone);
            judge.shows("action: " + event.kind() + " of an output");
            return;
        }
        if (runner == null) early.add(event);
        else happens(event, nowNs, true);
    }

    private static boolean isOfOutput(EventDraft event) {
        boolean line = event.kind() == EventKind.LINE_FAULT || event.kind() == EventKind.LINE_NORMAL;
        return line && event.subject().channelId() == null && event.additional().containsKey("output");
    }

    private void happens(EventDraft event, long nowNs, boolean sure) {
        Long channel = event.subject().channelId();
        if (channel == null) return;
        List<ActionTimer> there = events.getOrDefault((int) (long) channel, List.of());
        if (there.isEmpty()) return;
        lookAtShifts(nowNs);
        for (ActionTimer timer : there) {
            if (timer.action.when() instanceof When.Event of && SiteAction.isOf(of.word(), event.kind()))
                timer.happens(nowNs, sure);
        }
        dirty = true;
    }

    private OutputWatch output(String name) {
        return outputs.stream()
                .filter(output -> output.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new Violation("there is no output " + name));
    }

    /// An input line of the box moved, or was told so.
    void wire(int line, long nowNs) {
        if (runner == null) return;
        for (Map.Entry<String, List<ActionTimer>> each : inputs.entrySet()) {
            boolean active = isActive(each.getKey());
            for (ActionTimer timer : each.getValue()) {
                if (timer.action.when() instanceof When.Input of) timer.level(active == of.active(), nowNs);
            }
        }
        dirty = true;
    }

    /// An output line of the box changed.
    void output(int line, boolean active) {
        for (OutputWatch output : outputs) if (output.line == line) output.is(active);
    }

    /// The line of an output stays as it is from now on, or works again.
    void breaks(OutputWatch output, boolean now) {
        output.breaks(now, time.nowNs());
        dirty = true;
    }

    /// As [CommandWatch#offered].
    @Nullable
    LaneInput offered(LaneInput input) {
        return commands.offered(input);
    }

    // ---- steps

    /// As the actions' thread goes round: it is awake where something has happened, or is due.
    void step() {
        ActionRunner running = runner;
        if (running == null) return;
        long nowNs = time.nowNs();
        lookAtShifts(nowNs);
        if (dirty || nowNs >= runnerNs) runnerNs = running.step();
        if (dirty || nowNs >= nextNs) check(nowNs);
        dirty = false;
        dueNs = nextNs == NEVER && !shifted.isEmpty() ? nowNs + toMinuteNs() : Math.min(nextNs, runnerNs);
    }

    /// While nothing is due only the clock on the wall can begin something.
    private long toMinuteNs() {
        return TimeUnit.MILLISECONDS.toNanos(MINUTE_MS - Math.floorMod(time.nowMs(), MINUTE_MS));
    }

    private void check(long nowNs) {
        nextNs = NEVER;
        commands.check(nowNs);
        for (ActionTimer timer : timers) nextNs = Math.min(nextNs, timer.nextNs(nowNs));
        for (OutputWatch output : outputs) {
            output.check(nowNs);
            nextNs = Math.min(nextNs, output.nextNs(nowNs));
        }
        nextNs = Math.min(nextNs, commands.nextNs());
    }

    /// When the next of the actions is due.
    long dueNs() {
        return dueNs;
    }
}
