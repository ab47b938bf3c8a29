package dev.lintel.controller.action;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A runner of actions on outputs, doors and a clock that a test moves by hand.
final class ActionRig {
    final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    final ActionInbox inbox = new ActionInbox(time);
    final ActionRunner runner;
    final List<EventDraft> told = new ArrayList<>();
    final List<String> given = new ArrayList<>();
    final List<String> changes = new ArrayList<>();
    boolean covered;
    boolean laneIsFull;
    private final Views views = new Views();
    private final Map<String, Point> points = new LinkedHashMap<>();

    ActionRig(String... outputs) {
        var log = new Told();
        var opened = new Outputs(log, time);
        for (String name : outputs) {
            var point = new Point(name);
            points.put(name, point);
            opened.add(name, point, false);
        }
        runner = new ActionRunner(new ActionRunner.Parts(
                time,
                inbox,
                views,
                (_, _) -> covered,
                (channel, order, by) -> {
                    if (!laneIsFull) given.add(channel + " " + order.command() + " " + by);
                    return !laneIsFull;
                },
                opened,
                () -> {}));
    }

    /// An output of the test.
    final class Point implements OutputPoint {
        private final String name;
        private boolean on;
        boolean fails;

        Point(String name) {
            this.name = name;
        }

        @Override
        public void set(boolean active) {
            if (fails) throw new GpioException("the line is gone");
            on = active;
            changes.add(name + (active ? " on" : " off"));
        }

        @Override
        public boolean active() {
            return on;
        }
    }

    Point point(String name) {
        return Objects.requireNonNull(points.get(name));
    }

    boolean on(String output) {
        return point(output).active();
    }

    /// The leaf moves; nobody steps yet.
    void leaf(long channel, boolean open) {
        var view = new DoorView(channel, 1, open ? "open" : "secure", "normal", false, open, Map.of());
        views.all.put(channel, view);
        inbox.door(view);
    }

    /// An event; nobody steps yet.
    void event(long channel, EventKind kind) {
        inbox.event(new EventDraft(kind, 0, time.nowNs(), EventDraft.Subject.channel(channel), Map.of()));
    }

    /// Lets time pass, with a step at each moment at which something is due.
    void pass(Duration duration) {
        long untilNs = time.nowNs() + duration.toNanos();
        for (long dueNs = runner.step(); dueNs <= untilNs; dueNs = runner.step()) {
            time.advance(Duration.ofNanos(Math.max(1, dueNs - time.nowNs())));
        }
        time.advance(Duration.ofNanos(untilNs - time.nowNs()));
        runner.step();
    }

    /// The refusal of a test, or null.
    @Nullable
    String test(String output) {
        var answer = new AtomicReference<@Nullable String>("no answer");
        inbox.test(output, "olga", answer::set);
        runner.step();
        return answer.get();
    }

    private static final class Views implements DoorViews {
        private final Map<Long, DoorView> all = new ConcurrentHashMap<>();

        @Override
        public void touch() {
            // Nobody watches.
        }

        @Override
        public List<DoorView> all() {
            return List.copyOf(all.values());
        }

        @Override
        public @Nullable DoorView of(long channelId) {
            return all.get(channelId);
        }

        @Override
        public long revision() {
            return 0;
        }

        @Override
        public long awaitChange(long since, long timeoutMs) {
            return since;
        }
    }

    private final class Told implements EventLog {
        @Override
        public void append(EventDraft draft, LongConsumer onDurable) {
            told.add(draft);
        }

        @Override
        public long head() {
            return 0;
        }

        @Override
        public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
            return null;
        }

        @Override
        public long awaitHeadAbove(long id, long timeoutMs) {
            return 0;
        }
    }
}
