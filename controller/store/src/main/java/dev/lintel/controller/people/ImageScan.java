package dev.lintel.controller.people;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Reads the whole structure of an image without decoding it, and copies what a decoder needs: pure but for the two
/// streams. What is dropped (metadata, colour profiles, thumbnails, comments, whatever stands behind the end) never
/// reaches a decoder, so nothing in it can attack one.
public final class ImageScan {
    /// Of a file as it is sent: what a camera of 12 megapixels makes, and then some.
    public static final int BYTES_MAX = 8 << 20;
    /// Of width times height: cameras of 12 megapixels have a little more than 12,000,000.
    public static final int PIXELS_MAX = 12 << 20;
    /// Of a row, which decoders keep whole, and of a column.
    public static final int SIDE_MAX = 10_000;
    /// What a decoder keeps of a JPEG that is sent in several passes, all of it at once: 12 megapixels with halved
    /// colour. A board of 512 MB has that to spare, for a second or two and one image at a time.
    public static final int COEFFICIENT_BYTES_MAX = 40 << 20;

    private static final int JPEG_START = 0xFFD8;
    private static final int PNG_START = 0x8950;

    private ImageScan() {}

    /// Throws [ImageException] when `in` holds no JPEG or PNG that this box takes; `plain` is then of no use.
    public static ImageHeader copy(InputStream in, OutputStream plain) throws IOException {
        var octets = new Octets(in);
        return switch (octets.u16()) {
            case JPEG_START -> new JpegScan(octets, plain).scan();
            case PNG_START -> new PngScan(octets, plain).scan();
            default -> throw new ImageException("it is neither JPEG nor PNG");
        };
    }

    static void requireSize(long width, long height) {
        if (width < 1 || height < 1) throw new ImageException("it has no pixels");
        if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) {
            throw new ImageException("it has " + width + " × " + height + " pixels");
        }
    }
}
