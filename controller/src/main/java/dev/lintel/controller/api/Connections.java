package dev.lintel.controller.api;

import dev.lintel.controller.time.Time;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Bounds connections: how many there are, and how long one may keep us waiting for the head of its next request (a
/// client that sends it byte by byte is never idle). Called on event loops.
final class Connections {
    /// Until the whole head of a request is there: the first, or the next on a kept connection.
    private static final long HEAD_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long SWEEP_MS = 5_000;
    /// Marks a connection with a request under way.
    private static final long BUSY = Long.MIN_VALUE;

    private final Map<HttpConnection, Long> waitingSince = new ConcurrentHashMap<>();
    private final Time time;

    Connections(Vertx vertx, Time time) {
        this.time = time;
        vertx.setPeriodic(SWEEP_MS, _ -> sweep());
    }

    void opened(HttpConnection connection) {
        if (waitingSince.size() >= WebServer.CONNECTIONS_MAX) {
            var _ = connection.close();
            return;
        }
        waitingSince.put(connection, time.nowNs());
        connection.closeHandler(_ -> waitingSince.remove(connection));
    }

    void busy(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        waitingSince.replace(connection, BUSY);
        request.response().endHandler(_ -> waitingSince.replace(connection, time.nowNs()));
    }

    private void sweep() {
        long now = time.nowNs();
        waitingSince.forEach((connection, since) -> {
            if (since != BUSY && now - since > HEAD_NS) {
                var _ = connection.close();
            }
        });
    }
}
