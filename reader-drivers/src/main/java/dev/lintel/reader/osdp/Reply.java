package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.nio.charset.StandardCharsets;
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
    int BIOREADR = 0x57;
    int BIOMATCHR = 0x58;
    int EXT_PDID = 0x59;
    int CCRYPT = 0x76;
    int RMAC_I = 0x78;
    int BUSY = 0x79;
    int FTSTAT = 0x7A;
    int PIVDATAR = 0x80;
    int GENAUTHR = 0x81;
    int CRAUTHR = 0x82;
    int MFGSTATR = 0x83;
    int MFGERRR = 0x84;
    int MFGREP = 0x90;
    int XRD = 0xB1;

    record Ack() implements Reply {}

    /// A refusal; `reason` is one of the codes below, or one nobody knows. What follows it (`extra`) means nothing
    /// here.
    record Nak(int reason, Bytes extra) implements Reply {
        public Nak(int reason) {
            this(reason, Bytes.EMPTY);
        }

        public static final int BAD_CHECK = 1;
        public static final int BAD_LENGTH = 2;
        public static final int UNKNOWN_COMMAND = 3;
        public static final int BAD_SEQUENCE = 4;
        public static final int SECURITY_UNSUPPORTED = 5;
        public static final int SECURITY_REQUIRED = 6;
        public static final int BIO_TYPE = 7;
        public static final int BIO_FORMAT = 8;
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
        public static final int NOT_CONNECTED = 1;
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

    /// What a reader got of a finger, face or the like; the standard's tables tell what the numbers mean.
    record BioRead(int reader, int status, int type, int quality, Bytes template) implements Reply {}

    record BioMatch(int reader, int status, int score) implements Reply {}

    /// EXT_PDID: the identity in words.
    record ExtendedIdentity(List<IdentityEntry> entries) implements Reply {
        public ExtendedIdentity {
            entries = List.copyOf(entries);
        }
    }

    /// CCRYPT, the second step of a handshake: 8, 8 and 16 bytes.
    record ClientCryptogram(Bytes cuid, Bytes rndB, Bytes cryptogram) implements Reply {}

    /// RMAC_I, the fourth step of a handshake: 16 bytes.
    record InitialMac(Bytes mac) implements Reply {}

    /// FTSTAT: how a file is doing. `delayMs` before the next piece; `status` is below, less than 0 is a failure;
    /// `sizeMax` is the longest frame the PD takes from now on, 0 for no change.
    record FileStatus(int flags, int delayMs, int status, int sizeMax) implements Reply {
        /// Bits of `flags`.
        public static final int INTERLEAVE = 1;

        public static final int LEAVE_SECURE = 2;
        public static final int POLL_WAITS = 4;

        public static final int GO_ON = 0;
        public static final int PROCESSED = 1;
        public static final int REBOOTING = 2;

        /// Ask again with pieces of no bytes.
        public static final int FINISHING = 3;

        public static final int ABORTED = -1;
        public static final int UNRECOGNIZED = -2;
        public static final int MALFORMED = -3;
    }

    /// One piece of what a card said.
    record PivData(int total, int offset, Bytes fragment) implements Reply {}

    /// MFGREP: what a maker has added. `vendor` is the three bytes of the maker's code.
    record Manufacturer(Bytes vendor, Bytes data) implements Reply {}

    /// XRD: from a smart card, `reply` in the meaning of `mode`.
    record ExtendedRead(int mode, int reply, Bytes data) implements Reply {}

    /// Not now: the same command is to be sent again.
    record Busy() implements Reply {}

    /// A code that has no meaning here.
    record Other(Bytes payload) implements Reply {}

    /// A known code whose data does not fit it.
    record Malformed(Bytes payload) implements Reply {}

    /// One line of a PD's extended identity, `value` in UTF-8.
    record IdentityEntry(int tag, Bytes value) {
        public static final int MANUFACTURER = 0;
        public static final int PRODUCT = 1;
        public static final int SERIAL = 2;

        /// May be there more than once.
        public static final int FIRMWARE = 3;

        public static final int HARDWARE = 4;
        public static final int URL = 5;
        public static final int CONFIGURATION = 6;

        /// The value as text; what is no UTF-8 is replaced.
        public String text() {
            return new String(value.toArray(), StandardCharsets.UTF_8);
        }
    }

    /// One line of a PD's capabilities.
    record Capability(int function, int level, int count) {
        /// Level 0: the PD checks by checksum only.
        public static final int CHECK = 8;

        /// Level bit 0: AES-128; count bit 0: it still has SCBK-D.
        public static final int SECURITY = 9;

        /// Level and count are the low and high byte of the largest packet the PD takes.
        public static final int RECEIVE_BUFFER = 10;
    }

    /// The payload, code first.
    default Bytes payload() {
        return ReplyCodec.encode(this);
    }

    /// Reads a payload of one byte or more. Never throws: what does not fit is [Malformed], what is unknown [Other].
    static Reply decode(Bytes payload) {
        return ReplyCodec.decode(payload);
    }
}
