package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What the ACU tells a PD: the payload of its frames, both ways. Immutable.
public sealed interface Command {
    int POLL = 0x60;
    int ID = 0x61;
    int CAP = 0x62;
    int LSTAT = 0x64;
    int ISTAT = 0x65;
    int OSTAT = 0x66;
    int RSTAT = 0x67;
    int OUT = 0x68;
    int LED = 0x69;
    int BUZ = 0x6A;
    int TEXT = 0x6B;
    int COMSET = 0x6E;

    record Poll() implements Command {}

    /// `type` 0 asks for the standard identity, 1 for the extended one.
    record Id(int type) implements Command {}

    record Capabilities() implements Command {}

    record LocalStatus() implements Command {}

    record InputStatus() implements Command {}

    record OutputStatus() implements Command {}

    record ReaderStatus() implements Command {}

    record Output(List<OutputRecord> records) implements Command {
        public Output {
            records = List.copyOf(records);
        }
    }

    record Led(List<LedRecord> records) implements Command {
        public Led {
            records = List.copyOf(records);
        }
    }

    /// `onTime` and `offTime` in 100 ms; `count` 0 sounds until changed.
    record Buzzer(int reader, int tone, int onTime, int offTime, int count) implements Command {
        public static final int TONE_OFF = 1;
        public static final int TONE_DEFAULT = 2;
    }

    /// `mode` 1 and 2 stand (2 wraps), 3 and 4 last `seconds`; rows and columns count from 1.
    record Text(int reader, int mode, int seconds, int row, int column, String text) implements Command {}

    record ComSet(int address, long baud) implements Command {}

    /// A code without a meaning here, or with data that does not belong to it.
    record Other(Bytes payload) implements Command {}

    /// A known code whose data is too short or too long: a PD answers NAK 2.
    record Malformed(Bytes payload) implements Command {}

    /// One output of a PD. `code` 1 off, 2 on, 5 on for `timer`, 6 off for `timer` (100 ms).
    record OutputRecord(int output, int code, int timer) {}

    /// One LED: a temporary part over a permanent part.
    record LedRecord(int reader, int led, Temporary temporary, Permanent permanent) {
        static final int BYTES = 14;

        /// `code` 0 leaves it, 1 cancels, 2 sets; times and `timer` in 100 ms, colours as [LedColour].
        public record Temporary(int code, int onTime, int offTime, int onColour, int offColour, int timer) {
            public static final int LEAVE = 0;
            public static final int CANCEL = 1;
            public static final int SET = 2;
            static final Temporary CANCELLED = new Temporary(CANCEL, 0, 0, 0, 0, 0);
        }

        /// `code` 0 leaves it, 1 sets.
        public record Permanent(int code, int onTime, int offTime, int onColour, int offColour) {
            public static final int SET = 1;
        }
    }

    /// The payload, code first.
    default Bytes payload() {
        return switch (this) {
            case Poll _ -> Bytes.of(POLL);
            case Id c -> Bytes.of(ID, c.type);
            case Capabilities _ -> Bytes.of(CAP, 0);
            case LocalStatus _ -> Bytes.of(LSTAT);
            case InputStatus _ -> Bytes.of(ISTAT);
            case OutputStatus _ -> Bytes.of(OSTAT);
            case ReaderStatus _ -> Bytes.of(RSTAT);
            case Output c -> encodeOutputs(c.records);
            case Led c -> encodeLeds(c.records);
            case Buzzer c -> Bytes.of(BUZ, c.reader, c.tone, c.onTime, c.offTime, c.count);
            case Text c -> encodeText(c);
            case ComSet c -> encodeComSet(COMSET, c.address, c.baud);
            case Other c -> c.payload;
            case Malformed c -> c.payload;
        };
    }

