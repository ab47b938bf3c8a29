package dev.lintel.sim.pd;

/// One simulated reader on a bus.
///
/// @param address 0..126
/// @param serial the serial number it tells, 0..2^32-1
public record PdSpec(int address, long serial) {
    public PdSpec {
        if (address < 0 || address > 126) throw new IllegalArgumentException("no PD has address " + address);
        if (serial < 0 || serial > 0xFFFF_FFFFL) throw new IllegalArgumentException("no serial number: " + serial);
    }

    /// A reader whose serial number follows from its address.
    public PdSpec(int address) {
        this(address, 1000L + address);
    }
}
