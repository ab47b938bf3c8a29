package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.util.ArrayList;
import java.util.List;

/// What a PD answers: the payload of its frames, both ways. Immutable.
public sealed interface Reply {
    int ACK = 0x40;
    int NAK = 0x41;
    int PDID = 0x45;
    int PDCAP = 0x46;
    int LSTATR = 0x48;
    int ISTATR = 0x49;
    int OSTATR = 0x4A;
    int RSTATR = 0x4B;
    int RAW = 0x50;
    int FMT = 0x51;
    int KEYPAD = 0x53;
    int COM = 0x54;
    int BUSY = 0x79;

    record Ack() implements Reply {}

    /// A refusal; `reason` is one of the `NAK` codes below, or one nobody knows.
    record Nak(int reason) implements Reply {
        public static final int BAD_CHECK = 1;
        public static final int BAD_LENGTH = 2;
        public static final int UNKNOWN_COMMAND = 3;
        public static final int BAD_SEQUENCE = 4;
        public static final int SECURITY_UNSUPPORTED = 5;
        public static final int SECURITY_REQUIRED = 6;
        public static final int BAD_RECORD = 9;
    }

    /// `vendor` is the three bytes of the maker's code, `firmware` three bytes: major, minor, build.
    record Identity(Bytes vendor, int model, int version, long serial, Bytes firmware) implements Reply {}

    record Capabilities(List<Capability> functions) implements Reply {
        public Capabilities {
            functions = List.copyOf(functions);
        }
    }

    /// Both false in peace; `power` is a failure of the supply.
    record LocalStatus(boolean tamper, boolean power) implements Reply {}

    /// A byte an input: 0 inactive, 1 active, 2 short, 3 open, 4 fault, 5 unknown.
    record InputStatus(Bytes inputs) implements Reply {}

    /// A byte an output: 0 off, 1 on.
    record OutputStatus(Bytes outputs) implements Reply {}

    /// A byte an attached reader: 0 normal, 1 not connected, 2 tamper.
    record ReaderStatus(Bytes readers) implements Reply {
        public static final int TAMPER = 2;
    }

    /// A card. `format` 0 says nothing, 1 claims Wiegand with parity: matching goes by the bits alone.
    record Raw(int reader, int format, CardBits bits) implements Reply {}

    /// Characters from an old reader; what they stand for is the reader's secret.
    record Formatted(int reader, int direction, Bytes characters) implements Reply {}

    /// Keys as ASCII, except [#ENTER] for `#` and [#CLEAR] for `*`.
    record Keypad(int reader, Bytes keys) implements Reply {
        public static final int ENTER = 0x0D;
        public static final int CLEAR = 0x7F;
    }

    /// The address and speed the PD will have from now on, which may differ from what was wished.
    record Com(int address, long baud) implements Reply {}

    /// Not now: the same command is to be sent again.
    record Busy() implements Reply {}

    /// A code that has no meaning here.
    record Other(Bytes payload) implements Reply {}

    /// A known code whose data does not fit it.
    record Malformed(Bytes payload) implements Reply {}

    /// One line of a PD's capabilities.
    record Capability(int function, int level, int count) {
        /// Level 0: the PD checks by checksum only.
        public static final int CHECK = 8;

        /// Level and count are the low and high byte of the largest packet the PD takes.
        public static final int RECEIVE_BUFFER = 10;
    }

    /// The payload, code first.
    default Bytes payload() {
        return switch (this) {
            case Ack _ -> Bytes.of(ACK);
            case Nak r -> Bytes.of(NAK, r.reason);
            case Identity r -> encodeIdentity(r);
            case Capabilities r -> encodeCapabilities(r.functions);
            case LocalStatus r -> Bytes.of(LSTATR, r.tamper ? 1 : 0, r.power ? 1 : 0);
            case InputStatus r -> prefixed(r.inputs, ISTATR);
            case OutputStatus r -> prefixed(r.outputs, OSTATR);
            case ReaderStatus r -> prefixed(r.readers, RSTATR);
            case Raw r -> {
                int count = r.bits.count();
                yield prefixed(r.bits.leftJustified(), RAW, r.reader, r.format, count & 0xFF, count >> 8);
            }
            case Formatted r -> prefixed(r.characters, FMT, r.reader, r.direction, r.characters.size());
            case Keypad r -> prefixed(r.keys, KEYPAD, r.reader, r.keys.size());
            case Com r -> Command.encodeComSet(COM, r.address, r.baud);
            case Busy _ -> Bytes.of(BUSY);
            case Other r -> r.payload;
            case Malformed r -> r.payload;
        };
    }

