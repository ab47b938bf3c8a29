package dev.lintel.controller.people;

import dev.lintel.controller.people.ImageHeader.Inks;
import dev.lintel.controller.people.ImageHeader.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/// One PNG, read through once.
///
/// ```
///   89 50 4E 47 0D 0A 1A 0A   then chunks:   | length u32 | name 4 | data … | CRC-32 of name and data |
///   copied: IHDR (first), PLTE, tRNS, IDAT …, IEND; dropped: every chunk a decoder may pass over
/// ```
///
/// Source: PNG, third edition, docs/sources.md#png.
final class PngScan {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int IHDR = name("IHDR");
    private static final int PLTE = name("PLTE");
    private static final int TRNS = name("tRNS");
    private static final int IDAT = name("IDAT");
    private static final int IEND = name("IEND");
    /// 256 colours of three bytes.
    private static final int PALETTE_BYTES_MAX = 768;

    private static final int IHDR_BYTES = 13;
    /// In a chunk's name: set, and a decoder may pass over it.
    private static final int ANCILLARY = 0x2000_0000;

    private final Octets in;
    private final OutputStream out;
    private int colourType;
    private boolean palette;
    private boolean pixels;

    /// `in` stands after the first two bytes.
    PngScan(Octets in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    ImageHeader scan() throws IOException {
        for (int i = 2; i < SIGNATURE.length; i++) {
            if (in.u8() != (SIGNATURE[i] & 0xFF)) throw new ImageException("it is no PNG");
        }
        out.write(SIGNATURE);
        if (in.u32() != IHDR_BYTES || in.u32() != IHDR) throw new ImageException("it does not begin with its size");
        ImageHeader header = header();
        while (true) {
            long length = in.u32();
            int name = (int) in.u32();
            if (length > ImageScan.BYTES_MAX) throw new ImageException("a chunk is longer than the image may be");
            if (!wanted(name, length)) {
                in.skip(length + 4);
                continue;
            }
            chunk(name, (int) length);
            if (name == IEND) break;
        }
        if (!pixels) throw new ImageException("it has no pixels");
        if (colourType == 3 && !palette) throw new ImageException("its colours are missing");
        return header;
    }

    private ImageHeader header() throws IOException {
        byte[] data = in.bytes(IHDR_BYTES);
        write(IHDR, data);
        var fields = ByteBuffer.wrap(data);
        ImageScan.requireSize(fields.getInt() & 0xFFFF_FFFFL, fields.getInt() & 0xFFFF_FFFFL);
        int depth = fields.get();
        colourType = fields.get();
        boolean known = switch (colourType) {
            case 0 -> depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
            case 3 -> depth == 1 || depth == 2 || depth == 4 || depth == 8;
            case 2, 4, 6 -> depth == 8 || depth == 16;
            default -> false;
        };
        if (!known) throw new ImageException("its pixels are of no known kind");
        int compression = fields.get();
        int filter = fields.get();
        int interlace = fields.get();
        if (compression != 0 || filter != 0 || (interlace & 0xFE) != 0) {
            throw new ImageException("it is packed in no known way");
        }
        return new ImageHeader(Kind.PNG, fields.getInt(0), fields.getInt(4), 1, Inks.NONE);
    }

    private boolean wanted(int name, long length) {
        if (name == IDAT) {
            pixels = true;
            return true;
        }
        if (name == IEND) return true;
        if (name == PLTE || name == TRNS) {
            if (length > PALETTE_BYTES_MAX || pixels) throw new ImageException("its colours are of no known kind");
            palette |= name == PLTE;
            return true;
        }
        if ((name & ANCILLARY) == 0) throw new ImageException("it needs a chunk that is not known");
        return false;
    }

    private void chunk(int name, int length) throws IOException {
        // As it comes: a chunk may be as long as the image.
        var crc = new CRC32();
        byte[] head = ByteBuffer.allocate(8).putInt(length).putInt(name).array();
        out.write(head);
        crc.update(head, 4, 4);
        for (int left = length; left > 0; ) {
            byte[] part = in.bytes(Math.min(left, 4096));
            crc.update(part);
            out.write(part);
            left -= part.length;
        }
        sum(crc);
    }

    private void write(int name, byte[] data) throws IOException {
        var crc = new CRC32();
        byte[] head = ByteBuffer.allocate(8).putInt(data.length).putInt(name).array();
        crc.update(head, 4, 4);
        crc.update(data);
        out.write(head);
        out.write(data);
        sum(crc);
    }

    private void sum(CRC32 crc) throws IOException {
        if (in.u32() != crc.getValue()) throw new ImageException("it is damaged: a sum does not fit");
        out.write(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    private static int name(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)).getInt();
    }
}
