package dev.lintel.controller.action;

import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Queues the reports of doors, event log and inputs for the actions. The door lane and the inputs' threads call it: no
/// method waits, and only reports that an action of the policy needs are queued. Any thread.
///
/// Where the queue has no room, states and levels are read again later; an event is lost, and reported.
public final class ActionInbox {
    /// All changes of 64 doors ten times over. Past it the actions hang.
    private static final int NOTICES_MAX = 2_000;

    private final Time time;
    private final BlockingQueue<Notice> queue = new ArrayBlockingQueue<>(NOTICES_MAX);
    private final Map<String, Boolean> levels = new ConcurrentHashMap<>();
    private volatile Wanted wanted = Wanted.NOTHING;
    private volatile boolean missed;

    public ActionInbox(Time time) {
        this.time = time;
    }

    /// One report, in the order in which it was made.
    sealed interface Notice {
        long atNs();

        /// A door is in another state.
        record Door(DoorView view, long atNs) implements Notice {}

        /// An event at a channel.
        record Event(long channelId, EventKind kind, long atNs) implements Notice {}

        /// An input has another level.
        record Input(String name, boolean active, long atNs) implements Notice {}

        /// An operator tests an output. `answer` gets null when it is on, else why it is not.
        record Test(String output, String by, Consumer<@Nullable String> answer, long atNs) implements Notice {}
    }

    /// The reports that the actions need.
    private record Wanted(Map<Long, Set<DoorEvent>> events, Set<Long> doors, Set<String> inputs) {
        static final Wanted NOTHING = new Wanted(Map.of(), Set.of(), Set.of());

        static Wanted of(List<Action> actions) {
            Map<Long, Set<DoorEvent>> events = new TreeMap<>();
            Set<Long> doors = new HashSet<>();
            Set<String> inputs = new HashSet<>();
            for (Action action : actions) {
                switch (action.when()) {
                    case Trigger.OfEvent of -> {
                        for (long id : of.channels())
                            events.computeIfAbsent(id, _ -> new HashSet<>()).add(of.event());
                    }
                    case Trigger.OfState of -> doors.addAll(of.channels());
                    case Trigger.OfInput of -> inputs.add(of.input());
                }
            }
            return new Wanted(events, doors, inputs);
        }
    }

    /// From now on what these actions wait for is queued.
    void wants(List<Action> actions) {
        wanted = Wanted.of(actions);
    }

    /// The door lane only.
    public void door(DoorView view) {
        if (wanted.doors.contains(view.channelId())) offer(new Notice.Door(view, time.nowNs()));
    }

    void event(EventDraft draft) {
        Long channelId = draft.subject().channelId();
        if (channelId == null) return;
        for (DoorEvent event : wanted.events.getOrDefault(channelId, Set.of())) {
            if (!event.isOf(draft.kind())) continue;
            offer(new Notice.Event(channelId, draft.kind(), time.nowNs()));
            return;
        }
    }

    /// A named input, or one of the alarms of the box, has this level now.
    public void input(String name, boolean active) {
        levels.put(name, active);
        if (wanted.inputs.contains(name)) offer(new Notice.Input(name, active, time.nowNs()));
    }

    /// Whether there was room.
    boolean test(String output, String by, Consumer<@Nullable String> answer) {
        return queue.offer(new Notice.Test(output, by, answer, time.nowNs()));
    }

    private void offer(Notice notice) {
        if (!queue.offer(notice)) missed = true;
    }

    @Nullable
    Notice poll() {
        return queue.poll();
    }

    /// Whether a report found no room since this was asked last.
    boolean takeMissed() {
        boolean was = missed;
        missed = false;
        return was;
    }

    /// The level of an input now; false where there is none of that name.
    boolean level(String input) {
        return levels.getOrDefault(input, false);
    }

    /// Waits for a report, for so long at most. The actions' thread only.
    @Nullable
    Notice await(long timeoutNs) throws InterruptedException {
        return queue.poll(timeoutNs, TimeUnit.NANOSECONDS);
    }
}
