package dev.lintel.controller.people;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Finds in an Exif segment which way up its picture is. Pure, total: what cannot be read says nothing.
///
/// ```
///   "Exif" 00 00 | "II" or "MM" | 002A | offset u32 of the first directory, counted from "II"
///   directory:   | entries u16 | each: tag u16, type u16, count u32, value 4 |     tag 0112 type 3: orientation
/// ```
final class ExifOrientation {
    private static final int START = 6;
    private static final int TAG = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY_BYTES = 12;

    private ExifOrientation() {}

    /// 1 to 8, or `otherwise`.
    static int of(byte[] segment, int otherwise) {
        if (!JpegScan.startsWith(segment, "Exif\0\0") || segment.length < START + 8) return otherwise;
        var tiff = ByteBuffer.wrap(segment, START, segment.length - START).slice();
        int order = tiff.getShort(0);
        if (order != 0x4949 && order != 0x4D4D) return otherwise;
        tiff.order(order == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long directory = tiff.getInt(4) & 0xFFFF_FFFFL;
        if (directory + 2 > tiff.limit()) return otherwise;
        int entries = tiff.getShort((int) directory) & 0xFFFF;
        for (int i = 0; i < entries; i++) {
            long at = directory + 2 + (long) i * ENTRY_BYTES;
            if (at + ENTRY_BYTES > tiff.limit()) return otherwise;
            if ((tiff.getShort((int) at) & 0xFFFF) != TAG || tiff.getShort((int) at + 2) != SHORT) continue;
            int value = tiff.getShort((int) at + 8);
            return value >= 1 && value <= 8 ? value : otherwise;
        }
        return otherwise;
    }
}
