package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Scbk;
import org.jspecify.annotations.Nullable;

/// One simulated reader on a bus.
///
/// @param address 0..126
/// @param serial the serial number it tells, 0..2^32-1
/// @param key its base key: it then says and believes nothing but ID and CAP in the clear; null for a plain reader
public record PdSpec(int address, long serial, @Nullable Scbk key) {
    public PdSpec {
        if (address < 0 || address > 126) throw new IllegalArgumentException("no PD has address " + address);
        if (serial < 0 || serial > 0xFFFF_FFFFL) throw new IllegalArgumentException("no serial number: " + serial);
    }

    /// A plain reader whose serial number follows from its address.
    public PdSpec(int address) {
        this(address, null);
    }

    /// A reader with a key, whose serial number follows from its address.
    public PdSpec(int address, @Nullable Scbk key) {
        this(address, 1000L + address, key);
    }
}
