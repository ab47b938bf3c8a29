package dev.lintel.controller.api;

import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.people.ImageShelfException;
import dev.lintel.controller.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// The answer to what no handler expected, and the line of the log that tells of it. The client learns a sentence and
/// the request's id, the log the rest. Any thread.
final class Faults {
    /// A disk is not cleared within seconds; who asks again each minute learns of it soon enough.
    private static final int FULL_RETRY_S = 60;
    /// Memory is free again once those who have it are answered.
    private static final int MEMORY_RETRY_S = 5;

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private Faults() {}

    /// What `handler` answers, where it throws, too: for a filter that adds to every answer.
    static Reply answered(Request request, Handler handler) {
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
    static Reply tooLarge(Request request) {
        LOG.log(
                Level.ERROR,
                "request " + request.requestId() + " failed: " + request.method() + " "
                        + request.route().pattern() + ": too little memory");
        return new Reply.Unavailable("there is too little memory just now", MEMORY_RETRY_S);
    }

    static Reply reply(Request request, RuntimeException fault) {
        String what = "request " + request.requestId() + " failed: " + request.method() + " "
                + request.route().pattern();
        if (fault instanceof StoreException refused && refused.reason() == StoreException.Reason.FULL) {
            LOG.log(Level.ERROR, what + ": no room on the disk"); // no stack: it is no defect, and each write has one
            return new Reply.Unavailable("there is no room on the disk; ask again when there is", FULL_RETRY_S);
        }
        if (fault instanceof StoreException refused && refused.isOfDisk()) {
            LOG.log(Level.ERROR, what + ": " + fault.getMessage());
            String why = refused.reason() == StoreException.Reason.REFUSED ? refused.getMessage() : "the disk fails";
            return new Reply.Unavailable(why + "; ask again later", FULL_RETRY_S);
        }
        if (fault instanceof StoreException refused && refused.reason() == StoreException.Reason.CLOSED) {
            LOG.log(Level.ERROR, what + ": " + fault.getMessage());
            return new Reply.Unavailable("what is kept cannot be read now; ask again later", FULL_RETRY_S);
        }
        if (fault instanceof StoreException refused && refused.reason() == StoreException.Reason.MEMORY) {
            return tooLarge(request);
        }
        if (fault instanceof DataFolderException) {
            LOG.log(Level.ERROR, what + ": " + fault.getMessage());
            return new Reply.Unavailable("the disk takes no file; ask again later", FULL_RETRY_S);
        }
        if (fault instanceof ImageShelfException) {
            LOG.log(Level.ERROR, what + ": " + fault.getMessage());
            return new Reply.Unavailable("images cannot be kept now; ask again later", FULL_RETRY_S);
        }
        LOG.log(Level.ERROR, what, fault);
        return new Reply.Failed(request.requestId());
    }
}
