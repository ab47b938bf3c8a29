package dev.lintel.controller.hub;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Lines of JSON on their way in and out.
final class Ndjson {
    /// Characters that are taken in at once.
    private static final int PIECE = 8 * 1024;

    private Ndjson() {}

    /// Refuses who does not take what is compressed: an answer of 4 MB would be in memory until a slow line has it.
    static void requireGzip(Request request) {
        String accepted = request.header("Accept-Encoding");
        if (accepted == null || !accepted.toLowerCase(Locale.ROOT).contains("gzip")) {
            throw new RefusedException(new Reply.Json(
                    406, BoxDoor.error("gzip", "this is answered compressed only: send Accept-Encoding: gzip")));
        }
    }

    /// `text` compressed.
    static Reply reply(String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        var out = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (var gzip = new Fast(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has no I/O to fail
        }
        return new Reply.Binary(Wire.NDJSON, Bytes.copyOf(out.toByteArray())).with("Content-Encoding", "gzip");
    }

    /// Lists of people become a quarter of their length so; higher levels cost three times the processor for a
    /// tenth.
    private static final class Fast extends GZIPOutputStream {
        Fast(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /// A request's body as text; 400 for what is no UTF-8. Its length is what its route allows.
    static String body(Request request) {
        var text = new StringBuilder();
        read(request, (piece, length) -> text.append(piece, 0, length));
        return text.toString();
    }

    /// Hands over each line of a request's body that is not empty, as it comes; one of them is in memory. Throws
    /// [WireException] for a line of more than `lineMax` characters, and for more than `textMax` in all.
    static void lines(Request request, int lineMax, int textMax, Consumer<String> each) {
        var line = new StringBuilder();
        int[] chars = {0};
        read(request, (piece, length) -> {
            chars[0] += length;
            if (chars[0] > textMax) throw new WireException("the body has more than " + textMax + " characters");
            int from = 0;
            for (int at = 0; at < length; at++) {
                if (piece[at] != '\n') continue;
                requireShort(line.append(piece, from, at - from), lineMax);
                handOver(line, each);
                from = at + 1;
            }
            requireShort(line.append(piece, from, length - from), lineMax);
        });
        handOver(line, each);
    }

    private static void requireShort(StringBuilder line, int max) {
        if (line.length() > max) throw new WireException("a line has more than " + max + " characters");
    }

    private static void handOver(StringBuilder line, Consumer<String> each) {
        String text = line.toString();
        line.setLength(0);
        if (!text.isBlank()) each.accept(text);
    }

    /// Takes what has come of a text: the first `length` characters.
    private interface Taker {
        void take(char[] piece, int length);
    }

    private static void read(Request request, Taker taker) {
        char[] piece = new char[PIECE];
        try (Reader in = new InputStreamReader(request.bodyStream(), StandardCharsets.UTF_8.newDecoder())) {
            for (int got = in.read(piece); got >= 0; got = in.read(piece)) taker.take(piece, got);
        } catch (CharacterCodingException e) {
            throw RefusedException.badRequest("the body is not UTF-8");
        } catch (IOException e) {
            throw RefusedException.badRequest("the body did not arrive");
        }
    }

    static Reply json(int status, String json) {
        return new Reply.Text(status, "application/json; charset=utf-8", json);
    }
}
