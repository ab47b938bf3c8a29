package dev.lintel.sync;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// HTTP/1.1 over TLS for tests: a thread a connection, bodies as a handler writes them, and the raw socket
/// where it wants that.
final class TinyServer implements AutoCloseable {
    /// One request.
    record Request(String method, String path, Map<String, String> headers, String body) {}

    /// The rest of the connection: who answers writes here.
    record Exchange(Request request, SSLSocket socket, InputStream in, OutputStream out) {
        void answer(int status, Map<String, String> headers, byte[] body) throws IOException {
            head(status, headers, "Content-Length: " + body.length);
            out.write(body);
            out.flush();
        }

        /// Begins an answer in chunks.
        void head(int status, Map<String, String> headers, String framing) throws IOException {
            var head = new StringBuilder("HTTP/1.1 " + status + " x\r\n" + framing + "\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        }

        void chunk(byte[] bytes, int length) throws IOException {
            if (length == 0) return;
            out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes, 0, length);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }

        void end() throws IOException {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    interface Handler {
        /// False: the connection is to end.
        boolean handle(Exchange exchange) throws IOException;
    }

    private final SSLServerSocket server;
    private final Handler handler;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    TinyServer(SSLContext tls, Handler handler) throws IOException {
        this(tls, InetAddress.getLoopbackAddress(), handler);
    }

    TinyServer(SSLContext tls, InetAddress address, Handler handler) throws IOException {
        this.handler = handler;
        server = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0, 200, address);
        server.setWantClientAuth(true);
        Thread.ofVirtual().name("tiny-server").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /// By name on 127.0.0.1, else by address.
    URI address() {
        InetAddress address = server.getInetAddress();
        if (address instanceof Inet6Address) return URI.create("https://[" + address.getHostAddress() + "]:" + port());
        return URI.create("https://localhost:" + port());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var socket = (SSLSocket) server.accept();
                open.add(socket);
                Thread.ofVirtual().name("tiny-connection").start(() -> serve(socket));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void serve(SSLSocket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            boolean on = true;
            while (on) on = handler.handle(new Exchange(read(in), socket, in, out));
        } catch (IOException _) {
            // the other side went, as tests have it do
        } finally {
            open.remove(socket);
        }
    }

    private static Request read(InputStream in) throws IOException {
        String[] first = line(in).split(" ", -1);
        var headers = new TreeMap<String, String>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Request(first[0], first[1], headers, body);
    }

    static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) throw new EOFException();
            if (next == '\n') return line.toString().strip();
            line.append((char) next);
        }
    }

    /// Ends all connections at once, as a crash does.
    void drop() {
        for (Socket socket : open) abort(socket);
    }

    /// Without TLS's farewell.
    static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException _) {
            // it is gone already
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException _) {
            // it is gone already
        }
        drop();
    }
}
