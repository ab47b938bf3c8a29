package dev.lintel.controller.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The hub or the service that this box follows, as the API uses it. Any thread that may block.
public interface UpstreamDesk {
    /// How far following has come.
    enum Phase {
        /// This box has never had all there is.
        PENDING,
        SYNCING,
        OK,
        FAILING
    }

    /// How far following is.
    ///
    /// @param completedMs when this box last had all there was, Unix milliseconds; null: never
    /// @param problem what keeps it from having all, in words; null: nothing
    record Progress(
            Phase phase,
            @Nullable Long completedMs,
            @Nullable String problem) {}

    /// A write that a client asked of this box, and that the upstream is to do. It may hold PINs: never to be logged.
    ///
    /// @param path with its query
    /// @param body null: none
    /// @param idempotencyKey null: none
    /// @param base of absolute addresses in the answer: this box's own
    record Write(
            String method,
            String path,
            @Nullable String body,
            @Nullable String idempotencyKey,
            Principal by,
            String base) {
        @Override
        public String toString() {
            return "Write[" + method + "]";
        }
    }

    /// What the upstream answered, once this box has what it tells of.
    ///
    /// @param headers of the answer that are the client's to see
    /// @param body null: none
    record Answer(
            int status,
            Map<String, String> headers,
            @Nullable String body) {
        public Answer {
            headers = Map.copyOf(headers);
        }
    }

    /// The upstream is away, or refuses. The message is for people.
    final class RefusedWriteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String refusal;

        /// @param refusal the upstream's word for why it will not do it, such as `read_only`; empty: it is away
        public RefusedWriteException(String message, String refusal, @Nullable Throwable cause) {
            super(message, cause);
            this.refusal = refusal;
        }

        public String refusal() {
            return refusal;
        }
    }

    Progress progress();

    /// Asks for all there is, now. The log says who asked, and what came of it.
    void syncNow(String by, @Nullable String credential);

    /// Whether the upstream hides PINs from clients as this box does.
    boolean masksPins();

    /// Has the upstream do a write. Throws [RefusedWriteException], and `IllegalArgumentException` in words for what it
    /// cannot be asked.
    Answer forward(Write write);
}
