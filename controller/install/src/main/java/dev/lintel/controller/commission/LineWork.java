package dev.lintel.controller.commission;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/// One piece of work on a line, in a daemon thread of its own: a port is waited for in native code. Any thread may look
/// at it and cancel it.
public final class LineWork {
    private static final Logger LOG = System.getLogger(LineWork.class.getName());

    private final String place;
    private final AtomicReference<WorkState> state;
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    /// What is done, on the work's thread. Returns what it came to in words; throws [CommissionException] in words when
    /// it fails. Ends soon when interrupted.
    @FunctionalInterface
    interface Job {
        String run(LineWork work) throws InterruptedException;
    }

    /// `place`: the line, whatever it was called.
    LineWork(String place, WorkState first, Job job) {
        this.place = place;
        state = new AtomicReference<>(first);
        thread = Thread.ofPlatform().name("line-work-" + first.id()).daemon().unstarted(() -> run(job));
    }

    void start() {
        thread.start();
    }

    String place() {
        return place;
    }

    public WorkState state() {
        return state.get();
    }

    /// Ends it soon; what has ended stays as it is.
    public void cancel() {
        cancelled.set(true);
        thread.interrupt();
    }

    /// Waits until it has ended, and returns whether it has.
    public boolean await(Duration limit) throws InterruptedException {
        return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    void change(UnaryOperator<WorkState> change) {
        state.updateAndGet(change);
    }

    private void run(Job job) {
        try {
            end(WorkState.Stage.DONE, job.run(this));
        } catch (InterruptedException e) { // only a cancel interrupts it
            end(WorkState.Stage.CANCELLED, "cancelled");
        } catch (CommissionException e) {
            String why = String.valueOf(e.getMessage());
            boolean asked = cancelled.get();
            end(asked ? WorkState.Stage.CANCELLED : WorkState.Stage.FAILED, asked ? cancelledWords(why) : why);
        } catch (RuntimeException e) { // a fault of ours: told as such, and nobody waits for ever
            LOG.log(Level.ERROR, "work on " + state.get().port() + " failed", e);
            end(WorkState.Stage.FAILED, "a fault of Lintel's; the log has it: " + e);
        } finally {
            over.countDown();
        }
    }

    private static String cancelledWords(String why) {
        return why.startsWith("interrupted") ? "cancelled" + why.substring("interrupted".length()) : why;
    }

    private void end(WorkState.Stage how, String words) {
        change(s -> s.ended(how, words));
    }
}
