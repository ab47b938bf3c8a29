package dev.lintel.controller.control;

import dev.lintel.controller.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One client: a line in, lines out, each within its time. Confined to the connection's thread, but for [#close].
final class ControlConnection implements Responses, AutoCloseable {
    /// A whole site.yaml travels in one request; more is no request of ours.
    static final int REQUEST_BYTES_MAX = 1 << 20;
    /// A client writes its request at once.
    static final long READ_MS_MAX = 5_000;
    /// A client that does not read for so long holds a place others may need.
    static final long WRITE_MS_MAX = 5_000;

    private static final int BUFFER_BYTES = 8192;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final LongSupplier nowNs;

    ControlConnection(SocketChannel channel, LongSupplier nowNs) throws IOException {
        this.channel = channel;
        this.nowNs = nowNs;
        this.selector = Selector.open();
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ);
    }

    /// The request line without its end, or null when the client left before it sent one.
    @Nullable
    String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long deadlineNs = nowNs.getAsLong() + TimeUnit.MILLISECONDS.toNanos(READ_MS_MAX);
        while (true) {
            buffer.clear();
            int count = channel.read(buffer);
            if (count < 0) return null;
            if (count == 0) {
                await(SelectionKey.OP_READ, deadlineNs, "no request came in time");
                continue;
            }
            int end = indexOfLineEnd(buffer.array(), count);
            line.write(buffer.array(), 0, end);
            if (line.size() > REQUEST_BYTES_MAX) throw new Refused("the request is longer than 1 MB");
            if (end < count) return line.toString(StandardCharsets.UTF_8);
        }
    }

    @Override
    public void send(Map<String, ? extends @Nullable Object> answer) {
        ByteBuffer bytes = ByteBuffer.wrap((Json.write(answer) + "\n").getBytes(StandardCharsets.UTF_8));
        long deadlineNs = nowNs.getAsLong() + TimeUnit.MILLISECONDS.toNanos(WRITE_MS_MAX);
        try {
            while (bytes.hasRemaining()) {
                if (channel.write(bytes) == 0) await(SelectionKey.OP_WRITE, deadlineNs, "the client does not read");
            }
        } catch (IOException | Refused e) { // closed at the other end, or it stopped reading
            throw new ClientGone(e);
        }
    }

    @Override
    public boolean open() {
        try {
            return channel.read(ByteBuffer.allocate(1)) >= 0;
        } catch (IOException e) { // reset by the other end
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }

    private void await(int operation, long deadlineNs, String late) throws IOException {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - nowNs.getAsLong());
        if (leftMs <= 0) throw new Refused(late);
        key.interestOps(operation);
        selector.select(_ -> {}, leftMs);
        if (Thread.currentThread().isInterrupted()) throw new IOException("the process is ending");
    }

    private static int indexOfLineEnd(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) if (bytes[i] == '\n') return i;
        return count;
    }
}
