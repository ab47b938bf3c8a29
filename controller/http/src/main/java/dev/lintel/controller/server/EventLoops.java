package dev.lintel.controller.server;

import dev.lintel.controller.log.FatalErrors;
import dev.lintel.controller.time.Time;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.transport.Transport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/// The threads that the web server's connections live on. Made beforehand where time counts, for it takes some;
/// handed to [WebServer#start], which ends them with itself.
public final class EventLoops implements AutoCloseable {
    /// One event loop carries a board's TLS; a second helps while the first shakes hands.
    private static final int COUNT = 2;

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private final Vertx vertx;
    private final AcceptGate gate;

    private EventLoops(Vertx vertx, AcceptGate gate) {
        this.vertx = vertx;
        this.gate = gate;
    }

    public static EventLoops start(Time time) {
        return start(time, HandshakeRates.Limits.of(Runtime.getRuntime().availableProcessors()));
    }

    /// The same with other limits of how many connections are accepted in a second.
    static EventLoops start(Time time, HandshakeRates.Limits limits) {
        var random = new SecureRandom();
        var gate = new AcceptGate(
                time,
                new ConnectionCounts(),
                new HandshakeRates(time, limits, random.nextLong()),
                new AcceptGate.Resources(
                        Runtime.getRuntime().maxMemory(), Descriptors.own().max()),
                random.nextLong());
        var options = new VertxOptions()
                .setEventLoopPoolSize(COUNT)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setAddressResolverOptions(new AddressResolverOptions().setHostsRefreshPeriod(0))
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
        Vertx vertx =
                Vertx.builder().with(options).withTransport(new GatedNio(gate)).build();
        vertx.exceptionHandler(EventLoops::failed);
        return new EventLoops(vertx, gate);
    }

    /// A handler of an event loop has thrown this, which ends neither its thread nor its connection.
    private static void failed(Throwable fault) {
        FatalErrors.report(fault);
        LOG.log(Level.ERROR, "a handler of a connection failed", fault);
    }

    /// The transport as Vert.x asks for it.
    private record GatedNio(AcceptGate gate) implements Transport {
        @Override
        public String name() {
            return "nio";
        }

        @Override
        public boolean available() {
            return true;
        }

        @Override
        public @Nullable Throwable unavailabilityCause() {
            return null;
        }

        @Override
        public io.vertx.core.spi.transport.Transport implementation() {
            return new AcceptTransport(gate);
        }
    }

    /// What connections have to pass.
    AcceptGate gate() {
        return gate;
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
