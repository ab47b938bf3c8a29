package dev.lintel.controller.hub;

import dev.lintel.controller.api.RefusedException;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Lines of JSON on their way in and out.
final class Ndjson {
    private Ndjson() {}

    /// `text` compressed, where the client takes that.
    static Reply reply(Request request, String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        String accepted = request.header("Accept-Encoding");
        if (accepted == null || !accepted.toLowerCase(Locale.ROOT).contains("gzip")) {
            return new Reply.Binary(Wire.NDJSON, Bytes.copyOf(plain));
        }
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

    /// A request's body as text; 413 beyond `max` bytes, 400 for what is no UTF-8.
    static String body(Request request, int max) {
        byte[] bytes;
        try (InputStream in = request.bodyStream()) {
            bytes = in.readNBytes(max + 1);
        } catch (IOException e) {
            throw RefusedException.badRequest("the body did not arrive");
        }
        if (bytes.length > max) throw new RefusedException(new Reply.TooLarge(max));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw RefusedException.badRequest("the body is not UTF-8");
        }
    }

    /// The lines of a text that are not empty.
    static List<String> lines(String text) {
        return text.lines().filter(line -> !line.isBlank()).toList();
    }

    static Reply json(int status, String json) {
        return new Reply.Text(status, "application/json; charset=utf-8", json);
    }
}
