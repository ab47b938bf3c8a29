package dev.lintel.controller.api;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// A JSON text as it comes, without its images: the text of each field `image_base64` goes into an upload of its own,
/// and a mark stands in its place. So a parser behind it sees some hundred bytes of a body of 12 MB.
///
/// ```
///   in:   {"first_name":"Ada","image_base64":"/9j/4AAQSkZJRg…","enabled":true}
///   out:  {"first_name":"Ada","image_base64":"#0","enabled":true}
/// ```
///
/// Follows texts and their escapes, nothing else: whether it is JSON at all, the parser says. What is left may be as
/// long as a body without images; beyond, reading throws [RefusedException].
final class ImageCut extends InputStream {
    static final String FIELD = "image_base64";
    private static final int BUFFER = 8 * 1024;
    /// A UTF-8 byte order mark: as good as nothing.
    private static final String MARK = "\u00EF\u00BB\u00BF";
    /// Images of one body; a person has one.
    private static final int IMAGES_MAX = 2;

    /// Where in the text the next byte stands.
    private enum At {
        BETWEEN,
        TEXT,
        IMAGE
    }

    private final InputStream in;
    private final Supplier<Base64Upload> images;
    private final List<Base64Upload> cut = new ArrayList<>();
    private final byte[] buffer = new byte[BUFFER];
    private int next;
    private int end;
    private At at = At.BETWEEN;
    private final StringBuilder text = new StringBuilder();
    private boolean isKey;
    private boolean escaped;
    /// Digits of an escaped character that are still to come, and those that came.
    private int digits;

    private int code;
    /// Bytes that the parser has seen.
    private long passed;

    private boolean blank = true;
    /// Bytes of a byte order mark at the start that have passed; -1 after any other byte.
    private int marks;

    /// What is to be read before anything else.
    private String mark = "";

    /// @param images makes where an image goes
    ImageCut(InputStream in, Supplier<Base64Upload> images) {
        this.in = in;
        this.images = images;
    }

    /// Those that were cut out, in order: `#0` stands for the first.
    List<Base64Upload> images() {
        return List.copyOf(cut);
    }

    /// Whether there was nothing but white space.
    boolean isBlank() {
        return blank;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = 0;
        while (count < length) {
            if (!mark.isEmpty()) {
                target[offset + count++] = (byte) mark.charAt(0);
                mark = mark.substring(1);
                continue;
            }
            if (next == end) {
                if (count > 0) break;
                end = Math.max(0, in.read(buffer));
                next = 0;
                if (end == 0) return -1;
            }
            byte octet = buffer[next++];
            if (passes((char) (octet & 0xFF))) target[offset + count++] = octet;
        }
        passed += count;
        if (passed > Endpoints.BODY_BYTES_MAX) {
            throw new RefusedException(new Reply.TooLarge(Endpoints.BODY_BYTES_MAX)); // beside the image
        }
        return count;
    }

    /// Whether the parser gets to see it.
    private boolean passes(char octet) {
        if (marks >= 0 && marks < MARK.length() && octet == MARK.charAt(marks)) marks++;
        else {
            marks = -1;
            if (octet > ' ') blank = false;
        }
        switch (at) {
            case BETWEEN -> between(octet);
            case TEXT -> text(octet);
            case IMAGE -> {
                image(octet);
                return at != At.IMAGE; // the quotation mark behind it
            }
        }
        return true;
    }

    private void between(char octet) {
        if (octet == '"') {
            boolean image = isKey && text.toString().equals(FIELD);
            text.setLength(0);
            isKey = false;
            at = At.TEXT;
            if (image) begin();
        } else if (octet == ':') {
            isKey = true;
        } else if (octet > ' ') {
            text.setLength(0);
            isKey = false;
        }
    }

    private void begin() {
        if (cut.size() == IMAGES_MAX) throw RefusedException.badRequest(FIELD + " stands in the body too often");
        mark = "#" + cut.size();
        cut.add(images.get());
        at = At.IMAGE;
    }

    private void text(char octet) {
        if (octet == '"' && !escaped) at = At.BETWEEN;
        else if (text.length() <= FIELD.length()) text.append(octet);
        escaped = octet == '\\' && !escaped;
    }

    private void image(char octet) {
        Base64Upload image = cut.getLast();
        if (digits > 0) {
            code = (code << 4) | Math.max(0, Character.digit(octet, 16));
            if (--digits == 0) image.take((char) code);
        } else if (escaped) {
            escaped = false;
            if (octet == 'u') {
                digits = 4;
                code = 0;
            } else if ("bfnrt".indexOf(octet) < 0) { // those are white space
                image.take(octet);
            }
        } else if (octet == '\\') {
            escaped = true;
        } else if (octet == '"') {
            image.end();
            at = At.BETWEEN;
        } else {
            image.take(octet);
        }
    }
}
