package dev.lintel.controller.action;

import dev.lintel.controller.action.ActionInbox.Notice;
import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The one thread that carries actions out. An output that hangs stops it, and no door.
public final class ActionLane implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ActionLane.class.getName());
    /// The longest sleep, so that a clock oddity cannot make the thread sleep for ever.
    private static final long SLEEP_NS_MAX = TimeUnit.SECONDS.toNanos(1);
    /// A step takes milliseconds.
    private static final long HANGS_NS = TimeUnit.SECONDS.toNanos(5);
    /// An output that hangs must not keep the box from stopping.
    private static final long CLOSE_MS_MAX = 2_000;
    /// Faults within an hour after which outputs stay off until the next start.
    private static final int FAULTS_MAX = 20;

    private static final long FAULTS_WITHIN_NS = TimeUnit.HOURS.toNanos(1);

    private final ActionRunner runner;
    private final ActionInbox inbox;
    private final Time time;
    private final ArrayDeque<Long> faultsNs = new ArrayDeque<>(); // this thread only
    private final Thread thread;
    private boolean broken; // this thread only
    private volatile boolean closing;
    private volatile boolean failed;
    private volatile long begunNs = Silence.NONE; // when the step that is under way began

    public ActionLane(ActionRunner runner, ActionInbox inbox, Time time) {
        this.runner = runner;
        this.inbox = inbox;
        this.time = time;
        this.thread = Thread.ofPlatform().name("actions").daemon(true).start(this::loop);
    }

    private void loop() {
        Notice first = null;
        while (!closing && !failed) first = round(first);
        runner.stop();
    }

    private @Nullable Notice round(@Nullable Notice first) {
        try {
            long dueNs = step(first);
            long sleepNs = Math.clamp(dueNs - time.nowNs(), 0, SLEEP_NS_MAX);
            return inbox.await(dueNs == Long.MAX_VALUE ? SLEEP_NS_MAX : sleepNs);
        } catch (InterruptedException e) {
            closing = true; // only close() interrupts this thread
            return null;
        } catch (RuntimeException e) { // a broken invariant: begins again from what the doors and inputs say
            LOG.log(Level.ERROR, "the actions failed", e);
            broken = true;
            failed = tooOften(); // no exception leaves here: it would end the process, and doors with it
            return null;
        }
    }

    private long step(@Nullable Notice first) {
        begunNs = time.nowNs();
        try {
            if (broken) runner.rebuild();
            broken = false;
            return runner.step(first);
        } finally {
            begunNs = Silence.NONE;
        }
    }

    private boolean tooOften() {
        long nowNs = time.nowNs();
        faultsNs.addLast(nowNs);
        while (nowNs - faultsNs.getFirst() > FAULTS_WITHIN_NS) faultsNs.removeFirst();
        return faultsNs.size() > FAULTS_MAX;
    }

    /// For /health: what is wrong, or null.
    public @Nullable String fault() {
        if (!closing && !thread.isAlive()) return "the actions have failed: outputs are off until the next start";
        long sinceNs = begunNs; // it sleeps between steps: a clock that leaps then accuses no output
        if (sinceNs != Silence.NONE && time.nowNs() - sinceNs > HANGS_NS)
            return "an output does not return: actions hang";
        return runner.fault();
    }

    /// Switches all outputs off and ends the thread.
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
