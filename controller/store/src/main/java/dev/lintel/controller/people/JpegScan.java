package dev.lintel.controller.people;

import dev.lintel.controller.people.ImageHeader.Inks;
import dev.lintel.controller.people.ImageHeader.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One JPEG, read through once.
///
/// ```
///   FF D8   then segments:   | FF | marker | length u16, itself in it | data … |
///           after SOS: coded pixels, FF as FF 00
///   copied: frame (SOF0, SOF1, SOF2), tables (DQT, DHT, DRI), scans (SOS), EOI
///   made anew: JFIF and Adobe's segment, which say how colours are meant
///   read: the orientation in Exif; dropped: every other APPn and comment, and what follows EOI
/// ```
///
/// Source: ITU-T T.81 annex B, docs/sources.md#jpeg.
final class JpegScan {
    private static final int SOF0 = 0xC0;
    private static final int SOF2 = 0xC2;
    private static final int DHT = 0xC4;
    private static final int RST0 = 0xD0;
    private static final int RST7 = 0xD7;
    private static final int EOI = 0xD9;
    private static final int SOS = 0xDA;
    private static final int DQT = 0xDB;
    private static final int DNL = 0xDC;
    private static final int DRI = 0xDD;
    private static final int APP0 = 0xE0;
    private static final int APP1 = 0xE1;
    private static final int APP14 = 0xEE;
    private static final int APP15 = 0xEF;
    private static final int COM = 0xFE;
    /// Passes over the pixels: encoders make 10 or so, and each costs the decoder the whole image.
    private static final int SCANS_MAX = 64;
    /// Of restart intervals and tables between two scans: a file of nothing else is no picture.
    private static final int SEGMENTS_MAX = 4_096;

    private static final byte[] JFIF = {
        (byte) 0xFF, (byte) APP0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0
    };

    private final Octets in;
    private final OutputStream out;
    private int width;
    private int height;
    private int components;
    private boolean progressive;
    private long coefficientBytes;
    private int orientation = 1;
    /// Adobe's word on colours: 0 as they are, 1 and 2 as luminance and differences; -1: it says nothing.
    private int transform = -1;

    private int scans;

    /// `in` stands after the first two bytes.
    JpegScan(Octets in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    ImageHeader scan() throws IOException {
        out.write(0xFF);
        out.write(0xD8);
        int marker = marker(in.u8());
        for (int segments = 0; marker != EOI; segments++) {
            if (segments > SEGMENTS_MAX) throw new ImageException("it has more segments than a picture has");
            marker = marker == SOS ? pixels() : segment(marker);
        }
        if (scans == 0) throw new ImageException("it has no pixels");
        out.write(0xFF);
        out.write(EOI);
        return new ImageHeader(Kind.JPEG, width, height, orientation, inks());
    }

    /// The marker that begins with `first`; any number of FF may stand before it.
    private int marker(int first) throws IOException {
        if (first != 0xFF) throw new ImageException("it has bytes where a segment must begin");
        int code = first;
        while (code == 0xFF) code = in.u8();
        return code;
    }

    /// Takes one segment; returns the marker after it.
    private int segment(int marker) throws IOException {
        int length = in.u16() - 2;
        if (length < 0) throw new ImageException("a segment has no length");
        byte[] data = in.bytes(length);
        switch (marker) {
            case DHT, DQT, DRI -> copy(marker, data);
            case APP0 -> jfif(data);
            case APP1 -> orientation = ExifOrientation.of(data, orientation);
            case APP14 -> adobe(data);
            case DNL, COM -> {} // the frame has said how many lines there are
            default -> {
                if (marker >= SOF0 && marker <= SOF2) frame(marker, data);
                else if (marker < APP0 || marker > APP15) throw new ImageException("it is coded in no known way");
            }
        }
        return marker(in.u8());
    }

    private void frame(int marker, byte[] data) throws IOException {
        if (components != 0) throw new ImageException("it has two frames");
        if (data.length < 6 || data[0] != 8) throw new ImageException("its samples are not of 8 bits");
        height = u16(data, 1);
        width = u16(data, 3);
        ImageScan.requireSize(width, height);
        components = data[5];
        progressive = marker == SOF2;
        boolean known = components == 1 || components == 3 || components == 4;
        if (!known || data.length != 6 + 3 * components) throw new ImageException("its colours are of no known kind");
        coefficientBytes = coefficientBytes(data);
        copy(marker, data);
    }

    /// What the decoder keeps when the frame comes in passes: two bytes for each sample, whole blocks.
    private long coefficientBytes(byte[] frame) {
        int across = 1;
        int down = 1;
        for (int i = 0; i < components; i++) {
            across = Math.max(across, factor(frame, i, 4));
            down = Math.max(down, factor(frame, i, 0));
        }
        long units = (long) ((width + 8 * across - 1) / (8 * across)) * ((height + 8 * down - 1) / (8 * down));
        long blocks = 0;
        for (int i = 0; i < components; i++) blocks += units * factor(frame, i, 4) * factor(frame, i, 0);
        return blocks * 64 * 2;
    }

    private static int factor(byte[] frame, int component, int shift) {
        int factor = (frame[7 + 3 * component] >> shift) & 0xF;
        if (factor < 1 || factor > 4) throw new ImageException("its colours are of no known kind");
        return factor;
    }

    /// One scan: its head and the coded pixels. Returns the marker after them.
    private int pixels() throws IOException {
        byte[] data = in.bytes(Math.max(0, in.u16() - 2));
        if (components == 0 || data.length < 1) throw new ImageException("it has pixels before their frame");
        if (++scans > SCANS_MAX) throw new ImageException("it has more passes than a picture has");
        boolean inPasses = progressive || data[0] != components;
        if (inPasses && coefficientBytes > ImageScan.COEFFICIENT_BYTES_MAX) {
            throw new ImageException("it has " + width + " × " + height + " pixels in several passes");
        }
        copy(SOS, data);
        while (true) {
            int octet = in.u8();
            if (octet != 0xFF) {
                out.write(octet);
                continue;
            }
            int code = octet;
            while (code == 0xFF) code = in.u8();
            if (code != 0 && (code < RST0 || code > RST7)) return code;
            out.write(0xFF);
            out.write(code);
        }
    }

    private void jfif(byte[] data) throws IOException {
        if (startsWith(data, "JFIF\0")) out.write(JFIF);
    }

    private void adobe(byte[] data) throws IOException {
        if (!startsWith(data, "Adobe") || data.length < 12) return;
        copy(APP14, Arrays.copyOf(data, 12));
        transform = data[11];
    }

    private Inks inks() {
        if (components != 4) return Inks.NONE;
        return transform < 0 ? Inks.CMYK : transform == 2 ? Inks.YCCK_INVERTED : Inks.CMYK_INVERTED;
    }

    private void copy(int marker, byte[] data) throws IOException {
        int length = data.length + 2;
        out.write(new byte[] {(byte) 0xFF, (byte) marker, (byte) (length >> 8), (byte) length});
        out.write(data);
    }

    static boolean startsWith(byte[] data, String text) {
        byte[] start = text.getBytes(StandardCharsets.US_ASCII);
        return data.length >= start.length && Arrays.equals(data, 0, start.length, start, 0, start.length);
    }

    private static int u16(byte[] data, int at) {
        return ((data[at] & 0xFF) << 8) | (data[at + 1] & 0xFF);
    }
}
