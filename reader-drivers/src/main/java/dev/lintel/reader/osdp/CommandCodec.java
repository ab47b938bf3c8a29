package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.Command.OutputRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Commands to payloads and back, each way beside the other. Pure and total.
final class CommandCodec {
    private static final int OUTPUT_BYTES = 4;
    private static final int LED_BYTES = 14;
    private static final int TEXT_HEADER = 7;
    private static final int BIO_HEADER = 7;
    private static final int KEYSET_BYTES = 3 + Scbk.BYTES;
    private static final int VENDOR_END = 4;

    private CommandCodec() {}

    static Bytes encode(Command command) {
        return switch (command) {
            case Command.Poll _ -> Bytes.of(Command.POLL);
            case Command.Id c -> Bytes.of(Command.ID, c.type());
            case Command.Capabilities _ -> Bytes.of(Command.CAP, 0);
            case Command.LocalStatus _ -> Bytes.of(Command.LSTAT);
            case Command.InputStatus _ -> Bytes.of(Command.ISTAT);
            case Command.OutputStatus _ -> Bytes.of(Command.OSTAT);
            case Command.ReaderStatus _ -> Bytes.of(Command.RSTAT);
            case Command.Output c -> encodeOutputs(c.records());
            case Command.Led c -> encodeLeds(c.records());
            case Command.Buzzer c -> Bytes.of(Command.BUZ, c.reader(), c.tone(), c.onTime(), c.offTime(), c.count());
            case Command.Text c -> encodeText(c);
            case Command.ComSet c -> encodeComSet(Command.COMSET, c.address(), c.baud());
            case Command.BioRead c -> Bytes.of(Command.BIOREAD, c.reader(), c.type(), c.format(), c.quality());
            case Command.BioMatch c -> encodeBioMatch(c);
            case Command.KeySet c -> encodeKeySet(c);
            case Command.Challenge c -> coded(Command.CHLNG, c.rndA());
            case Command.ServerCryptogram c -> coded(Command.SCRYPT, c.cryptogram());
            case Command.ReceiveSize c ->
                new PayloadWriter(3).u8(Command.ACURXSIZE).u16(c.bytes()).done();
            case Command.FileTransfer c -> encodeFileTransfer(c);
            case Command.Manufacturer c -> encodeManufacturer(Command.MFG, c.vendor(), c.data());
            case Command.ExtendedWrite c -> encodeExtended(Command.XWR, c.mode(), c.command(), c.data());
            case Command.Abort _ -> Bytes.of(Command.ABORT);
            case Command.PivData c -> encodePivData(c);
            case Command.KeepActive c ->
                new PayloadWriter(3)
                        .u8(Command.KEEPACTIVE)
                        .u16(c.milliseconds())
                        .done();
            case Command.Other c -> c.payload();
            case Command.Malformed c -> c.payload();
        };
    }

    static Command decode(Bytes p) {
        if (p.isEmpty()) return new Command.Malformed(p);
        Command fitting = fitting(p, p.size() - 1);
        return fitting == null ? new Command.Malformed(p) : fitting;
    }

