package dev.lintel.reader.osdp;

/// What a PD's replies can mean, for [PdSession]. Pure.
final class Answers {
    private Answers() {}

    /// Whether a reply of this code can answer `asked`; a late one from before a restart does not.
    static boolean fits(Command asked, int code) {
        if (code == Reply.NAK) return true;
        return switch (asked) {
            case Command.Poll _ -> code != Reply.PDID && code != Reply.PDCAP && code != Reply.COM;
            case Command.Id _ -> code == Reply.PDID || code == Reply.EXT_PDID;
            case Command.Capabilities _ -> code == Reply.PDCAP || code == Reply.ACK;
            case Command.LocalStatus _ -> code == Reply.LSTATR || code == Reply.ACK;
            case Command.InputStatus _ -> code == Reply.ISTATR || code == Reply.ACK;
            case Command.OutputStatus _ -> code == Reply.OSTATR || code == Reply.ACK;
            case Command.ReaderStatus _ -> code == Reply.RSTATR || code == Reply.ACK;
            case Command.ComSet _ -> code == Reply.COM;
            // A status in place of the ACK is no reason to ask again for ever; a card might be a late one.
            case Command.Output _, Command.Led _, Command.Buzzer _, Command.Text _ ->
                code == Reply.ACK || isStatus(code);
            case Command.KeySet _ -> code == Reply.ACK;
            case Command.ReceiveSize _, Command.Abort _, Command.KeepActive _ -> code == Reply.ACK;
            case Command.Challenge _ -> code == Reply.CCRYPT;
            case Command.ServerCryptogram _ -> code == Reply.RMAC_I;
            case Command.FileTransfer _ -> code == Reply.FTSTAT;
            case Command.BioRead _, Command.BioMatch _, Command.Manufacturer _, Command.ExtendedWrite _ -> true;
            case Command.PivData _, Command.Other _, Command.Malformed _ -> true;
        };
    }

    private static boolean isStatus(int code) {
        return code == Reply.LSTATR || code == Reply.ISTATR || code == Reply.OSTATR || code == Reply.RSTATR;
    }

    /// Whether the PD says that it has no conversation with us, or no session.
    static boolean refusesSession(Reply.Nak nak) {
        return switch (nak.reason()) {
            case Reply.Nak.BAD_SEQUENCE, Reply.Nak.SECURITY_UNSUPPORTED, Reply.Nak.SECURITY_REQUIRED -> true;
            default -> false;
        };
    }

    /// Whether the PD says that it knows no CRC.
    static boolean checksumOnly(Reply.Capabilities capabilities) {
        return capabilities.functions().stream()
                .anyMatch(c -> c.function() == Reply.Capability.CHECK && c.level() == 0);
    }

    /// The longest frame the PD takes; 0 when it does not say.
    static int receiveBytes(Reply.Capabilities capabilities) {
        return capabilities.functions().stream()
                .filter(c -> c.function() == Reply.Capability.RECEIVE_BUFFER)
                .mapToInt(c -> c.level() | c.count() << 8)
                .max()
                .orElse(0);
    }
}
