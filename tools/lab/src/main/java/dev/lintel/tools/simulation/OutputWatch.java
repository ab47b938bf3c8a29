package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// One named output: it is on exactly while some action wants it on, unless its line is broken, which the log reports.
final class OutputWatch {
    /// A line that differs for so long is a fault.
    private static final long FAULT_NS = TimeUnit.SECONDS.toNanos(1);
    /// The box tries a line again this soon.
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long NEVER = ActionTimer.NEVER;

    final String name;
    final int line;
    private final List<ActionTimer> timers = new ArrayList<>(); // of actions that switch it
    private boolean on;
    private boolean broken;
    private boolean reported;
    private long mendedNs = Long.MIN_VALUE; // until then the box may not have tried it
    private long differsNs = NEVER; // since when it is not as it should be
    private long agreesNs = NEVER; // since when it is, and the log still reports a fault
    private boolean wasFree; // at the last look
    private long freedNs = Long.MIN_VALUE / 2; // when it was not known last

    OutputWatch(String name, int line) {
        this.name = name;
        this.line = line;
    }

    void timers(List<ActionTimer> all) {
        List<ActionTimer> now =
                all.stream().filter(timer -> name.equals(timer.action.output())).toList();
        if (now.equals(timers)) return; // the box goes on with it
        wasFree = !timers.isEmpty();
        timers.clear();
        timers.addAll(now);
        differsNs = NEVER;
    }

    /// A process begins: its output is off, and the line works.
    void begins() {
        on = false;
        broken = false;
        mendedNs = Long.MIN_VALUE;
        differsNs = NEVER;
        agreesNs = NEVER;
    }

    /// The line changed.
    void is(boolean now) {
        on = now;
    }

    boolean isOn() {
        return on;
    }

    boolean isBroken() {
        return broken;
    }

    /// The line stays as it is from now on, or works again.
    void breaks(boolean now, long nowNs) {
        broken = now;
        if (!now) mendedNs = nowNs + RETRY_NS + ActionTimer.NEAR_NS;
    }

    private boolean wanted(long nowNs) {
        for (ActionTimer timer : timers) if (timer.on(nowNs)) return true;
        return false;
    }

    /// Whether it is not known whether the output should be on.
    private boolean isFree(long nowNs) {
        for (ActionTimer timer : timers) if (timer.isFree(nowNs)) return true;
        return false;
    }

    /// A fault of the line, or its end. `undone` takes what brings back the state before it.
    void event(EventDraft event, long nowNs, Consumer<Runnable> undone) {
        boolean fault = event.kind() == EventKind.LINE_FAULT;
        if (reported == fault) throw Judge.wrong("twice", event);
        boolean free = isFree(nowNs);
        boolean wanted = wanted(nowNs);
        if (fault) {
            Object says = event.additional().get("wanted");
            if (!broken) throw Judge.wrong("the line works", event);
            if (!(on ? "off" : "on").equals(says)) throw Judge.wrong("the output is " + on, event);
            boolean known = !free && nowNs - freedNs > FAULT_NS + RETRY_NS;
            boolean soon = differsNs == NEVER || nowNs - differsNs < FAULT_NS - ActionTimer.NEAR_NS;
            if (known && wanted == on) throw Judge.wrong("the output is as it should be", event);
            if (known && soon) throw Judge.wrong("the output differs since " + differsNs, event);
        } else if (!free && wanted != on) {
            throw Judge.wrong("the output is not as it should be", event);
        }
        reported = fault;
        undone.accept(() -> reported = !fault);
    }

    /// The box has done what is due. Throws [Violation] where the output is not as it should be.
    void check(long nowNs) {
        boolean free = isFree(nowNs);
        if (free || wasFree) freedNs = nowNs;
        wasFree = free;
        if (free) {
            differsNs = NEVER;
            agreesNs = NEVER;
            return;
        }
        boolean wanted = wanted(nowNs);
        if (wanted == on) {
            differsNs = NEVER;
            if (!reported) agreesNs = NEVER;
            else if (agreesNs == NEVER) agreesNs = nowNs;
            else if (nowNs - agreesNs > ActionTimer.NEAR_NS)
                throw new Violation("output " + name + " works, unreported");
            return;
        }
        agreesNs = NEVER;
        if (differsNs == NEVER) differsNs = nowNs;
        if (broken) {
            boolean late = nowNs - differsNs > FAULT_NS + RETRY_NS + ActionTimer.NEAR_NS;
            if (late && !reported) throw new Violation("the line of output " + name + " is broken, unreported");
        } else if (nowNs >= mendedNs && nowNs - differsNs > ActionTimer.NEAR_NS) {
            throw new Violation("output " + name + " is " + (on ? "on" : "off") + ", and its actions say otherwise");
        }
    }

    /// When it is to be looked at next.
    long nextNs(long nowNs) {
        if (agreesNs != NEVER) return agreesNs + ActionTimer.NEAR_NS + 1;
        if (differsNs == NEVER) return NEVER;
        if (!broken) return Math.max(mendedNs, differsNs + ActionTimer.NEAR_NS) + 1;
        return reported ? NEVER : Math.max(nowNs, differsNs + FAULT_NS + RETRY_NS + ActionTimer.NEAR_NS) + 1;
    }

    /// The process has stopped in order. Throws [Violation] where the output is still on.
    void stops() {
        if (on && !broken) throw new Violation("output " + name + " stays on after the process stopped");
    }
}
