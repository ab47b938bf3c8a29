package dev.lintel.tools.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/// A client that keeps TLS handshakes half-open: it connects, sends one ClientHello and then nothing. What the server
/// closes it opens again, so that there are as many attempts at any moment as were asked for. One thread of its own.
final class HalfOpenFlood implements AutoCloseable {
    private static final int EVERY_MS = 5;
    /// Attempts that begin in one turn: a machine of two cores does some thousands in a second.
    private static final int NEW_PER_TURN_MAX = 50;

    private final InetSocketAddress server;
    private final String from;
    private final int addresses;
    private final int wanted;
    private final byte[] hello;
    private final Selector selector;
    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final Thread thread;
    private volatile boolean over;

    /// @param from the first three numbers of its addresses, such as `127.0.2.`
    /// @param addresses as how many it connects, in turn
    /// @param wanted attempts at any moment
    HalfOpenFlood(int port, String from, int addresses, int wanted) {
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.from = from;
        this.addresses = addresses;
        this.wanted = wanted;
        try {
            this.hello = clientHello();
            this.selector = Selector.open();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        this.thread = Thread.ofPlatform().name("flood").start(this::run);
    }

    private static byte[] clientHello() throws GeneralSecurityException, SSLException {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 443);
        engine.setUseClientMode(true);
        var out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), out);
        var bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }

    /// Attempts that the server has closed or refused.
    long ended() {
        return ended.get();
    }

    /// Attempts in total.
    long opened() {
        return opened.get();
    }

    private void run() {
        try {
            int running = 0;
            while (!over) {
                for (int i = 0; i < NEW_PER_TURN_MAX && running < wanted; i++) {
                    if (begin()) running++;
                }
                selector.select(EVERY_MS);
                for (var keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (goesOn(key)) continue;
                    running--;
                    ended.incrementAndGet();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean begin() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_LINGER, 0); // no port stays in TIME_WAIT
        channel.configureBlocking(false);
        channel.bind(new InetSocketAddress(InetAddress.ofLiteral(from + (1 + opened.get() % addresses)), 0));
        try {
            channel.connect(server);
        } catch (IOException e) { // reset at once
            channel.close();
            ended.incrementAndGet();
            return false;
        }
        channel.register(selector, SelectionKey.OP_CONNECT);
        opened.incrementAndGet();
        return true;
    }

    /// Sends the hello, and hears out what the server says. False once it has ended.
    private boolean goesOn(SelectionKey key) throws IOException {
        var channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable()) {
                channel.finishConnect();
                channel.write(ByteBuffer.wrap(hello));
                key.interestOps(SelectionKey.OP_READ);
                return true;
            }
            if (channel.read(ByteBuffer.allocate(16 << 10)) >= 0) return true;
        } catch (IOException e) { // reset
        }
        channel.close();
        return false;
    }

    @Override
    public void close() {
        over = true;
        selector.wakeup();
        try {
            thread.join();
            for (SelectionKey key : selector.keys()) key.channel().close();
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
