package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.osdp.Reply.Capability;
import dev.lintel.reader.osdp.Reply.IdentityEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Replies to payloads and back, each way beside the other. Pure and total.
final class ReplyCodec {
    private static final int IDENTITY_BYTES = 13;
    private static final int CAPABILITY_BYTES = 3;
    private static final int ENTRY_HEADER = 3;
    private static final int BIO_HEADER = 7;
    private static final int PIV_HEADER = 7;
    private static final int RAW_HEADER = 5;
    private static final int CCRYPT_BYTES = 2 * SessionKeys.RANDOM_BYTES + Aes128.BLOCK;

    private ReplyCodec() {}

    static Bytes encode(Reply reply) {
        return switch (reply) {
            case Reply.Ack _ -> Bytes.of(Reply.ACK);
            case Reply.Nak r ->
                new PayloadWriter(2 + r.extra().size())
                        .u8(Reply.NAK, r.reason())
                        .bytes(r.extra())
                        .done();
            case Reply.Identity r -> encodeIdentity(r);
            case Reply.Capabilities r -> encodeCapabilities(r.functions());
            case Reply.LocalStatus r -> Bytes.of(Reply.LSTATR, r.tamper() ? 1 : 0, r.power() ? 1 : 0);
            case Reply.InputStatus r -> CommandCodec.coded(Reply.ISTATR, r.inputs());
            case Reply.OutputStatus r -> CommandCodec.coded(Reply.OSTATR, r.outputs());
            case Reply.ReaderStatus r -> CommandCodec.coded(Reply.RSTATR, r.readers());
            case Reply.Raw r -> encodeRaw(r);
            case Reply.Formatted r -> encodeFormatted(r);
            case Reply.Keypad r -> encodeKeypad(r);
            case Reply.Com r -> CommandCodec.encodeComSet(Reply.COM, r.address(), r.baud());
            case Reply.BioRead r -> encodeBioRead(r);
            case Reply.BioMatch r -> Bytes.of(Reply.BIOMATCHR, r.reader(), r.status(), r.score());
            case Reply.ExtendedIdentity r -> encodeEntries(r.entries());
            case Reply.ClientCryptogram r -> encodeCryptogram(r);
            case Reply.InitialMac r -> CommandCodec.coded(Reply.RMAC_I, r.mac());
            case Reply.Busy _ -> Bytes.of(Reply.BUSY);
            case Reply.FileStatus r -> encodeFileStatus(r);
            case Reply.PivData r -> encodePivData(r);
            case Reply.Manufacturer r -> CommandCodec.encodeManufacturer(Reply.MFGREP, r.vendor(), r.data());
            case Reply.ExtendedRead r -> CommandCodec.encodeExtended(Reply.XRD, r.mode(), r.reply(), r.data());
            case Reply.Other r -> r.payload();
            case Reply.Malformed r -> r.payload();
        };
    }

    static Reply decode(Bytes p) {
        if (p.isEmpty()) return new Reply.Malformed(p);
        Reply fitting = fitting(p, p.size() - 1);
        return fitting == null ? new Reply.Malformed(p) : fitting;
    }

    /// The reply, or null when `data` bytes behind its code are too many or too few for it.
    private static @Nullable Reply fitting(Bytes p, int data) {
        return switch (p.at(0)) {
            case Reply.ACK -> new Reply.Ack();
            case Reply.NAK -> data >= 1 ? new Reply.Nak(p.at(1), p.slice(2, p.size())) : null;
            case Reply.PDID -> data == 12 ? decodeIdentity(p) : null;
            case Reply.PDCAP -> data % CAPABILITY_BYTES == 0 ? decodeCapabilities(p) : null;
            case Reply.LSTATR -> data == 2 ? new Reply.LocalStatus(p.at(1) != 0, p.at(2) != 0) : null;
            case Reply.ISTATR -> data >= 1 ? new Reply.InputStatus(p.slice(1, p.size())) : null;
            case Reply.OSTATR -> data >= 1 ? new Reply.OutputStatus(p.slice(1, p.size())) : null;
            case Reply.RSTATR -> data >= 1 ? new Reply.ReaderStatus(p.slice(1, p.size())) : null;
            case Reply.RAW -> data >= 4 ? decodeRaw(p) : null;
            case Reply.FMT ->
                data >= 3 && data == 3 + p.at(3) ? new Reply.Formatted(p.at(1), p.at(2), p.slice(4, p.size())) : null;
            case Reply.KEYPAD ->
                data >= 2 && data == 2 + p.at(2) ? new Reply.Keypad(p.at(1), p.slice(3, p.size())) : null;
            case Reply.COM -> data == 5 ? new Reply.Com(p.at(1), p.u32(2)) : null;
            case Reply.BUSY -> new Reply.Busy();
            case Reply.CCRYPT -> data == CCRYPT_BYTES ? decodeCryptogram(p) : null;
            case Reply.RMAC_I -> data == Aes128.BLOCK ? new Reply.InitialMac(p.slice(1, p.size())) : null;
            default -> rare(p, data);
        };
    }

    private static @Nullable Reply rare(Bytes p, int data) {
        return switch (p.at(0)) {
            case Reply.BIOREADR -> data >= 6 && data == 6 + p.u16(5) ? decodeBioRead(p) : null;
            case Reply.BIOMATCHR -> data == 3 ? new Reply.BioMatch(p.at(1), p.at(2), p.at(3)) : null;
            case Reply.EXT_PDID -> decodeEntries(p);
            case Reply.FTSTAT -> data == 7 ? decodeFileStatus(p) : null;
            case Reply.PIVDATAR -> data >= 6 && data == 6 + p.u16(5) ? decodePivData(p) : null;
            case Reply.MFGREP -> data >= 3 ? new Reply.Manufacturer(p.slice(1, 4), p.slice(4, p.size())) : null;
            case Reply.XRD -> data >= 2 ? new Reply.ExtendedRead(p.at(1), p.at(2), p.slice(3, p.size())) : null;
            default -> new Reply.Other(p);
        };
    }

