package dev.lintel.controller.http;

import dev.lintel.controller.files.TemporaryFault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// The answer to what no handler expected, and the line of the log that tells of it. The client learns a sentence and
/// the request's id, the log the rest. Any thread.
public final class Faults {
    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private Faults() {}

    /// What `handler` answers, where it throws, too: for a filter that adds to every answer.
    public static Reply answered(Request request, Handler handler) {
        try {
            return handler.handle(request);
        } catch (RefusedException e) {
            return e.reply();
        } catch (RuntimeException e) { // whatever a handler did not expect
            return reply(request, e);
        } catch (OutOfMemoryError e) { // what it took is free again with its answer
            return tooLarge(request);
        }
    }

    /// The request takes more memory than is left, by itself or with others beside it.
    public static Reply tooLarge(Request request) {
        LOG.log(
                Level.ERROR,
                "request " + request.requestId() + " failed: " + request.method() + " "
                        + request.route().pattern() + ": too little memory");
        return new Reply.Unavailable("there is too little memory just now", TemporaryFault.MEMORY_RETRY_S);
    }

    public static Reply reply(Request request, RuntimeException fault) {
        String what = "request " + request.requestId() + " failed: " + request.method() + " "
                + request.route().pattern();
        if (fault instanceof TemporaryFault passing) {
            String words = passing.forClient();
            if (words != null) {
                LOG.log(Level.ERROR, what + ": " + passing.forLog()); // no stack: it is no defect
                return new Reply.Unavailable(words, passing.retryS());
            }
        }
        LOG.log(Level.ERROR, what, fault);
        return new Reply.Failed(request.requestId());
    }
}