    /// Reads a payload of one byte or more. Never throws: what does not fit is [Malformed], what is unknown [Other].
    static Reply decode(Bytes p) {
        int data = p.size() - 1;
        return switch (p.at(0)) {
            case ACK -> new Ack();
            case NAK -> data >= 1 ? new Nak(p.at(1)) : new Malformed(p);
            case PDID -> data == 12 ? decodeIdentity(p) : new Malformed(p);
            case PDCAP -> data % 3 == 0 ? decodeCapabilities(p) : new Malformed(p);
            case LSTATR -> data == 2 ? new LocalStatus(p.at(1) != 0, p.at(2) != 0) : new Malformed(p);
            case ISTATR -> new InputStatus(p.slice(1, p.size()));
            case OSTATR -> new OutputStatus(p.slice(1, p.size()));
            case RSTATR -> new ReaderStatus(p.slice(1, p.size()));
            case RAW -> decodeRaw(p);
            case FMT ->
                data >= 3 && data == 3 + p.at(3)
                        ? new Formatted(p.at(1), p.at(2), p.slice(4, p.size()))
                        : new Malformed(p);
            case KEYPAD ->
                data >= 2 && data == 2 + p.at(2) ? new Keypad(p.at(1), p.slice(3, p.size())) : new Malformed(p);
            case COM -> data == 5 ? new Com(p.at(1), p.u32(2)) : new Malformed(p);
            case BUSY -> new Busy();
            default -> new Other(p);
        };
    }

    private static Bytes encodeIdentity(Identity r) {
        byte[] p = new byte[13];
        p[0] = PDID;
        r.vendor.copyTo(p, 1);
        int serial = (int) r.serial;
        Bytes.of(r.model, r.version, serial, serial >> 8, serial >> 16, serial >> 24)
                .copyTo(p, 4);
        r.firmware.copyTo(p, 10);
        return Bytes.copyOf(p);
    }

    private static Identity decodeIdentity(Bytes p) {
        return new Identity(p.slice(1, 4), p.at(4), p.at(5), p.u32(6), p.slice(10, 13));
    }

    private static Bytes encodeCapabilities(List<Capability> functions) {
        int[] p = new int[1 + 3 * functions.size()];
        p[0] = PDCAP;
        int i = 1;
        for (Capability c : functions) {
            p[i++] = c.function;
            p[i++] = c.level;
            p[i++] = c.count;
        }
        return Bytes.of(p);
    }

    private static Capabilities decodeCapabilities(Bytes p) {
        var functions = new ArrayList<Capability>();
        for (int i = 1; i < p.size(); i += 3) functions.add(new Capability(p.at(i), p.at(i + 1), p.at(i + 2)));
        return new Capabilities(functions);
    }

    private static Reply decodeRaw(Bytes p) {
        if (p.size() < 5) return new Malformed(p);
        int count = p.u16(3);
        boolean fits = count > 0 && count <= CardBits.BITS_MAX && p.size() == 5 + (count + 7) / 8;
        if (!fits) return new Malformed(p);
        return new Raw(p.at(1), p.at(2), CardBits.ofLeftJustified(p.slice(5, p.size()), count));
    }

    private static Bytes prefixed(Bytes data, int... head) {
        byte[] p = new byte[head.length + data.size()];
        Bytes.of(head).copyTo(p, 0);
        data.copyTo(p, head.length);
        return Bytes.copyOf(p);
    }
}
