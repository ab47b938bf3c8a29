package dev.lintel.tools.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;

/// The yardstick of [ApiBench]: a bare Vert.x server over TLS that says hello, in a process of its own with the box's
/// options for the JVM, certificate and count of event loops. No routes, no body, no database.
public final class HelloServer {
    private static final int EVENT_LOOPS = 2;

    private HelloServer() {}

    /// Listens; `args` are certificate and key as PEM files, and the port.
    public static void main(String[] args) {
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS));
        var identity = new PemKeyCertOptions().setCertPath(args[0]).setKeyPath(args[1]);
        var options = new HttpServerOptions().setSsl(true).setUseAlpn(false).setKeyCertOptions(identity);
        var _ = vertx.createHttpServer(options)
                .requestHandler(request -> request.response().end("hello"))
                .listen(Integer.parseInt(args[2]), "127.0.0.1");
    }
}
