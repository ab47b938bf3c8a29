package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import org.jspecify.annotations.Nullable;

/// One frame alone in its bytes, as a capture has it line by line. Where [OsdpCodec#decode] looks further for the
/// next frame, this says what is wrong with the one that is there.
///
/// @param frame as far as it can be read, damaged or not, its payload empty when there is none; null without a header
/// @param fault null when the frame is whole
public record CapturedFrame(
        @Nullable OsdpFrame frame, @Nullable Fault fault) {
    /// What can be wrong.
    public enum Fault {
        NO_FRAME("no frame"),
        BAD_LENGTH("bad length"),
        BAD_CRC("bad CRC"),
        BAD_CHECKSUM("bad checksum");

        private final String words;

        Fault(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /// Reads the frame that the bytes end with, marks behind it aside. Where the first SOM starts no whole
    /// frame, a later one may: what comes before it is noise of the line. Without a whole frame, the fault
    /// is that of the first SOM. Never throws.
    public static CapturedFrame read(Bytes bytes) {
        int first = nextSom(bytes, 0);
        if (first == bytes.size()) return new CapturedFrame(null, Fault.NO_FRAME);
        CapturedFrame begun = readAt(bytes, first);
        if (begun.fault == null) return begun;
        for (int start = nextSom(bytes, first + 1); start < bytes.size(); start = nextSom(bytes, start + 1)) {
            CapturedFrame later = readAt(bytes, start);
            if (later.fault == null) return later;
        }
        return begun;
    }

    private static int nextSom(Bytes bytes, int from) {
        int at = from;
        while (at < bytes.size() && bytes.at(at) != OsdpCodec.SOM) at++;
        return at;
    }

    private static CapturedFrame readAt(Bytes bytes, int start) {
        if (bytes.size() - start < OsdpCodec.HEADER_BYTES) return new CapturedFrame(null, Fault.BAD_LENGTH);

        int length = bytes.u16(start + 2);
        int control = bytes.at(start + 4);
        var header = new OsdpFrame(bytes.at(start + 1), control, Bytes.EMPTY, Bytes.EMPTY);
        boolean possible = length >= OsdpCodec.lengthMin(control) && length <= OsdpCodec.FRAME_BYTES_MAX;
        if (!possible || !endsAt(bytes, start + length)) return new CapturedFrame(header, Fault.BAD_LENGTH);

        byte[] frame = bytes.slice(start, start + length).toArray();
        int end = length - OsdpCodec.checkBytes(control);
        if (!(OsdpCodec.split(frame, end) instanceof Decoded.Frame whole)) {
            return new CapturedFrame(header, sound(frame, end) ? Fault.BAD_LENGTH : damage(header));
        }
        return new CapturedFrame(whole.frame(), sound(frame, end) ? null : damage(header));
    }

    private static boolean endsAt(Bytes bytes, int end) {
        if (end > bytes.size()) return false;
        for (int i = end; i < bytes.size(); i++) if (bytes.at(i) != OsdpCodec.MARK) return false;
        return true;
    }

    private static boolean sound(byte[] frame, int end) {
        return OsdpCodec.checkFault(frame, end) == null;
    }

    private static Fault damage(OsdpFrame header) {
        return header.crc() ? Fault.BAD_CRC : Fault.BAD_CHECKSUM;
    }
}
