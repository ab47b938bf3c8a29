package dev.lintel.controller.server;

import dev.lintel.controller.log.FatalErrors;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.AttributeKey;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Vert.x's transport over NIO, with an [AcceptGate] where connections are accepted. Vert.x offers no hook that early:
/// its connection handler runs after the TLS handshake, when a connection has cost what it costs.
final class AcceptTransport implements Transport {
    /// Connections that are refused in one turn of the acceptor: after as many, its loop does what else it has to do.
    private static final int REFUSED_PER_TURN_MAX = 64;

    /// What a connection may have unsent, in direct memory: Vert.x writes no answer from the higher mark on, until
    /// it is below the lower one. A client that does not read costs that and one [AnswerWriter#CHUNK].
    private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(8 << 10, 16 << 10);

    /// What is read of a connection at once, in direct memory: one TLS record. Netty itself would read 64 KiB.
    private static final int READ_BYTES_MIN = 512;
    private static final int READ_BYTES_FIRST = 2 << 10;
    private static final int READ_BYTES_MAX = 16 << 10;

    /// The place that a connection has.
    static final AttributeKey<AcceptGate.Place> PLACE = AttributeKey.valueOf("lintel.place");

    private final Transport nio = io.vertx.core.transport.Transport.NIO.implementation();
    private final AcceptGate gate;

    AcceptTransport(AcceptGate gate) {
        this.gate = gate;
    }

    /// A listening socket that asks the gate.
    private static final class GatedServerChannel extends NioServerSocketChannel {
        private final AcceptGate gate;

        GatedServerChannel(AcceptGate gate) {
            this.gate = gate;
        }

        /// Accepts the next connection that finds a place.
        @Override
        protected int doReadMessages(List<Object> accepted) throws IOException {
            for (int refused = 0; refused < REFUSED_PER_TURN_MAX; refused++) {
                SocketChannel socket = javaChannel().accept();
                if (socket == null) return 0;
                Channel channel = enter(socket);
                if (channel == null) continue;
                accepted.add(channel);
                return 1;
            }
            return 0; // the selector comes back at once
        }

        /// The channel of a connection that has a place. Any other is reset, so that nothing of it stays, not even in
        /// the kernel.
        private @Nullable Channel enter(SocketChannel socket) throws IOException {
            AcceptGate.Place place = null;
            try {
                var pending = new Pending();
                if (socket.getRemoteAddress() instanceof InetSocketAddress remote) {
                    place = gate.enter(remote.getAddress(), pending);
                }
                if (place != null) return pending.of(new NioSocketChannel(this, socket), place, gate);
                reset(socket);
                return null;
            } catch (IOException | RuntimeException | Error e) { // the client has gone meanwhile, or there is no memory
                FatalErrors.report(e);
                if (place != null) gate.leave(place);
                socket.close();
                return null;
            }
        }

        /// A fault at one connection must not end the listening.
        @Override
        protected boolean closeOnReadError(Throwable cause) {
            FatalErrors.report(cause);
            return !isActive();
        }

        private static void reset(SocketChannel socket) throws IOException {
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            socket.close();
        }
    }

    /// A connection whose channel is made after its place is taken. Run, it closes the channel.
    private static final class Pending implements Runnable {
        private volatile @Nullable NioSocketChannel channel;

        Channel of(NioSocketChannel made, AcceptGate.Place place, AcceptGate gate) {
            made.attr(PLACE).set(place);
            var _ = made.closeFuture().addListener(_ -> gate.leave(place));
            channel = made;
            return made;
        }

        private static void close(Channel channel) {
            var _ = channel.close();
        }

        /// On a later turn of the acceptor: a channel has no event loop yet when it was accepted in this one.
        @Override
        public void run() {
            NioSocketChannel made = channel;
            if (made != null) made.parent().eventLoop().execute(() -> close(made));
        }
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return domainSocket ? nio.serverChannelFactory(true) : () -> new GatedServerChannel(gate);
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return nio.ioHandlerFactory();
    }

    @Override
    @SuppressWarnings("deprecation") // Vert.x's interface
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return nio.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return nio.datagramChannelFactory();
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return nio.channelFactory(domainSocket);
    }

    @Override
    public boolean supportsDomainSockets() {
        return nio.supportsDomainSockets();
    }

    @Override
    public java.net.SocketAddress convert(io.vertx.core.net.SocketAddress address) {
        return nio.convert(address);
    }

    @Override
    public io.vertx.core.net.SocketAddress convert(java.net.SocketAddress address) {
        return nio.convert(address);
    }

    @Override
    public void configure(DatagramChannel channel, DatagramSocketOptions options) {
        nio.configure(channel, options);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
        nio.configure(config, domainSocket, bootstrap);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
        nio.configure(config, domainSocket, bootstrap);
        bootstrap.childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT);
        bootstrap.childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(READ_BYTES_MIN, READ_BYTES_FIRST, READ_BYTES_MAX));
    }
}
