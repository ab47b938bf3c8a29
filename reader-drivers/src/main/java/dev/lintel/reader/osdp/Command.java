package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
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
    int BIOREAD = 0x73;
    int BIOMATCH = 0x74;
    int KEYSET = 0x75;
    int CHLNG = 0x76;
    int SCRYPT = 0x77;
    int ACURXSIZE = 0x7B;
    int FILETRANSFER = 0x7C;
    int MFG = 0x80;
    int XWR = 0xA1;
    int ABORT = 0xA2;
    int PIVDATA = 0xA3;
    int GENAUTH = 0xA4;
    int CRAUTH = 0xA5;
    int KEEPACTIVE = 0xA7;

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

    /// Asks for a finger, face or the like; what `type`, `format` and `quality` mean is told by the standard's
    /// tables.
    record BioRead(int reader, int type, int format, int quality) implements Command {}

    /// Asks whether a finger, face or the like fits `template`.
    record BioMatch(int reader, int type, int format, int quality, Bytes template) implements Command {}

    /// Gives the PD a new base key; only inside a secure session, and the session is over with its answer.
    record KeySet(int type, Scbk key) implements Command {
        /// The only type there is: the SCBK.
        public static final int TYPE_SCBK = 1;
    }

    /// CHLNG, the first step of a handshake. `rndA` is 8 bytes.
    record Challenge(Bytes rndA) implements Command {}

    /// SCRYPT, the third step of a handshake. 16 bytes.
    record ServerCryptogram(Bytes cryptogram) implements Command {}

    /// ACURXSIZE: the longest frame the ACU takes.
    record ReceiveSize(int bytes) implements Command {}

    /// One piece of a file. Numbers are 32 bit without sign; a piece of no bytes asks how far the PD is.
    record FileTransfer(int type, long total, long offset, Bytes fragment) implements Command {
        /// Code, type, total, offset and length: what a frame carries besides the piece.
        public static final int HEADER_BYTES = 12;

        /// A file whose meaning only the PD knows, such as its firmware.
        public static final int TYPE_OPAQUE = 1;
    }

    /// MFG: what a maker has added. `vendor` is the three bytes of the maker's code.
    record Manufacturer(Bytes vendor, Bytes data) implements Command {}

    /// XWR: for smart cards, `command` in the meaning of `mode`.
    record ExtendedWrite(int mode, int command, Bytes data) implements Command {}

    /// Ends what takes long: a file, a finger.
    record Abort() implements Command {}

    /// `object` is three bytes.
    record PivData(Bytes object, int element, int offset) implements Command {}

    /// Keeps a card's field on for so many milliseconds.
    record KeepActive(int milliseconds) implements Command {}

    /// A code without a meaning here.
    record Other(Bytes payload) implements Command {}

    /// A known code whose data is too short or too long: a PD answers NAK 2.
    record Malformed(Bytes payload) implements Command {}

    /// One output of a PD. `code` 0 leaves it, 1 off, 2 on, 3 and 4 the same once a timer has run out, 5 on for
    /// `timer`, 6 off for `timer` (100 ms).
    record OutputRecord(int output, int code, int timer) {}

    /// One LED: a temporary part over a permanent part.
    record LedRecord(int reader, int led, Temporary temporary, Permanent permanent) {
        /// `code` 0 leaves it, 1 cancels, 2 sets; times and `timer` in 100 ms, colours as [LedColour].
        public record Temporary(int code, int onTime, int offTime, int onColour, int offColour, int timer) {
            public static final int LEAVE = 0;
            public static final int CANCEL = 1;
            public static final int SET = 2;
            static final Temporary CANCELLED = new Temporary(CANCEL, 0, 0, 0, 0, 0);
            static final Temporary LEFT = new Temporary(LEAVE, 0, 0, 0, 0, 0);
        }

        /// `code` 0 leaves it, 1 sets.
        public record Permanent(int code, int onTime, int offTime, int onColour, int offColour) {
            public static final int SET = 1;
        }
    }

    /// The payload, code first.
    default Bytes payload() {
        return CommandCodec.encode(this);
    }

    /// Reads a payload of one byte or more. Never throws: what does not fit is [Malformed], what is unknown [Other].
    static Command decode(Bytes payload) {
        return CommandCodec.decode(payload);
    }
}