    private static Bytes encodeIdentity(Reply.Identity r) {
        return new PayloadWriter(IDENTITY_BYTES)
                .u8(Reply.PDID)
                .bytes(r.vendor())
                .u8(r.model(), r.version())
                .u32(r.serial())
                .bytes(r.firmware())
                .done();
    }

    private static Reply.Identity decodeIdentity(Bytes p) {
        return new Reply.Identity(p.slice(1, 4), p.at(4), p.at(5), p.u32(6), p.slice(10, IDENTITY_BYTES));
    }

    private static Bytes encodeCapabilities(List<Capability> functions) {
        var p = new PayloadWriter(1 + CAPABILITY_BYTES * functions.size()).u8(Reply.PDCAP);
        for (Capability c : functions) p.u8(c.function(), c.level(), c.count());
        return p.done();
    }

    private static Reply.Capabilities decodeCapabilities(Bytes p) {
        var functions = new ArrayList<Capability>();
        for (int i = 1; i < p.size(); i += CAPABILITY_BYTES) {
            functions.add(new Capability(p.at(i), p.at(i + 1), p.at(i + 2)));
        }
        return new Reply.Capabilities(functions);
    }

    private static Bytes encodeRaw(Reply.Raw r) {
        Bytes bits = r.bits().leftJustified();
        return new PayloadWriter(RAW_HEADER + bits.size())
                .u8(Reply.RAW, r.reader(), r.format())
                .u16(r.bits().count())
                .bytes(bits)
                .done();
    }

    private static @Nullable Reply decodeRaw(Bytes p) {
        int count = p.u16(3);
        boolean fits = count > 0 && count <= CardBits.BITS_MAX && p.size() == RAW_HEADER + (count + 7) / 8;
        if (!fits) return null;
        return new Reply.Raw(p.at(1), p.at(2), CardBits.ofLeftJustified(p.slice(RAW_HEADER, p.size()), count));
    }

    private static Bytes encodeFormatted(Reply.Formatted r) {
        return new PayloadWriter(4 + r.characters().size())
                .u8(Reply.FMT, r.reader(), r.direction(), r.characters().size())
                .bytes(r.characters())
                .done();
    }

    private static Bytes encodeKeypad(Reply.Keypad r) {
        return new PayloadWriter(3 + r.keys().size())
                .u8(Reply.KEYPAD, r.reader(), r.keys().size())
                .bytes(r.keys())
                .done();
    }

    private static Bytes encodeBioRead(Reply.BioRead r) {
        return new PayloadWriter(BIO_HEADER + r.template().size())
                .u8(Reply.BIOREADR, r.reader(), r.status(), r.type(), r.quality())
                .u16(r.template().size())
                .bytes(r.template())
                .done();
    }

    private static Reply.BioRead decodeBioRead(Bytes p) {
        return new Reply.BioRead(p.at(1), p.at(2), p.at(3), p.at(4), p.slice(BIO_HEADER, p.size()));
    }

    private static Bytes encodeEntries(List<IdentityEntry> entries) {
        int size = 1;
        for (IdentityEntry e : entries) size += ENTRY_HEADER + e.value().size();
        var p = new PayloadWriter(size).u8(Reply.EXT_PDID);
        for (IdentityEntry e : entries) p.u8(e.tag()).u16(e.value().size()).bytes(e.value());
        return p.done();
    }

    private static @Nullable Reply decodeEntries(Bytes p) {
        var entries = new ArrayList<IdentityEntry>();
        int at = 1;
        while (at < p.size()) {
            int value = at + ENTRY_HEADER;
            if (value > p.size()) return null;
            int end = value + p.u16(at + 1);
            if (end > p.size()) return null;
            entries.add(new IdentityEntry(p.at(at), p.slice(value, end)));
            at = end;
        }
        return new Reply.ExtendedIdentity(entries);
    }

    private static Bytes encodeCryptogram(Reply.ClientCryptogram r) {
        return new PayloadWriter(1 + CCRYPT_BYTES)
                .u8(Reply.CCRYPT)
                .bytes(r.cuid())
                .bytes(r.rndB())
                .bytes(r.cryptogram())
                .done();
    }

    private static Reply.ClientCryptogram decodeCryptogram(Bytes p) {
        return new Reply.ClientCryptogram(p.slice(1, 9), p.slice(9, 17), p.slice(17, p.size()));
    }

    private static Bytes encodeFileStatus(Reply.FileStatus r) {
        return new PayloadWriter(8)
                .u8(Reply.FTSTAT, r.flags())
                .u16(r.delayMs())
                .s16(r.status())
                .u16(r.sizeMax())
                .done();
    }

    private static Reply.FileStatus decodeFileStatus(Bytes p) {
        return new Reply.FileStatus(p.at(1), p.u16(2), (short) p.u16(4), p.u16(6));
    }

    private static Bytes encodePivData(Reply.PivData r) {
        return new PayloadWriter(PIV_HEADER + r.fragment().size())
                .u8(Reply.PIVDATAR)
                .u16(r.total())
                .u16(r.offset())
                .u16(r.fragment().size())
                .bytes(r.fragment())
                .done();
    }

    private static Reply.PivData decodePivData(Bytes p) {
        return new Reply.PivData(p.u16(1), p.u16(3), p.slice(PIV_HEADER, p.size()));
    }
}
