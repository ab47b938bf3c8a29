package dev.lintel.controller.people;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Images made for tests: four quarters, red, green, blue and white from the top left, row by row.
public final class TestImages {
    public static final int RED = 0xE02020;
    public static final int GREEN = 0x20C020;
    public static final int BLUE = 0x2020E0;
    public static final int WHITE = 0xF8F8F8;

    private TestImages() {}

    public static BufferedImage quarters(int width, int height, int type) {
        var image = new BufferedImage(width, height, type);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) image.setRGB(x, y, 0xFF00_0000 | quarter(width, height, x, y));
        }
        return image;
    }

    private static int quarter(int width, int height, int x, int y) {
        if (y < height / 2) return x < width / 2 ? RED : GREEN;
        return x < width / 2 ? BLUE : WHITE;
    }

    public static byte[] jpeg(int width, int height) {
        return jpeg(quarters(width, height, BufferedImage.TYPE_INT_RGB), false);
    }

    public static byte[] jpeg(BufferedImage image, boolean progressive) {
        return written("jpeg", new IIOImage(image, null, null), progressive);
    }

    /// Four channels as they are, without a word on what they are.
    static byte[] jpegOfInks(Raster raster) {
        return written("jpeg", new IIOImage(raster, null, null), false);
    }

    public static byte[] png(BufferedImage image, boolean interlaced) {
        return written("png", new IIOImage(image, null, null), interlaced);
    }

    private static byte[] written(String format, IIOImage image, boolean inPasses) {
        var bytes = new ByteArrayOutputStream();
        var writer = ImageIO.getImageWritersByFormatName(format).next();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setProgressiveMode(inPasses ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
            writer.write(null, image, how);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /// `image` with `more` put in at byte `at`.
    public static byte[] inserted(byte[] image, int at, byte[] more) {
        return ByteBuffer.allocate(image.length + more.length)
                .put(image, 0, at)
                .put(more)
                .put(image, at, image.length - at)
                .array();
    }

    /// A segment of a JPEG, which may stand at byte 2 of one.
    static byte[] segment(int marker, byte[] data) {
        return ByteBuffer.allocate(data.length + 4)
                .put((byte) 0xFF)
                .put((byte) marker)
                .putShort((short) (data.length + 2))
                .put(data)
                .array();
    }

    /// Exif that says which way up; in either order of bytes.
    static byte[] exif(int orientation, boolean littleEndian) {
        var data = ByteBuffer.allocate(6 + 8 + 2 + 12 + 4).put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
        if (littleEndian) data.order(java.nio.ByteOrder.LITTLE_ENDIAN);
        data.put((littleEndian ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
        data.putShort((short) 42).putInt(8).putShort((short) 1);
        data.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) orientation);
        return segment(0xE1, data.array());
    }

    static byte[] chunk(String name, byte[] data) {
        var crc = new CRC32();
        byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
        crc.update(letters);
        crc.update(data);
        return ByteBuffer.allocate(data.length + 12)
                .putInt(data.length)
                .put(letters)
                .put(data)
                .putInt((int) crc.getValue())
                .array();
    }

    /// A PNG of that size whose rows are `kind`'s and all zero: small, however large it is when it is unpacked.
    ///
    /// @param bitsPerPixel as `depth` and `kind` have it
    static byte[] emptyPng(int width, int height, int depth, int kind, int bitsPerPixel) {
        byte[] ihdr = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put((byte) depth)
                .put((byte) kind)
                .array();
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
        out.writeBytes(chunk("IHDR", ihdr));
        out.writeBytes(chunk("IDAT", zeros((1 + Math.ceilDiv((long) width * bitsPerPixel, 8)) * height)));
        out.writeBytes(chunk("IEND", new byte[0]));
        return out.toByteArray();
    }

    /// So many zeros, deflated.
    static byte[] zeros(long count) {
        var deflater = new Deflater(9);
        var out = new ByteArrayOutputStream();
        byte[] portion = new byte[65_536];
        byte[] packed = new byte[65_536];
        for (long left = count; left > 0; left -= portion.length) {
            deflater.setInput(portion, 0, (int) Math.min(left, portion.length));
            while (!deflater.needsInput()) out.write(packed, 0, deflater.deflate(packed));
        }
        deflater.finish();
        while (!deflater.finished()) out.write(packed, 0, deflater.deflate(packed));
        deflater.end();
        return out.toByteArray();
    }
}