    /// The command, or null when `data` bytes behind its code are too many or too few for it.
    private static @Nullable Command fitting(Bytes p, int data) {
        return switch (p.at(0)) {
            case Command.POLL -> data == 0 ? new Command.Poll() : null;
            case Command.ID -> data == 1 ? new Command.Id(p.at(1)) : null;
            case Command.CAP -> data == 1 ? new Command.Capabilities() : null;
            case Command.LSTAT -> data == 0 ? new Command.LocalStatus() : null;
            case Command.ISTAT -> data == 0 ? new Command.InputStatus() : null;
            case Command.OSTAT -> data == 0 ? new Command.OutputStatus() : null;
            case Command.RSTAT -> data == 0 ? new Command.ReaderStatus() : null;
            case Command.OUT -> data > 0 && data % OUTPUT_BYTES == 0 ? decodeOutputs(p) : null;
            case Command.LED -> data > 0 && data % LED_BYTES == 0 ? decodeLeds(p) : null;
            case Command.BUZ -> data == 5 ? new Command.Buzzer(p.at(1), p.at(2), p.at(3), p.at(4), p.at(5)) : null;
            case Command.TEXT -> data >= 6 && data == 6 + p.at(6) ? decodeText(p) : null;
            case Command.COMSET -> data == 5 ? new Command.ComSet(p.at(1), p.u32(2)) : null;
            case Command.KEYSET -> data == 2 + Scbk.BYTES && p.at(2) == Scbk.BYTES ? decodeKeySet(p) : null;
            case Command.CHLNG -> data == SessionKeys.RANDOM_BYTES ? new Command.Challenge(p.slice(1, p.size())) : null;
            case Command.SCRYPT -> data == Aes128.BLOCK ? new Command.ServerCryptogram(p.slice(1, p.size())) : null;
            case Command.ACURXSIZE -> data == 2 ? new Command.ReceiveSize(p.u16(1)) : null;
            case Command.ABORT -> data == 0 ? new Command.Abort() : null;
            case Command.KEEPACTIVE -> data == 2 ? new Command.KeepActive(p.u16(1)) : null;
            default -> rare(p, data);
        };
    }

    private static @Nullable Command rare(Bytes p, int data) {
        return switch (p.at(0)) {
            case Command.BIOREAD -> data == 4 ? new Command.BioRead(p.at(1), p.at(2), p.at(3), p.at(4)) : null;
            case Command.BIOMATCH -> data >= 6 && data == 6 + p.u16(5) ? decodeBioMatch(p) : null;
            case Command.FILETRANSFER -> data >= 11 && data == 11 + p.u16(10) ? decodeFileTransfer(p) : null;
            case Command.MFG ->
                data >= 3 ? new Command.Manufacturer(p.slice(1, VENDOR_END), p.slice(VENDOR_END, p.size())) : null;
            case Command.XWR -> data >= 2 ? new Command.ExtendedWrite(p.at(1), p.at(2), p.slice(3, p.size())) : null;
            case Command.PIVDATA -> data == 6 ? new Command.PivData(p.slice(1, 4), p.at(4), p.u16(5)) : null;
            default -> new Command.Other(p);
        };
    }

    private static Bytes encodeOutputs(List<OutputRecord> records) {
        var p = new PayloadWriter(1 + OUTPUT_BYTES * records.size()).u8(Command.OUT);
        for (OutputRecord r : records) p.u8(r.output(), r.code()).u16(r.timer());
        return p.done();
    }

    private static Command.Output decodeOutputs(Bytes p) {
        var records = new ArrayList<OutputRecord>();
        for (int i = 1; i < p.size(); i += OUTPUT_BYTES) {
            records.add(new OutputRecord(p.at(i), p.at(i + 1), p.u16(i + 2)));
        }
        return new Command.Output(records);
    }

    private static Bytes encodeLeds(List<LedRecord> records) {
        var p = new PayloadWriter(1 + LED_BYTES * records.size()).u8(Command.LED);
        for (LedRecord r : records) {
            LedRecord.Temporary t = r.temporary();
            LedRecord.Permanent f = r.permanent();
            p.u8(r.reader(), r.led());
            p.u8(t.code(), t.onTime(), t.offTime(), t.onColour(), t.offColour()).u16(t.timer());
            p.u8(f.code(), f.onTime(), f.offTime(), f.onColour(), f.offColour());
        }
        return p.done();
    }

    private static Command.Led decodeLeds(Bytes p) {
        var records = new ArrayList<LedRecord>();
        for (int i = 1; i < p.size(); i += LED_BYTES) {
            var temporary = new LedRecord.Temporary(
                    p.at(i + 2), p.at(i + 3), p.at(i + 4), p.at(i + 5), p.at(i + 6), p.u16(i + 7));
            var permanent =
                    new LedRecord.Permanent(p.at(i + 9), p.at(i + 10), p.at(i + 11), p.at(i + 12), p.at(i + 13));
            records.add(new LedRecord(p.at(i), p.at(i + 1), temporary, permanent));
        }
        return new Command.Led(records);
    }

