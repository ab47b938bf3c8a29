package dev.lintel.tools.simulation;

import dev.lintel.controller.action.ActionRunner;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Judges the outputs of the box: each is on exactly when its action says so, computed from the whole past at each
/// moment. The place has four actions, whose text is [#SITE].
///
/// | output | on |
/// |---|---|
/// | `open` | while the leaf of door 1 is open, from 2 s on |
/// | `admitted` | 500 ms after an admission at door 1, for 3 s |
/// | `bell` | 2 s from each press of the bell |
/// | `fire` | while fire releases door 1, 5 s at most |
final class ActionWatch {
    static final int BELL_LINE = 910;
    static final String CONTROLLER = """
            outputs:
              - {name: open, line: 900}
              - {name: admitted, line: 901}
              - {name: bell, line: 902}
              - {name: fire, line: 903}
            inputs:
              - {name: bell, line: 910, active: high}
            """;
    static final String SITE = """
            actions:
              - {id: 1, name: Open, when: {channel: 1, state: open}, output: open, delay: 2s}
              - {id: 2, name: Operator, when: {channel: 1, event: admitted}, output: admitted, delay: 500ms, pulse: 3s}
              - {id: 3, name: Bell, when: {input: bell}, output: bell, pulse: 2s}
              - {id: 4, name: Fire, when: {channel: 1, state: fire}, output: fire, pulse: 5s}
            """;

    private static final long DOOR = 1;
    private static final int FIRST_LINE = 900;
    private static final long PRESSED_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BETWEEN_NS_MAX = TimeUnit.MINUTES.toNanos(20);
    /// One press in so many is followed by another soon.
    private static final int AGAIN = 3;

    private static final long SOON_NS_MAX = TimeUnit.SECONDS.toNanos(3);
    /// The box takes a report some microseconds after it was made.
    private static final long NEAR_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Map<String, Rule> rules = new TreeMap<>();
    private final Map<Integer, Boolean> on = new HashMap<>(); // by line

    /// One action, and the time since which its trigger is active.
    private static final class Rule {
        private final long delayNs;
        private final long pulseNs;
        private @Nullable Long sinceNs; // a state: when it began
        private final TreeMap<Long, Boolean> counted = new TreeMap<>(); // events that began a pulse

        Rule(long delayMs, long pulseMs) {
            delayNs = TimeUnit.MILLISECONDS.toNanos(delayMs);
            pulseNs = pulseMs == 0 ? Long.MAX_VALUE / 4 : TimeUnit.MILLISECONDS.toNanos(pulseMs);
        }

        void clear() {
            sinceNs = null;
            counted.clear();
        }

        void holds(boolean now, long nowNs) {
            if (!now) sinceNs = null;
            else if (sinceNs == null) sinceNs = nowNs;
        }

        /// An event counts unless the delay of an earlier one runs.
        void happens(long nowNs) {
            if (counted.isEmpty() || counted.lastKey() + delayNs <= nowNs) counted.put(nowNs, true);
        }

        boolean on(long nowNs) {
            if (sinceNs != null && covers(sinceNs, nowNs)) return true;
            return counted.keySet().stream().anyMatch(atNs -> covers(atNs, nowNs));
        }

        private boolean covers(long atNs, long nowNs) {
            return atNs + delayNs <= nowNs && nowNs < atNs + delayNs + pulseNs;
        }

        void forget(long nowNs) {
            counted.headMap(nowNs - 2 * (delayNs + pulseNs)).clear();
        }
    }

    private final Time time;
    private final Random random;
    private @Nullable VirtualGpio gpio;
    private long bellNs = Long.MIN_VALUE;
    private boolean pressed;
    private @Nullable ActionRunner runner;
    private LongFunction<@Nullable DoorView> doors = _ -> null;
    private long dueNs = Long.MAX_VALUE;

    /// `random` is for the bell alone: other deeds of a seed stay as they are.
    ActionWatch(Time time, Random random) {
        this.time = time;
        this.random = random;
        rules.put("open", new Rule(2_000, 0));
        rules.put("admitted", new Rule(500, 3_000));
        rules.put("bell", new Rule(0, 2_000));
        rules.put("fire", new Rule(0, 5_000));
    }

    private Rule rule(String name) {
        Rule rule = rules.get(name);
        if (rule == null) throw new IllegalArgumentException(name);
        return rule;
    }

    /// A process begins: no output is on, and states begin as they are. From now on `newRunner` is stepped here.
    void begins(ActionRunner newRunner, LongFunction<@Nullable DoorView> views, VirtualGpio chip) {
        begins();
        gpio = chip;
        runner = newRunner;
        doors = views;
        step();
    }

    void begins() {
        on.clear();
        rules.values().forEach(Rule::clear);
    }

    /// As the actions' thread goes round.
    void step() {
        if (runner == null) return;
        looks(doors, time.nowNs());
        dueNs = runner.step();
        if (ring()) dueNs = runner.step();
        dueNs = Math.min(dueNs, bellNs);
        settled(time.nowNs());
    }

    /// Presses the bell now and then, and lets it go. Returns whether it did.
    private boolean ring() {
        if (gpio == null || time.nowNs() < bellNs) return false;
        boolean begun = bellNs != Long.MIN_VALUE;
        if (begun) {
            pressed = !pressed;
            if (pressed) bell(time.nowNs());
            gpio.drive(BELL_LINE, pressed);
        }
        long between = random.nextInt(AGAIN) == 0 ? SOON_NS_MAX : BETWEEN_NS_MAX;
        bellNs = time.nowNs() + (pressed ? PRESSED_NS : PRESSED_NS + random.nextLong(between));
        return true;
    }

    /// When the next of the actions is due.
    long dueNs() {
        return dueNs;
    }

    /// An output of the box changed.
    void output(int line, boolean active) {
        if (line >= FIRST_LINE) on.put(line, active);
    }

    void event(EventDraft event, long nowNs) {
        Long channel = event.subject().channelId();
        if (channel != null && channel == DOOR && event.kind().isAdmitted())
            rule("admitted").happens(nowNs);
    }

    /// The bell is pressed.
    void bell(long nowNs) {
        rule("bell").happens(nowNs);
    }

    /// The lane has gone round: the doors are as it shows them.
    void looks(LongFunction<@Nullable DoorView> doors, long nowNs) {
        DoorView view = doors.apply(DOOR);
        rule("open").holds(view != null && view.leafOpen(), nowNs);
        rule("fire").holds(view != null && view.standing().fire(), nowNs);
    }

    /// The box has done what its actions say. Throws [Violation] where an output is not as it should be.
    void settled(long nowNs) {
        int line = FIRST_LINE;
        for (String name : new String[] {"open", "admitted", "bell", "fire"}) {
            Rule rule = rule(name);
            rule.forget(nowNs);
            boolean is = on.getOrDefault(line, false);
            boolean near = rule.on(nowNs - NEAR_NS) != rule.on(nowNs) || rule.on(nowNs + NEAR_NS) != rule.on(nowNs);
            if (is != rule.on(nowNs) && !near) {
                throw new Violation(
                        "output " + name + " is " + (is ? "on" : "off") + ", and its action says otherwise");
            }
            line++;
        }
    }
}
