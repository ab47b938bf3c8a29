package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Reply.Capability;
import dev.lintel.reader.osdp.Reply.IdentityEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Who a simulated reader says it is, and what it says it can: true to how it was built.
final class PdIdentity {
    /// Whose commands it knows, and whose reader it is.
    static final Bytes VENDOR = Bytes.of(0x4C, 0x4E, 0x54);

    private static final int MODEL = 1;
    private static final int VERSION = 1;
    private static final Bytes FIRMWARE = Bytes.of(0, 1, 0);

    private static final int ENTRY_HEADER = 3;

    private static final int INPUTS = 1;
    private static final int OUTPUTS = 2;
    private static final int CARD_FORMAT = 3;
    private static final int LEDS = 4;
    private static final int SOUND = 5;
    private static final int TEXT = 6;
    private static final int COMBINED_SIZE = 11;
    private static final int READERS = 13;
    private static final int OSDP_VERSION = 16;
    private static final int EXTENDED_IDENTITY = 17;

    private PdIdentity() {}

    /// PDID or, for type 1, EXT_PDID of at most `dataMax` bytes; another type is refused.
    static Reply identity(Command.Id command, long serial, int dataMax) {
        return switch (command.type()) {
            case 0 -> new Reply.Identity(VENDOR, MODEL, VERSION, serial, FIRMWARE);
            case 1 -> new Reply.ExtendedIdentity(fitting(entries(serial), dataMax));
            default -> new Reply.Nak(Reply.Nak.BAD_RECORD);
        };
    }

    private static List<IdentityEntry> entries(long serial) {
        return List.of(
                entry(IdentityEntry.MANUFACTURER, "Lintel"),
                entry(IdentityEntry.PRODUCT, "Simulated reader"),
                entry(IdentityEntry.SERIAL, Long.toString(serial)),
                entry(IdentityEntry.FIRMWARE, "0.1.0"),
                entry(IdentityEntry.HARDWARE, "none"));
    }

    /// An ACU that told how little it takes gets the first ones.
    private static List<IdentityEntry> fitting(List<IdentityEntry> all, int dataMax) {
        var fitting = new ArrayList<IdentityEntry>();
        int left = dataMax;
        for (IdentityEntry e : all) {
            left -= ENTRY_HEADER + e.value().size();
            if (left < 0) break;
            fitting.add(e);
        }
        return fitting;
    }

    private static IdentityEntry entry(int tag, String text) {
        return new IdentityEntry(tag, Bytes.copyOf(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// In rising order, those that some ACUs stumble over last.
    static Reply capabilities(PdSettings settings, boolean secure, boolean standardKey) {
        PdSettings.Parts parts = settings.parts();
        var all = new ArrayList<Capability>();
        if (parts.inputs() > 0) all.add(new Capability(INPUTS, 1, parts.inputs()));
        if (parts.outputs() > 0) all.add(new Capability(OUTPUTS, 4, parts.outputs()));
        all.add(new Capability(CARD_FORMAT, 1, 0));
        if (parts.leds() > 0) all.add(new Capability(LEDS, 4, parts.leds()));
        all.add(new Capability(SOUND, 2, 1));
        if (parts.rows() > 0) all.add(new Capability(TEXT, textLevel(parts.rows()), 1));
        all.add(new Capability(Capability.CHECK, settings.has(PdTrait.CHECKSUM_ONLY) ? 0 : 1, 0));
        all.add(new Capability(Capability.SECURITY, secure ? 1 : 0, standardKey ? 1 : 0));
        int size = parts.receiveBytes();
        all.add(new Capability(Capability.RECEIVE_BUFFER, size & 0xFF, size >> 8));
        all.add(new Capability(COMBINED_SIZE, size & 0xFF, size >> 8));
        all.add(new Capability(READERS, 0, 1));
        all.add(new Capability(OSDP_VERSION, 2, 0));
        all.add(new Capability(EXTENDED_IDENTITY, 1, 0));
        return new Reply.Capabilities(all);
    }

    private static int textLevel(int rows) {
        return rows == 4 ? 3 : rows;
    }
}