    /// Reads a payload of one byte or more. Never throws: what does not fit is [Malformed], what is unknown [Other].
    static Command decode(Bytes p) {
        int data = p.size() - 1;
        return switch (p.at(0)) {
            case POLL -> data == 0 ? new Poll() : new Malformed(p);
            case ID -> data == 1 ? new Id(p.at(1)) : new Malformed(p);
            case CAP -> data == 1 ? new Capabilities() : new Malformed(p);
            case LSTAT -> data == 0 ? new LocalStatus() : new Malformed(p);
            case ISTAT -> data == 0 ? new InputStatus() : new Malformed(p);
            case OSTAT -> data == 0 ? new OutputStatus() : new Malformed(p);
            case RSTAT -> data == 0 ? new ReaderStatus() : new Malformed(p);
            case OUT -> data > 0 && data % 4 == 0 ? new Output(decodeOutputs(p)) : new Malformed(p);
            case LED -> data > 0 && data % LedRecord.BYTES == 0 ? new Led(decodeLeds(p)) : new Malformed(p);
            case BUZ -> data == 5 ? new Buzzer(p.at(1), p.at(2), p.at(3), p.at(4), p.at(5)) : new Malformed(p);
            case TEXT -> data >= 6 && data == 6 + p.at(6) ? decodeText(p) : new Malformed(p);
            case COMSET -> data == 5 ? new ComSet(p.at(1), p.u32(2)) : new Malformed(p);
            default -> new Other(p);
        };
    }

    private static Bytes encodeOutputs(List<OutputRecord> records) {
        int[] p = new int[1 + 4 * records.size()];
        int i = 0;
        p[i++] = OUT;
        for (OutputRecord r : records) {
            p[i++] = r.output;
            p[i++] = r.code;
            p[i++] = r.timer;
            p[i++] = r.timer >> 8;
        }
        return Bytes.of(p);
    }

    private static List<OutputRecord> decodeOutputs(Bytes p) {
        var records = new ArrayList<OutputRecord>();
        for (int i = 1; i < p.size(); i += 4) records.add(new OutputRecord(p.at(i), p.at(i + 1), p.u16(i + 2)));
        return records;
    }

    private static Bytes encodeLeds(List<LedRecord> records) {
        int[] p = new int[1 + LedRecord.BYTES * records.size()];
        p[0] = LED;
        int i = 1;
        for (LedRecord r : records) {
            LedRecord.Temporary t = r.temporary;
            LedRecord.Permanent f = r.permanent;
            for (int b : new int[] {
                r.reader,
                r.led,
                t.code,
                t.onTime,
                t.offTime,
                t.onColour,
                t.offColour,
                t.timer,
                t.timer >> 8,
                f.code,
                f.onTime,
                f.offTime,
                f.onColour,
                f.offColour
            }) {
                p[i++] = b;
            }
        }
        return Bytes.of(p);
    }

    private static List<LedRecord> decodeLeds(Bytes p) {
        var records = new ArrayList<LedRecord>();
        for (int i = 1; i < p.size(); i += LedRecord.BYTES) {
            var temporary = new LedRecord.Temporary(
                    p.at(i + 2), p.at(i + 3), p.at(i + 4), p.at(i + 5), p.at(i + 6), p.u16(i + 7));
            var permanent =
                    new LedRecord.Permanent(p.at(i + 9), p.at(i + 10), p.at(i + 11), p.at(i + 12), p.at(i + 13));
            records.add(new LedRecord(p.at(i), p.at(i + 1), temporary, permanent));
        }
        return records;
    }

    private static Bytes encodeText(Text c) {
        byte[] text = c.text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] p = new byte[7 + text.length];
        Bytes.of(TEXT, c.reader, c.mode, c.seconds, c.row, c.column, text.length)
                .copyTo(p, 0);
        System.arraycopy(text, 0, p, 7, text.length);
        return Bytes.copyOf(p);
    }

    private static Text decodeText(Bytes p) {
        var text = new String(p.slice(7, p.size()).toArray(), StandardCharsets.ISO_8859_1);
        return new Text(p.at(1), p.at(2), p.at(3), p.at(4), p.at(5), text);
    }

    /// COMSET and its answer COM carry the same data.
    static Bytes encodeComSet(int code, int address, long baud) {
        return Bytes.of(code, address, (int) baud, (int) (baud >> 8), (int) (baud >> 16), (int) (baud >> 24));
    }
}
