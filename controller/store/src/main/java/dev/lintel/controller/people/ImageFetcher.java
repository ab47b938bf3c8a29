package dev.lintel.controller.people;

import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.net.AddressOrder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Fetches an image over HTTP or HTTPS, with sockets of its own: the address that [AddressGuard] passed is the one that
/// is connected to. Any HTTP client would look the name up again, and get another answer from whoever wants it to.
///
/// Blocks, for [#LIMIT_S] at most. Throws [FetchException] in words.
public final class ImageFetcher {
    /// For names, servers, redirects and all of the image together.
    private static final int LIMIT_S = 15;
    private static final int REDIRECTS_MAX = 3;

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final AddressGuard guard;
    private final Supplier<SSLSocketFactory> tls;
    private final Names names;
    private final int limitMs;

    /// Looks names up, for as long as it takes.
    @FunctionalInterface
    interface Names {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    /// @param tls checks certificates by who is trusted there; asked when one is to be checked
    public ImageFetcher(AddressGuard guard, Supplier<SSLSocketFactory> tls) {
        this(guard, tls, InetAddress::getAllByName, (int) TimeUnit.SECONDS.toMillis(LIMIT_S));
    }

    ImageFetcher(AddressGuard guard, Supplier<SSLSocketFactory> tls, Names names, int limitMs) {
        this.guard = guard;
        this.tls = tls;
        this.names = names;
        this.limitMs = limitMs;
    }

    /// What time may run out for: a name's look-up, or a socket.
    private static final class Line {
        private @Nullable Closeable open;
        private boolean over;

        /// `this` guards both fields: the watch closes what the fetching thread opened.
        synchronized void use(Closeable next) throws IOException {
            open = next;
            if (over) next.close();
        }

        synchronized void end() {
            over = true;
            try {
                if (open != null) open.close();
            } catch (IOException e) {
                over = true; // it is closed as far as it can be
            }
        }

        synchronized boolean isOver() {
            return over;
        }
    }

    /// Writes the image at `from` to `sink`, portion by portion; a redirect starts from the beginning.
    ///
    /// @param attempt counts from 0: each attempt starts with another address of the name, since one that
    ///     accepts the connection may do nothing more
    void fetch(URI from, int attempt, Consumer<byte[]> sink) {
        var line = new Line();
        var done = new CountDownLatch(1);
        Thread.ofVirtual().name("image-limit").start(() -> watch(line, done));
        try {
            URI at = from;
            for (int redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
                String location = ask(at, attempt, line, sink);
                if (location == null) return;
                at = follow(at, location);
            }
            throw new FetchException("it leads on more than " + REDIRECTS_MAX + " times", false);
        } catch (IOException e) {
            boolean late = line.isOver() || e instanceof SocketTimeoutException;
            throw new FetchException(late ? "it took longer than " + limitMs + " ms" : "the connection failed", true);
        } finally {
            done.countDown();
            line.end();
        }
    }

    private void watch(Line line, CountDownLatch done) {
        try {
            if (!done.await(limitMs, TimeUnit.MILLISECONDS)) line.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The address of another try, or null when `sink` has it all.
    private @Nullable String ask(URI at, int attempt, Line line, Consumer<byte[]> sink) throws IOException {
        String host = host(at);
        boolean secure = "https".equalsIgnoreCase(at.getScheme());
        int port = at.getPort() > 0 ? at.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
        try (Socket plain = connected(addresses(host, attempt, line), port, line)) {
            plain.setSoTimeout(limitMs);
            Socket socket = secure ? secured(plain, host, port) : plain;
            write(socket.getOutputStream(), at, host);
            var answer = HttpAnswer.read(socket.getInputStream());
            if (answer.isRedirect()) return answer.location();
            if (answer.status() != 200) {
                throw new FetchException("the server answered " + answer.status(), answer.isPassing());
            }
            answer.body(sink);
            return null;
        }
    }

    /// To the first address that takes the connection.
    private Socket connected(List<InetAddress> addresses, int port, Line line) throws IOException {
        int connectMs = AddressOrder.connectMs(limitMs, addresses.size());
        var failed = new IOException("no address");
        for (InetAddress address : addresses) {
            var plain = new Socket();
            try {
                line.use(plain);
                plain.connect(new InetSocketAddress(address, port), connectMs);
                return plain;
            } catch (IOException e) { // the next one
                plain.close();
                failed = e;
                if (line.isOver()) break;
            }
        }
        throw failed;
    }

    private List<InetAddress> addresses(String host, int attempt, Line line) throws IOException {
        InetAddress[] all = lookedUp(host, line);
        for (InetAddress address : all) {
            if (!guard.passes(address)) {
                throw new FetchException("its address is not one to fetch from (images: allow_networks)", false);
            }
        }
        return AddressOrder.of(all, attempt); // these, looked up once: the next answer may be others
    }

    /// On a thread of its own, which a resolver that hangs keeps until it gives up: nothing else ends it.
    private InetAddress[] lookedUp(String host, Line line) throws IOException {
        var found = new CompletableFuture<InetAddress[]>();
        Thread.ofPlatform().daemon().name("image-name").start(() -> {
            try {
                found.complete(names.of(host));
            } catch (UnknownHostException | RuntimeException e) {
                found.completeExceptionally(e);
            }
        });
        line.use(() -> found.cancel(false));
        try {
            return found.get();
        } catch (CancellationException e) {
            throw new SocketTimeoutException();
        } catch (ExecutionException e) {
            throw new FetchException("its host is not known", true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FetchException("the box is stopping", true);
        }
    }

    private SSLSocket secured(Socket plain, String host, int port) throws IOException {
        var socket = (SSLSocket) tls.get().createSocket(plain, host, port, true);
        var how = socket.getSSLParameters();
        how.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(how);
        socket.startHandshake();
        return socket;
    }

    private static void write(OutputStream out, URI at, String host) throws IOException {
        String path = at.getRawPath() == null || at.getRawPath().isEmpty() ? "/" : at.getRawPath();
        String query = at.getRawQuery() == null ? "" : "?" + at.getRawQuery();
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        String authority = at.getPort() > 0 ? name + ":" + at.getPort() : name;
        String head = "GET " + path + query + " HTTP/1.1\r\nHost: " + authority
                + "\r\nUser-Agent: Lintel\r\nAccept: image/jpeg, image/png\r\nAccept-Encoding: identity"
                + "\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static URI follow(URI at, String location) {
        URI next = ImageUrl.parse(resolved(at, location));
        if (next == null) throw new FetchException("it leads to what is no address", false);
        boolean secure = at.getScheme().toLowerCase(Locale.ROOT).equals("https");
        if (secure && !next.getScheme().toLowerCase(Locale.ROOT).equals("https")) {
            throw new FetchException("it leads from HTTPS to HTTP", false);
        }
        return next;
    }

    private static String resolved(URI at, String location) {
        try {
            return at.resolve(location).toString();
        } catch (IllegalArgumentException e) {
            throw new FetchException("it leads to what is no address", false);
        }
    }

    /// Without the brackets of IPv6.
    private static String host(URI at) {
        String host = String.valueOf(at.getHost());
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
