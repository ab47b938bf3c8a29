package dev.lintel.controller.api;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.file.FileSystemOptions;

/// The threads that the web server's connections live on. Made beforehand where time counts, for it takes some;
/// handed to [WebServer#start], which ends them with itself.
public final class EventLoops implements AutoCloseable {
    /// One event loop carries a board's TLS; a second helps while the first shakes hands.
    private static final int COUNT = 2;

    private final Vertx vertx;

    private EventLoops(Vertx vertx) {
        this.vertx = vertx;
    }

    public static EventLoops start() {
        return new EventLoops(Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(COUNT)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setAddressResolverOptions(new AddressResolverOptions().setHostsRefreshPeriod(0))
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false))));
    }

    Vertx vertx() {
        return vertx;
    }

    /// Tells them to end and does not wait. A second call does nothing.
    @Override
    public void close() {
        var _ = vertx.close();
    }
}
