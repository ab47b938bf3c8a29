package dev.lintel.reader.osdp;

import org.jspecify.annotations.Nullable;

/// What the standard calls its codes, those of older editions included: for people who read a line.
public final class OsdpNames {
    private OsdpNames() {}

    /// The name of a frame's code, without `osdp_`; null when there is none, or no code in it.
    public static @Nullable String of(OsdpFrame frame) {
        if (frame.payload().isEmpty()) return null;
        return frame.isReply() ? reply(frame.code()) : command(frame.code());
    }

    public static @Nullable String command(int code) {
        return switch (code) {
            case Command.POLL -> "POLL";
            case Command.ID -> "ID";
            case Command.CAP -> "CAP";
            case 0x63 -> "DIAG";
            case Command.LSTAT -> "LSTAT";
            case Command.ISTAT -> "ISTAT";
            case Command.OSTAT -> "OSTAT";
            case Command.RSTAT -> "RSTAT";
            case Command.OUT -> "OUT";
            case Command.LED -> "LED";
            case Command.BUZ -> "BUZ";
            case Command.TEXT -> "TEXT";
            case 0x6C -> "RMODE";
            case 0x6D -> "TDSET";
            case Command.COMSET -> "COMSET";
            case Command.BIOREAD -> "BIOREAD";
            case Command.BIOMATCH -> "BIOMATCH";
            case Command.KEYSET -> "KEYSET";
            case Command.CHLNG -> "CHLNG";
            case Command.SCRYPT -> "SCRYPT";
            case Command.ACURXSIZE -> "ACURXSIZE";
            case Command.FILETRANSFER -> "FILETRANSFER";
            case Command.MFG -> "MFG";
            case Command.XWR -> "XWR";
            case Command.ABORT -> "ABORT";
            case Command.PIVDATA -> "PIVDATA";
            case Command.GENAUTH -> "GENAUTH";
            case Command.CRAUTH -> "CRAUTH";
            case Command.KEEPACTIVE -> "KEEPACTIVE";
            default -> null;
        };
    }

    public static @Nullable String reply(int code) {
        return switch (code) {
            case Reply.ACK -> "ACK";
            case Reply.NAK -> "NAK";
            case Reply.PDID -> "PDID";
            case Reply.PDCAP -> "PDCAP";
            case Reply.LSTATR -> "LSTATR";
            case Reply.ISTATR -> "ISTATR";
            case Reply.OSTATR -> "OSTATR";
            case Reply.RSTATR -> "RSTATR";
            case Reply.RAW -> "RAW";
            case Reply.FMT -> "FMT";
            case Reply.KEYPAD -> "KEYPAD";
            case Reply.COM -> "COM";
            case Reply.BIOREADR -> "BIOREADR";
            case Reply.BIOMATCHR -> "BIOMATCHR";
            case Reply.EXT_PDID -> "EXT_PDID";
            case Reply.CCRYPT -> "CCRYPT";
            case Reply.RMAC_I -> "RMAC_I";
            case Reply.BUSY -> "BUSY";
            case Reply.FTSTAT -> "FTSTAT";
            case Reply.PIVDATAR -> "PIVDATAR";
            case Reply.GENAUTHR -> "GENAUTHR";
            case Reply.CRAUTHR -> "CRAUTHR";
            case Reply.MFGSTATR -> "MFGSTATR";
            case Reply.MFGERRR -> "MFGERRR";
            case Reply.MFGREP -> "MFGREP";
            case Reply.XRD -> "XRD";
            default -> null;
        };
    }

    /// A NAK's reason in a few words.
    public static String nak(int reason) {
        return switch (reason) {
            case Reply.Nak.BAD_CHECK -> "the check bytes did not fit (NAK 1)";
            case Reply.Nak.BAD_LENGTH -> "the command's length is wrong (NAK 2)";
            case Reply.Nak.UNKNOWN_COMMAND -> "it does not know the command (NAK 3)";
            case Reply.Nak.BAD_SEQUENCE -> "the sequence number is wrong (NAK 4)";
            case Reply.Nak.SECURITY_UNSUPPORTED -> "it does not know this security (NAK 5)";
            case Reply.Nak.SECURITY_REQUIRED -> "it wants a secure session first (NAK 6)";
            case Reply.Nak.BIO_TYPE -> "it does not know this kind of biometrics (NAK 7)";
            case Reply.Nak.BIO_FORMAT -> "it does not know this biometric format (NAK 8)";
            case Reply.Nak.BAD_RECORD -> "it cannot do what the command asks for (NAK 9)";
            default -> "NAK " + reason;
        };
    }
}
