package dev.lintel.tools.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// TLS connections of many addresses to one box. Every address of 127/8 is this machine's.
final class Strangers implements AutoCloseable {
    /// Fewer than one network may have.
    private static final int OF_ADDRESS = 60;

    private static final int WAIT_MS = 10_000;
    private static final int READ_BUFFER = 4 << 10; // what the operating system takes for a client that does not read

    private final int port;
    private final SSLContext trust;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>(); // any thread
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    Strangers(Box box) {
        this.port = URI.create(box.url()).getPort();
        this.trust = BoxApi.trusting(box.data.resolve("tls/ca.crt"));
    }

    /// Opens connections of as many addresses as it takes; each sends `bytes`. Returns how many sent all of them: the
    /// others were refused or closed.
    int send(int connections, byte[] bytes) {
        int sent = 0;
        for (int i = 0; i < connections; i++) {
            if (send("127.0.1." + (1 + i / OF_ADDRESS), bytes)) sent++;
        }
        return sent;
    }

    private boolean send(String from, byte[] bytes) {
        try {
            open(from).getOutputStream().write(bytes);
            return true;
        } catch (IOException e) { // refused, or answered and closed
            return false;
        }
    }

    int send(int connections, String text) {
        return send(connections, text.getBytes(StandardCharsets.US_ASCII));
    }

    /// A connection from an address.
    SSLSocket open(String from) throws IOException {
        return open(from, "TLSv1.3");
    }

    /// The same with one version of TLS.
    SSLSocket open(String from, String protocol) throws IOException {
        var plain = new Socket();
        plain.setReceiveBufferSize(READ_BUFFER);
        plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), WAIT_MS);
        plain.setSoTimeout(WAIT_MS);
        var tls = (SSLSocket) trust.getSocketFactory().createSocket(plain, "localhost", port, true);
        tls.setEnabledProtocols(new String[] {protocol});
        sockets.add(tls);
        tls.startHandshake();
        return tls;
    }

    /// Opens a page with the cookie of a session, so that this address is that of a client that has signed in.
    void signIn(String from, String cookie) throws IOException {
        SSLSocket tls = open(from);
        tls.getOutputStream()
                .write(("GET /system HTTP/1.1\r\nHost: localhost\r\nCookie: " + cookie + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        if (tls.getInputStream().read() != 'H') throw new IOException("the page did not answer");
    }

    /// Has all connections send bytes one after another, again and again, on a thread of its own.
    void sendByteByByte(byte[] bytes) {
        List<Socket> all = List.copyOf(sockets);
        run(() -> {
            for (int i = 0; !over; i++) for (Socket socket : all) write(socket, bytes[i % bytes.length]);
        });
    }

    /// Has each connection send the bytes again and again until the box takes no more, on a thread of its own.
    void sendOn(byte[] bytes) {
        for (Socket socket : List.copyOf(sockets)) {
            run(() -> {
                try {
                    while (!over) socket.getOutputStream().write(bytes);
                } catch (IOException e) { // closed
                    return;
                }
            });
        }
    }

    /// Opens each connection that the box has closed again, has it ask, and reads nothing, on a thread of its own.
    void askAgain(int connections, byte[] request) {
        run(() -> {
            while (!over) send(connections, request);
        });
    }

    /// Opens connections that ask for another handshake on each and are closed by the box, again and again, on a thread
    /// for each address. Returns how many the box has closed so far.
    AtomicLong renegotiate(int addresses) {
        var closed = new AtomicLong();
        for (int i = 1; i <= addresses; i++) {
            String from = "127.0.1." + i;
            run(() -> {
                while (!over) if (refusesRenegotiation(from)) closed.incrementAndGet();
            });
        }
        return closed;
    }

    private boolean refusesRenegotiation(String from) {
        SSLSocket tls;
        try {
            tls = open(from, "TLSv1.2");
        } catch (IOException e) { // refused before its first handshake ended
            return false;
        }
        try (tls) {
            tls.startHandshake(); // begins the second one
            tls.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            return tls.getInputStream().read() < 0;
        } catch (IOException e) { // closed
            return true;
        } finally {
            sockets.remove(tls);
        }
    }

    /// Handshakes so far.
    record Handshakes(AtomicLong completed, AtomicLong refused) {}

    /// Completes a handshake, closes the connection and begins again, without a pause, on a thread for each address.
    Handshakes completeHandshakes(int addresses) {
        return completeHandshakes(IntStream.rangeClosed(1, addresses)
                .mapToObj(i -> "127.0.4." + i)
                .toList());
    }

    /// The same of one address, on so many threads.
    Handshakes completeHandshakes(String from, int threads) {
        return completeHandshakes(Collections.nCopies(threads, from));
    }

    private Handshakes completeHandshakes(List<String> addresses) {
        var handshakes = new Handshakes(new AtomicLong(), new AtomicLong());
        for (String from : addresses) {
            run(() -> {
                while (!over) {
                    AtomicLong count = completesHandshake(from) ? handshakes.completed : handshakes.refused;
                    count.incrementAndGet();
                }
            });
        }
        return handshakes;
    }

    /// It reads nothing after the handshake, so it gets no ticket and the next handshake is a full one.
    private boolean completesHandshake(String from) {
        try (var plain = new Socket()) {
            plain.setOption(StandardSocketOptions.SO_LINGER, 0); // no port stays in TIME_WAIT
            plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), WAIT_MS);
            plain.setSoTimeout(WAIT_MS);
            var tls = (SSLSocket) trust.getSocketFactory().createSocket(plain, "localhost", port, false);
            tls.setEnabledProtocols(new String[] {"TLSv1.3"});
            tls.startHandshake();
            return true;
        } catch (IOException e) { // refused
            return false;
        }
    }

    private void run(Runnable work) {
        threads.add(Thread.ofPlatform().name("strangers").daemon(true).start(work));
    }

    private static void write(Socket socket, byte b) {
        try {
            socket.getOutputStream().write(b);
        } catch (IOException e) { // closed
            return;
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            for (Socket socket : List.copyOf(sockets)) socket.close();
            for (Thread thread : threads) thread.join();
            for (Socket socket : sockets) socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
