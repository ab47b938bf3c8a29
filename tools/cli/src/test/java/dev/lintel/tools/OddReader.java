package dev.lintel.tools;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Decoded;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;

/// An OSDP reader behind a network that answers each poll with the same payload.
final class OddReader implements AutoCloseable {
    private static final int POLL = 0x60;
    private static final int ID = 0x61;
    private static final int CAP = 0x62;
    private static final Bytes ACK = Bytes.ofHex("40");
    private static final Bytes IDENTITY = Bytes.ofHex("450c0b0a010278563412010203");
    private static final Bytes CAPABILITIES = Bytes.ofHex("46080100"); // checks with CRC

    /// A poll is 50 ms after the one before, and a bus's statistics are renewed every second.
    private static final int POLLS = 25;

    private final CountDownLatch polls = new CountDownLatch(POLLS);
    private final ServerSocket server;
    private final int address;
    private final Bytes payload;

    OddReader(int address, Bytes payload) throws IOException {
        this.address = address;
        this.payload = payload;
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("odd-reader").start(this::serve);
    }

    String port() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    /// Waits until a panel has heard answers to polls, and has counted them.
    void awaitAnswers() throws InterruptedException {
        polls.await();
    }

    private void serve() {
        try {
            while (true) {
                try (Socket panel = server.accept()) {
                    answer(panel);
                }
            }
        } catch (IOException e) { // closed
        }
    }

    private void answer(Socket panel) throws IOException {
        panel.setTcpNoDelay(true);
        InputStream in = panel.getInputStream();
        var read = new byte[OsdpCodec.FRAME_BYTES_MAX + 1];
        for (int count = in.read(read); count > 0; count = in.read(read)) {
            int from = (read[0] & 0xFF) == OsdpCodec.MARK ? 1 : 0;
            if (!(OsdpCodec.decode(ByteBuffer.wrap(read, from, count - from)) instanceof Decoded.Frame found)) continue;
            OsdpFrame command = found.frame();
            if (command.pd() != address) continue;
            Bytes said = switch (command.code()) {
                case ID -> IDENTITY;
                case CAP -> CAPABILITIES;
                case POLL -> payload;
                default -> ACK;
            };
            panel.getOutputStream()
                    .write(OsdpCodec.encodeMarked(OsdpFrame.reply(address, command.sequence(), command.crc(), said)));
            if (command.code() == POLL) polls.countDown();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
