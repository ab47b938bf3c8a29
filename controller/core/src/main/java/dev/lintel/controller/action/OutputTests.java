package dev.lintel.controller.action;

import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Asks the actions' thread for a test, and waits until the output is on. Any thread that may block.
public final class OutputTests implements OutputDesk {
    /// The thread answers within milliseconds; one that does not in this time hangs at an output.
    private static final long ANSWER_MS_MAX = 2_000;
    /// In the place of a refusal's words.
    private static final String DONE = "";

    private final ActionRunner runner;
    private final ActionInbox inbox;

    public OutputTests(ActionRunner runner, ActionInbox inbox) {
        this.runner = runner;
        this.inbox = inbox;
    }

    @Override
    public List<OutputView> outputs() {
        return runner.outputs();
    }

    @Override
    public Outcome test(String output, String by) {
        var answer = new CompletableFuture<String>();
        boolean taken = inbox.test(output, by, refusal -> answer.complete(refusal == null ? DONE : refusal));
        if (!taken) return new Outcome.Unanswered("the actions are busy");
        try {
            String refusal = answer.get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
            return refusal.equals(DONE) ? new Outcome.Done() : new Outcome.Refused(refusal);
        } catch (TimeoutException e) {
            return new Outcome.Unanswered("the outputs do not answer");
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails an answer", e);
        } catch (InterruptedException e) { // the server closes
            Thread.currentThread().interrupt();
            return new Outcome.Unanswered("the box is stopping");
        }
    }
}
