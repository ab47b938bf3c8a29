package dev.lintel.sim.pd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// OSDP over TCP: a port that panels connect to. The last one to come has the line, as a panel that was
/// restarted does not say goodbye to its old connection.
final class SocketPort implements PdPort {
    /// A network's hiccup is no end of a frame.
    private static final int GAP_MS = 200;

    private final ServerSocketChannel server;
    private final Selector selector;
    private @Nullable SocketChannel panel;

    /// Throws [IOException] when the address cannot be had.
    SocketPort(InetSocketAddress address) throws IOException {
        server = ServerSocketChannel.open();
        selector = Selector.open();
        try {
            server.bind(address);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            server.close();
            selector.close();
            throw e;
        }
    }

    @Override
    public String name() {
        InetSocketAddress bound = (InetSocketAddress) server.socket().getLocalSocketAddress();
        return "tcp://" + bound.getHostString() + ":" + bound.getPort();
    }

    @Override
    public int read(byte[] target, int timeoutMs) {
        try {
            selector.select(Math.max(1, timeoutMs));
            selector.selectedKeys().clear();
            accept();
            return receive(target);
        } catch (ClosedSelectorException closing) {
            return -1;
        } catch (IOException e) {
            return server.isOpen() ? 0 : -1;
        }
    }

    private void accept() throws IOException {
        SocketChannel next = server.accept();
        if (next == null) return;
        hangUp();
        next.configureBlocking(false);
        next.register(selector, SelectionKey.OP_READ);
        panel = next;
    }

    private int receive(byte[] target) {
        SocketChannel from = panel;
        if (from == null) return 0;
        try {
            int count = from.read(ByteBuffer.wrap(target));
            if (count < 0) hangUp();
            return Math.max(0, count);
        } catch (IOException lost) {
            hangUp();
            return 0;
        }
    }

    @Override
    public void write(byte[] bytes) {
        SocketChannel to = panel;
        if (to == null) return;
        try {
            to.write(ByteBuffer.wrap(bytes)); // a panel that takes nothing any more loses it, as on a wire
        } catch (IOException lost) {
            hangUp();
        }
    }

    @Override
    public int panelSpeed() {
        return 0;
    }

    @Override
    public void follow(int baud) {}

    @Override
    public int gapMs() {
        return GAP_MS;
    }

    @Override
    public void close() {
        hangUp();
        try {
            selector.close();
            server.close();
        } catch (IOException e) {
            return; // it is on its way out
        }
    }

    private void hangUp() {
        SocketChannel old = panel;
        panel = null;
        if (old == null) return;
        try {
            old.close();
        } catch (IOException e) {
            return; // gone already
        }
    }
}
