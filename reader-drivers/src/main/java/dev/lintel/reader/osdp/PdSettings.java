package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderListener;
import org.jspecify.annotations.Nullable;

/// One PD that is wired to a bus.
///
/// @param address 0..126, or [OsdpFrame#ADDRESS_ANY] for the only one on its line
/// @param listener takes what the reader reports, on the bus's thread
/// @param key with it nothing is said or believed in the clear; null for a reader that knows no security
public record PdSettings(
        int address, ReaderListener listener, @Nullable Scbk key) {
    public PdSettings {
        if (address < 0 || address > OsdpFrame.ADDRESS_ANY) {
            throw new IllegalArgumentException("an OSDP address is 0 to 126, not " + address);
        }
    }

    /// A reader on a plain wire.
    public PdSettings(int address, ReaderListener listener) {
        this(address, listener, null);
    }
}
