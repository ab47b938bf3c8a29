package dev.lintel.controller.client;

import dev.lintel.reader.Bytes;
import java.net.URI;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Posts to receivers.
@FunctionalInterface
public interface Sender {
    /// Begins and returns at once; `done` is told what came of it exactly once, on any thread, within [#LIMIT_S] and a
    /// little.
    void send(Post post, Consumer<Outcome> done);

    /// For names, connection, and all of the answer: the design's figure.
    int LIMIT_S = 15;

    /// What to send.
    ///
    /// @param turn counts attempts: of several addresses of one host each is tried in turn
    /// @param headers beside those of HTTP itself
    record Post(URI to, int turn, Map<String, String> headers, Bytes body) {}

    /// What came of it.
    ///
    /// @param status of the answer; null: there was none
    /// @param fault why it has not arrived, as a sentence; null: it has
    /// @param answer its first bytes, as text
    /// @param askedMs how long the receiver asks to be left alone (`Retry-After`); null: it does not
    record Outcome(
            @Nullable Integer status,
            @Nullable String fault,
            String answer,
            @Nullable Long askedMs) {
        private static final int OK = 200;
        private static final int REDIRECTS = 300;
        private static final int ERRORS = 400;
        private static final int GONE = 410;

        /// There was no answer.
        public static Outcome none(String fault) {
            return new Outcome(null, fault, "", null);
        }

        /// There was one: only a status from 200 to 299 ends a delivery.
        public static Outcome answered(int status, String answer, @Nullable Long askedMs) {
            return new Outcome(status, fault(status), answer, askedMs);
        }

        private static @Nullable String fault(int status) {
            if (status >= OK && status < REDIRECTS) return null;
            if (status == GONE) return "It answered 410: nobody is there any more.";
            if (status >= REDIRECTS && status < ERRORS) {
                return "It answered " + status + ": no redirect is followed; give the address it leads to.";
            }
            return "It answered " + status + ".";
        }

        public boolean arrived() {
            return fault == null;
        }
    }
}
