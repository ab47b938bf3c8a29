package dev.lintel.reader.osdp;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Something an installer asks of one PD besides the daily polls: a conversation of one command or many, which
/// takes turns with polls. Stepped by [PdAgenda] on the bus's thread; whoever asked holds [#result], and cancels
/// there.
///
/// ```
///   waiting --begin--> next() -> answered() -> next() -> .. -> over
///                        ^ '-- restarted(): the PD began anew, the same is asked again
///                        '---- not before dueNs()
/// ```
sealed interface Order permits SingleOrder, FileOrder {
    /// Completed once: with what was asked for, or exceptionally with an [OrderException].
    CompletableFuture<?> result();

    /// The first turn has come: times count from here. `frame` is what one frame to this PD may carry.
    void begin(FrameRoom frame, long nowNs);

    /// When its next command may go out; only asked while it is not over.
    long dueNs();

    /// When it is given up, unless something happens before.
    long untilNs();

    /// The next command, or null when it has none any more.
    @Nullable
    Command next();

    /// The reply to the command given last.
    void answered(Reply reply, long nowNs);

    /// The conversation with the PD began anew: what it had been told may be forgotten.
    void restarted(long nowNs);

    /// Whether polls would disturb it.
    boolean exclusive();

    /// Whether the PD has said that the next command shall be a poll.
    default boolean pollWished() {
        return false;
    }

    /// What to say when its time is over.
    default String late() {
        return "it did not answer in time";
    }

    default boolean over() {
        return result().isDone();
    }

    /// Ends it; `why` is a few words that follow the reader's name.
    default void fail(String why) {
        result().completeExceptionally(new OrderException(why));
    }
}
