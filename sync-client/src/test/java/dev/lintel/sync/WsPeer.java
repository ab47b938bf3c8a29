package dev.lintel.sync;

import dev.lintel.sync.wire.LinkMessage;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// The server's side of one WebSocket (RFC 6455): texts whole, no extensions.
final class WsPeer {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final TinyServer.Exchange exchange;
    final List<LinkMessage> heard = new CopyOnWriteArrayList<>();

    WsPeer(TinyServer.Exchange exchange) throws IOException {
        this.exchange = exchange;
        String key = exchange.request().headers().get("sec-websocket-key");
        exchange.head(
                101,
                Map.of("Upgrade", "websocket", "Connection", "Upgrade"),
                "Sec-WebSocket-Accept: " + accept(String.valueOf(key)));
        exchange.out().flush();
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void say(LinkMessage message) {
        text(message.toJson());
    }

    synchronized void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            OutputStream out = exchange.out();
            out.write(0x81);
            if (bytes.length < 126) {
                out.write(bytes.length);
            } else if (bytes.length < 1 << 16) { // the shortest form that does: clients insist
                out.write(126);
                out.write(ByteBuffer.allocate(2).putShort((short) bytes.length).array());
            } else {
                out.write(127);
                out.write(ByteBuffer.allocate(8).putLong(bytes.length).array());
            }
            out.write(bytes);
            out.flush();
        } catch (IOException _) {
            // the box went
        }
    }

    /// The next text; ends with an exception.
    LinkMessage next() throws IOException {
        InputStream in = exchange.in();
        while (true) {
            int kind = in.read();
            int length = in.read() & 0x7f;
            if (kind < 0 || (kind & 0x0f) == 8) throw new EOFException();
            if (length == 126) length = ByteBuffer.wrap(in.readNBytes(2)).getShort() & 0xffff;
            else if (length == 127)
                length = (int) ByteBuffer.wrap(in.readNBytes(8)).getLong();
            byte[] mask = in.readNBytes(4);
            byte[] bytes = in.readNBytes(length);
            for (int i = 0; i < bytes.length; i++) bytes[i] ^= mask[i % 4];
            if ((kind & 0x0f) != 1) continue; // pings
            LinkMessage message = LinkMessage.parse(new String(bytes, StandardCharsets.UTF_8));
            heard.add(message);
            return message;
        }
    }

    void abort() {
        TinyServer.abort(exchange.socket());
    }
}