    private static Bytes encodeText(Command.Text c) {
        if (!c.text().chars().allMatch(character -> character <= 0xFF)) {
            throw new IllegalArgumentException("a text has characters of Latin-1 only");
        }
        Bytes text = Bytes.copyOf(c.text().getBytes(StandardCharsets.ISO_8859_1));
        return new PayloadWriter(TEXT_HEADER + text.size())
                .u8(Command.TEXT, c.reader(), c.mode(), c.seconds(), c.row(), c.column(), text.size())
                .bytes(text)
                .done();
    }

    private static Command.Text decodeText(Bytes p) {
        var text = new String(p.slice(TEXT_HEADER, p.size()).toArray(), StandardCharsets.ISO_8859_1);
        return new Command.Text(p.at(1), p.at(2), p.at(3), p.at(4), p.at(5), text);
    }

    /// COMSET and its answer COM carry the same data.
    static Bytes encodeComSet(int code, int address, long baud) {
        return new PayloadWriter(6).u8(code, address).u32(baud).done();
    }

    private static Bytes encodeBioMatch(Command.BioMatch c) {
        return new PayloadWriter(BIO_HEADER + c.template().size())
                .u8(Command.BIOMATCH, c.reader(), c.type(), c.format(), c.quality())
                .u16(c.template().size())
                .bytes(c.template())
                .done();
    }

    private static Command.BioMatch decodeBioMatch(Bytes p) {
        return new Command.BioMatch(p.at(1), p.at(2), p.at(3), p.at(4), p.slice(BIO_HEADER, p.size()));
    }

    private static Bytes encodeKeySet(Command.KeySet c) {
        return new PayloadWriter(KEYSET_BYTES)
                .u8(Command.KEYSET, c.type(), Scbk.BYTES)
                .bytes(c.key().copy())
                .done();
    }

    private static Command.KeySet decodeKeySet(Bytes p) {
        return new Command.KeySet(p.at(1), Scbk.ofAny(p.slice(3, p.size()).toArray()));
    }

    private static Bytes encodeFileTransfer(Command.FileTransfer c) {
        return new PayloadWriter(
                        Command.FileTransfer.HEADER_BYTES + c.fragment().size())
                .u8(Command.FILETRANSFER, c.type())
                .u32(c.total())
                .u32(c.offset())
                .u16(c.fragment().size())
                .bytes(c.fragment())
                .done();
    }

    private static Command.FileTransfer decodeFileTransfer(Bytes p) {
        Bytes fragment = p.slice(Command.FileTransfer.HEADER_BYTES, p.size());
        return new Command.FileTransfer(p.at(1), p.u32(2), p.u32(6), fragment);
    }

    /// MFG and its answer MFGREP carry the same.
    static Bytes encodeManufacturer(int code, Bytes vendor, Bytes data) {
        return new PayloadWriter(1 + vendor.size() + data.size())
                .u8(code)
                .bytes(vendor)
                .bytes(data)
                .done();
    }

    /// XWR and its answer XRD carry the same.
    static Bytes encodeExtended(int code, int mode, int command, Bytes data) {
        return new PayloadWriter(3 + data.size())
                .u8(code, mode, command)
                .bytes(data)
                .done();
    }

    private static Bytes encodePivData(Command.PivData c) {
        return new PayloadWriter(7)
                .u8(Command.PIVDATA)
                .bytes(c.object())
                .u8(c.element())
                .u16(c.offset())
                .done();
    }

    /// A code and data that need no fields.
    static Bytes coded(int code, Bytes data) {
        return new PayloadWriter(1 + data.size()).u8(code).bytes(data).done();
    }
}
