package dev.lintel.controller.server;

import dev.lintel.controller.http.Reply;
import io.vertx.core.Context;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Makes a WebSocket of a request. The socket lives on the request's event loop.
final class Sockets {
    /// Of what a client has not taken yet: some seconds' worth of news to a box on a slow line.
    private static final int UNSENT_BYTES_MAX = 256 * 1024;

    /// All of that together may take as much as this share of the heap: 4 MB on a board, whose direct memory is 32 MB.
    private static final int HEAP_SHARE = 16;

    /// The share of that which one network may take.
    private static final int NETWORK_SHARE = 8;

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private Sockets() {}

    /// From any thread. Where the handshake fails the client has its answer or has gone, and nobody is told.
    static void open(Context context, Exchanges exchanges, HttpServerRequest request, Reply.Upgrade upgrade) {
        HttpConnection connection = request.connection();
        context.runOnContext(_ -> {
            request.toWebSocket()
                    .onSuccess(socket -> {
                        exchanges.upgraded(connection);
                        var unsent = new Unsent(exchanges.news, MemoryBudget.Holder.of(connection));
                        var open = new Open(context, socket, unsent, () -> Connections.cut(connection));
                        opened(open, upgrade, () -> exchanges.ended(connection));
                    })
                    .onFailure(e -> LOG.log(Level.DEBUG, "no WebSocket came of a request", e));
            // Vert.x fails its handshake by this handler when the client goes, and then completes it at the request's
            // end, which throws. Left alone it goes on, and fails once, by the closed connection.
            request.exceptionHandler(e -> LOG.log(Level.DEBUG, "a client went while its WebSocket opened", e));
        });
    }

    /// The budget of news that clients have not taken: 4 MB on a board.
    ///
    /// @param heapBytes what the process may use
    static MemoryBudget budget(long heapBytes) {
        return new MemoryBudget(heapBytes / HEAP_SHARE, NETWORK_SHARE);
    }

    private static void opened(Open open, Reply.Upgrade upgrade, Runnable ended) {
        ServerWebSocket socket = open.socket;
        socket.setWriteQueueMaxSize(UNSENT_BYTES_MAX);
        Reply.Listener listener = upgrade.opening().open(open);
        socket.textMessageHandler(listener::text);
        socket.exceptionHandler(
                e -> { // also of a message in many frames that is too long as a whole
                    LOG.log(Level.DEBUG, "a WebSocket broke", e);
                    if (!socket.isClosed()) {
                        var _ = socket.close();
                    }
                });
        socket.closeHandler(_ -> {
            ended.run();
            listener.closed();
        });
    }

    /// What this socket takes of the budget of all.
    private record Unsent(MemoryBudget budget, MemoryBudget.Holder holder) {
        boolean take(int bytes) {
            return budget.take(holder, bytes);
        }

        void give(int bytes) {
            budget.give(holder, bytes);
        }
    }

    /// @param cut closes the connection, whether or not the client reads
    private record Open(Context context, ServerWebSocket socket, Unsent unsent, Runnable cut) implements Reply.Socket {
        @Override
        public void send(String message) {
            int bytes = message.length(); // JSON, nearly all of it ASCII
            if (unsent.take(bytes)) context.runOnContext(_ -> write(message));
            else cut.run();
        }

        /// On the event loop.
        private void write(String message) {
            int bytes = message.length();
            if (socket.isClosed()) {
                unsent.give(bytes);
            } else if (socket.writeQueueFull()) {
                unsent.give(bytes);
                cut.run(); // its own end would wait behind what the client does not read
            } else {
                var _ = socket.writeTextMessage(message).onComplete(_ -> unsent.give(bytes));
            }
        }

        @Override
        public void close() {
            context.runOnContext(_ -> {
                if (!socket.isClosed()) {
                    var _ = socket.close();
                }
            });
        }
    }
}
