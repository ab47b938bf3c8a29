package dev.lintel.controller.hub;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/// A client's half of TLS that sends each flight whole: a socket of the JDK's writes record by record, and is broken
/// in the middle when the hub has closed, before it has read why.
final class TlsTalk implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int BYTES_MAX = 1 << 17;

    private final SSLEngine engine;
    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(BYTES_MAX);
    private final ByteBuffer out = ByteBuffer.allocate(BYTES_MAX);
    private final ByteBuffer text = ByteBuffer.allocate(BYTES_MAX);

    TlsTalk(SSLContext tls, String hub, String protocol) throws IOException {
        URI address = URI.create(hub);
        engine = tls.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {protocol});
        channel = SocketChannel.open();
        channel.socket().connect(new InetSocketAddress(address.getHost(), address.getPort()), 10_000);
        channel.socket().setSoTimeout((int) TimeUnit.SECONDS.toMillis(10));
    }

    /// The first line of the answer to a question for changes. Throws what ends the handshake.
    String status() throws IOException {
        engine.beginHandshake();
        while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) step();
        String asked = "GET /sync/1/changes HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n";
        wrap(ByteBuffer.wrap(asked.getBytes(StandardCharsets.US_ASCII)));
        send(); // what was left of the handshake is in it: of TLS 1.3 the hub's half ends later
        while (true) {
            String heard = new String(text.array(), 0, text.position(), StandardCharsets.ISO_8859_1);
            int end = heard.indexOf("\r\n");
            if (end >= 0) return heard.substring(0, end);
            step();
        }
    }

    private void step() throws IOException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            }
            case NEED_WRAP -> wrap(NOTHING);
            default -> {
                send();
                unwrap();
            }
        }
    }

    private void wrap(ByteBuffer plain) throws IOException {
        engine.wrap(plain, out);
    }

    private void send() throws IOException {
        out.flip();
        while (out.hasRemaining()) channel.write(out);
        out.clear();
    }

    private void unwrap() throws IOException {
        in.flip();
        SSLEngineResult result = engine.unwrap(in, text);
        in.compact();
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) throw new EOFException("the hub has closed");
        if (result.getStatus() != SSLEngineResult.Status.BUFFER_UNDERFLOW) return;
        int read = channel.socket().getInputStream().read(in.array(), in.position(), in.remaining());
        if (read < 0) throw new EOFException("the hub has hung up");
        in.position(in.position() + read);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
