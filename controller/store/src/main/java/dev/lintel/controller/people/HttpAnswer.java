package dev.lintel.controller.people;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The answer to one GET: status and headers read, the body still in the stream. HTTP/1.1 as RFC 9112 has it, as far
/// as a client needs that asks once and closes. Every length is bounded; throws [FetchException] beyond.
final class HttpAnswer {
    private static final int LINE_MAX = 8 * 1024;
    private static final int HEADERS_MAX = 100;
    /// Answers before the one that counts (103 and others).
    private static final int INTERIM_MAX = 5;

    private static final int PORTION = 8 * 1024;

    private final int status;
    private final Map<String, String> headers;
    private final InputStream in;
    private long taken;

    private HttpAnswer(int status, Map<String, String> headers, InputStream in) {
        this.status = status;
        this.headers = headers;
        this.in = in;
    }

    static HttpAnswer read(InputStream raw) throws IOException {
        var in = new BufferedInputStream(raw);
        for (int i = 0; i < INTERIM_MAX; i++) {
            int status = status(line(in));
            Map<String, String> headers = headers(in);
            if (status >= 200) return new HttpAnswer(status, headers, in);
        }
        throw unreadable();
    }

    int status() {
        return status;
    }

    boolean isRedirect() {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /// Whether another try may find another answer.
    boolean isPassing() {
        return status >= 500 || status == 408 || status == 429;
    }

    String location() {
        String location = headers.get("location");
        if (location == null) throw unreadable();
        return location;
    }

    /// Hands all of the body on. It may be as long as an image and no longer.
    void body(Consumer<byte[]> sink) throws IOException {
        String coding = headers.get("transfer-encoding");
        if (coding != null && !coding.toLowerCase(Locale.ROOT).equals("chunked")) throw unreadable();
        String encoding = headers.get("content-encoding");
        if (encoding != null && !encoding.toLowerCase(Locale.ROOT).equals("identity")) throw unreadable();
        String length = headers.get("content-length");
        if (coding != null) chunks(sink);
        else if (length != null) exactly(number(length, 10), sink);
        else while (portion(PORTION, sink) >= 0) {}
    }

    private void chunks(Consumer<byte[]> sink) throws IOException {
        while (true) {
            String line = line(in);
            int end = line.indexOf(';');
            long length = number((end < 0 ? line : line.substring(0, end)).strip(), 16);
            if (length == 0) return; // what follows are trailers, and the end
            exactly(length, sink);
            if (!line(in).isEmpty()) throw unreadable();
        }
    }

    private void exactly(long length, Consumer<byte[]> sink) throws IOException {
        for (long left = length; left > 0; ) {
            int read = portion((int) Math.min(left, PORTION), sink);
            if (read < 0) throw new FetchException("it ended too soon", true);
            left -= read;
        }
    }

    private int portion(int most, Consumer<byte[]> sink) throws IOException {
        byte[] portion = in.readNBytes(most);
        if (portion.length == 0) return -1;
        taken += portion.length;
        if (taken > ImageScan.BYTES_MAX) {
            throw new FetchException("it is longer than " + ImageScan.BYTES_MAX + " bytes", false);
        }
        sink.accept(portion);
        return portion.length;
    }

    private static int status(String line) {
        boolean known = line.matches("HTTP/1\\.[01] [1-5][0-9]{2}( .*)?");
        if (!known) throw unreadable();
        return Integer.parseInt(line.substring(9, 12));
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < HEADERS_MAX; i++) {
            String line = line(in);
            if (line.isEmpty()) return headers;
            int colon = line.indexOf(':');
            if (colon < 1) throw unreadable();
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.putIfAbsent(name, line.substring(colon + 1).strip());
        }
        throw unreadable();
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        while (true) {
            int octet = in.read();
            if (octet < 0) throw new FetchException("it ended too soon", true);
            if (octet == '\n') break;
            if (line.length() >= LINE_MAX) throw unreadable();
            line.append((char) octet);
        }
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r' ? line.substring(0, length - 1) : line.toString();
    }

    private static long number(@Nullable String text, int base) {
        try {
            long number = Long.parseLong(String.valueOf(text), base);
            if (number >= 0) return number;
        } catch (NumberFormatException e) {
            throw unreadable();
        }
        throw unreadable();
    }

    private static FetchException unreadable() {
        return new FetchException("the server's answer cannot be read", false);
    }
}
