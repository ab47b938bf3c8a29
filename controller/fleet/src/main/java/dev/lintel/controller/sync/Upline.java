package dev.lintel.controller.sync;

import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The line to a hub or a service, as long as the box follows it. Any thread that may block; what cannot be done is an
/// [UplineException] in words.
public interface Upline extends AutoCloseable {
    /// Begins to follow; returns at once.
    void start();

    /// Asks for all there is, now; returns at once. Progress tells what comes of it.
    void syncNow();

    /// What was held back under this name is let through; asks for all there is. Returns at once.
    void accepted(String name);

    /// Has the upstream do a write. Returns once this box has what the answer tells of. Throws
    /// [IllegalArgumentException] in words for what it cannot be asked.
    ForwardAnswer forward(ForwardRequest request);

    /// Tells the upstream that this box follows it no more.
    void leave();

    Status status();

    @Override
    void close();

    /// How the line is.
    ///
    /// @param online whether the link stands
    /// @param waiting events that the hub does not have yet; 0 for a service, which gets none
    /// @param doing what is going on, for a person: `idle`, `changes: 1,200 lines`, `snapshot: 40,000 people`
    /// @param problem what keeps it from following, in words; null: nothing
    /// @param skewMs this box's clock less the upstream's, or null before it was measured
    /// @param notices what cannot be taken over though all goes well, in words
    record Status(
            boolean online,
            long waiting,
            String doing,
            @Nullable String problem,
            @Nullable Long skewMs,
            List<String> notices) {
        public Status {
            notices = List.copyOf(notices);
        }

        /// Of a line that takes all over.
        public Status(boolean online, long waiting, String doing, @Nullable String problem, @Nullable Long skewMs) {
            this(online, waiting, doing, problem, skewMs, List.of());
        }
    }
}
