package dev.lintel.controller.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a handler answers. JSON bodies are trees as `json.Json` writes them. [Rendering] turns replies into status,
/// headers and text.
public sealed interface Reply {
    record Ok(@Nullable Object json) implements Reply {}

    record Created(@Nullable Object json) implements Reply {}

    record Accepted(@Nullable Object json) implements Reply {}

    record NoContent() implements Reply {}

    /// JSON under any status: what the named ones do not cover.
    record Json(int status, @Nullable Object json) implements Reply {}

    /// One page of a list, with the paging headers.
    record Listed(List<?> rows, Paging.Position position) implements Reply {
        public Listed {
            rows = List.copyOf(rows);
        }
    }

    /// A long JSON text, written while it is made; nothing of it is kept in memory.
    record Streamed(JsonBody body) implements Reply {}

    /// A long text of any other kind, written while it is made; nothing of it is kept in memory.
    ///
    /// @param contentType with its charset, which is UTF-8
    record StreamedText(String contentType, TextBody body) implements Reply {}

    /// Server-sent events, for as long as `producer` runs and the client listens.
    record EventStream(Producer producer) implements Reply {}

    record BadRequest(String description) implements Reply {}

    record Unauthorized(String description) implements Reply {}

    /// `error` is the code, such as `insufficient_scope` or `access_denied`.
    record Forbidden(String error, String description) implements Reply {}

    record NotFound(String what) implements Reply {}

    record MethodNotAllowed(List<Method> allowed) implements Reply {}

    /// 409 with a body of the resource's choice.
    record Conflict(Object json) implements Reply {}

    record TooLarge(int maxBytes) implements Reply {}

    /// 415: the body is compressed or encoded in another way.
    record UnsupportedEncoding() implements Reply {}

    /// Messages by field.
    record Invalid(Map<String, List<String>> errors) implements Reply {
        public Invalid(String field, String message) {
            this(Map.of(field, List.of(message)));
        }
    }

    record TooMany(int limit, long retryAfterS) implements Reply {}

    record Unavailable(String description, int retryAfterS) implements Reply {}

    /// A defect of ours or of the disk; the log has the request's id.
    record Failed(String requestId) implements Reply {}

    record Html(int status, String html) implements Reply {}

    record Text(int status, String contentType, String text) implements Reply {}

    /// A file of a page, whose bytes all answers share. `etag` (without quotes) names the content; a client that has it
    /// gets 304.
    record Asset(String contentType, Bytes content, String etag) implements Reply {}

    /// Bytes of any kind, such as a text that is compressed already.
    record Binary(String contentType, Bytes content) implements Reply {}

    /// The connection becomes a WebSocket, where the request asks for it and its route may ([Endpoints#upgrade]).
    record Upgrade(Opening opening) implements Reply {}

    /// Takes a new WebSocket.
    @FunctionalInterface
    interface Opening {
        /// Called on the event loop once it is open; must not block.
        Listener open(Socket socket);
    }

    /// Hears what comes over a WebSocket. Called on the event loop, one call at a time; must not block.
    interface Listener {
        void text(String message);

        /// It is closed, by whomever. Called once, last.
        void closed();
    }

    /// An open WebSocket. Any thread.
    interface Socket {
        /// Sends one message, or closes the socket when the client has long not taken what was sent before. Nothing
        /// happens once it is closed.
        void send(String message);

        void close();
    }

    /// 302, 303, 307 or 308.
    record Redirect(int status, String location) implements Reply {}

    /// `reply` with more headers; a name may repeat (`Set-Cookie`).
    record With(Reply reply, List<Header> headers) implements Reply {
        public With {
            headers = List.copyOf(headers);
        }
    }

    record Header(String name, String value) {}

    /// Writes the body of [Streamed].
    @FunctionalInterface
    interface JsonBody {
        void write(JsonGenerator out) throws IOException;
    }

    /// Writes the body of [StreamedText].
    @FunctionalInterface
    interface TextBody {
        void write(Appendable out) throws IOException;
    }

    /// Feeds an [EventStream] from its virtual thread: waits for something to tell, sends it, until it returns, the
    /// client goes (`send` then throws [GoneException]) or the server closes (it is interrupted).
    @FunctionalInterface
    interface Producer {
        void run(Sink sink) throws InterruptedException;
    }

    /// Where a [Producer] sends to. Each call waits until the client's connection has taken it, so a slow reader slows
    /// its own stream only.
    interface Sink {
        /// Sends one event; `id` is what the client says in `Last-Event-ID` after it lost the connection.
        void send(String event, @Nullable String id, String data) throws InterruptedException;

        /// Keeps the connection alive through proxies and idle time-outs; to be sent every 15 s.
        void comment(String text) throws InterruptedException;
    }

    /// The client of a stream has gone.
    final class GoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public GoneException() {
            super("the client has gone", null, false, false);
        }
    }

    default Reply with(String name, String value) {
        return with(List.of(new Header(name, value)));
    }

    default Reply with(List<Header> more) {
        if (!(this instanceof With(Reply inner, List<Header> before))) return new With(this, more);
        var all = new ArrayList<>(before);
        all.addAll(more);
        return new With(inner, all);
    }
}
