package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderListener;

/// One PD that is wired to a bus.
///
/// @param address 0..126
/// @param listener takes what the reader reports, on the bus's thread
public record PdSettings(int address, ReaderListener listener) {
    public PdSettings {
        if (address < 0 || address >= OsdpFrame.ADDRESS_ANY) {
            throw new IllegalArgumentException("an OSDP address is 0 to 126, not " + address);
        }
    }
}
