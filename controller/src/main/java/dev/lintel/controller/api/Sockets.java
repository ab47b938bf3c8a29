package dev.lintel.controller.api;

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

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private Sockets() {}

    /// From any thread. Where the handshake fails the client has its answer or has gone, and nobody is told.
    static void open(Context context, Exchanges exchanges, HttpServerRequest request, Reply.Upgrade upgrade) {
        HttpConnection connection = request.connection();
        context.runOnContext(_ -> {
            request.toWebSocket()
                    .onSuccess(socket -> {
                        exchanges.upgraded(connection);
                        Runnable cut = () -> Connections.cut(connection);
                        opened(context, socket, upgrade, cut, () -> exchanges.ended(connection));
                    })
                    .onFailure(e -> LOG.log(Level.DEBUG, "no WebSocket came of a request", e));
            // Vert.x fails its handshake by this handler when the client goes, and then completes it at the request's
            // end, which throws. Left alone it goes on, and fails once, by the closed connection.
            request.exceptionHandler(e -> LOG.log(Level.DEBUG, "a client went while its WebSocket opened", e));
        });
    }

    private static void opened(
            Context context, ServerWebSocket socket, Reply.Upgrade upgrade, Runnable cut, Runnable ended) {
        socket.setWriteQueueMaxSize(UNSENT_BYTES_MAX);
        Reply.Listener listener = upgrade.opening().open(new Open(context, socket, cut));
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

    private record Open(Context context, ServerWebSocket socket, Runnable cut) implements Reply.Socket {
        @Override
        public void send(String message) {
            context.runOnContext(_ -> {
                if (socket.isClosed()) return;
                if (socket.writeQueueFull()) {
                    cut.run(); // its end would wait behind what the client does not read
                    return;
                }
                var _ = socket.writeTextMessage(message);
            });
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
