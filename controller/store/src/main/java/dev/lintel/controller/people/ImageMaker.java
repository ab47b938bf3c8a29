package dev.lintel.controller.people;

import dev.lintel.controller.people.ImageHeader.Inks;
import dev.lintel.reader.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Makes the two pictures that are shown from a file that [ImageScan] copied. On the worker's thread, one at a time.
///
/// A reader hands over every n-th pixel of every n-th row, so that [#DECODED_SIDE_MAX] bounds what is in memory
/// however large the image is; from there to the size that is shown, means are taken.
final class ImageMaker {
    /// Neither side of the picture is longer.
    static final int SIDE_MAX = 600;
    /// Both sides of the small one.
    static final int SMALL_SIDE = 120;
    /// Twice what is shown: 1,440,000 pixels, of 8 bytes at most.
    private static final int DECODED_SIDE_MAX = 2 * SIDE_MAX;
    /// A face of 600 pixels is some 60 KB.
    private static final float QUALITY = 0.85f;

    static {
        // No screen is asked for, whatever the box was started with.
        if (System.getProperty("java.awt.headless") == null) System.setProperty("java.awt.headless", "true");
    }

    private ImageMaker() {}

    /// Both pictures, as JPEG without metadata.
    ///
    /// @param small a square of [#SMALL_SIDE]
    record Made(Bytes large, Bytes small) {}

    /// Throws [ImageException] when the pixels cannot be decoded.
    static Made make(Path plain, ImageHeader header) throws IOException {
        Pixels decoded = decode(plain.toFile(), header);
        Pixels large = decoded.within(SIDE_MAX).turned(header.orientation());
        return new Made(encode(large), encode(large.square(SMALL_SIDE)));
    }

    private static Pixels decode(File plain, ImageHeader header) throws IOException {
        ImageReader reader =
                first(ImageIO.getImageReadersByFormatName(header.kind().format()));
        try (var in = new FileImageInputStream(plain)) {
            reader.setInput(in, true, true); // forward only, and nothing but pixels
            ImageReadParam every = reader.getDefaultReadParam();
            int n = Math.ceilDiv(Math.max(header.width(), header.height()), DECODED_SIDE_MAX);
            // From the middle of each square of n, but where the image is too narrow for that.
            int x = Math.min(n / 2, header.width() - 1);
            int y = Math.min(n / 2, header.height() - 1);
            every.setSourceSubsampling(n, n, x, y);
            return header.inks() == Inks.NONE
                    ? Pixels.of(reader.read(0, every))
                    : Pixels.ofInks(reader.readRaster(0, every), header.inks());
        } catch (IOException | RuntimeException e) { // the readers throw nearly anything over pixels that are none
            if (e instanceof ImageException) throw e;
            throw new ImageException("its pixels cannot be decoded: " + e);
        } finally {
            reader.dispose();
        }
    }

    private static Bytes encode(Pixels pixels) throws IOException {
        ImageWriter writer = first(ImageIO.getImageWritersByFormatName("jpeg"));
        var bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(QUALITY);
            writer.write(null, new IIOImage(pixels.image(), null, null), how);
        } finally {
            writer.dispose();
        }
        return Bytes.copyOf(bytes.toByteArray());
    }

    private static <T> T first(Iterator<T> all) {
        if (!all.hasNext()) throw new IllegalStateException("this JDK has no module java.desktop");
        return all.next();
    }
}
