package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Scbk;
import org.jspecify.annotations.Nullable;

/// One simulated reader on a bus.
///
/// @param address 0..126
/// @param serial the serial number it tells, 0..2^32-1
/// @param key its base key: it then says and believes nothing but ID and CAP in the clear, unless a trait says
///     otherwise; null for a reader without one
/// @param baud the line's speed that it is set to; 0 for one that finds any speed until COMSET tells it another
public record PdSpec(int address, long serial, @Nullable Scbk key, int baud, PdSettings settings) {
    public PdSpec {
        if (address < 0 || address > 126) throw new IllegalArgumentException("no PD has address " + address);
        if (serial < 0 || serial > 0xFFFF_FFFFL) throw new IllegalArgumentException("no serial number: " + serial);
        if (baud != 0 && !PdLine.isSpeed(baud)) throw new IllegalArgumentException("no speed of OSDP: " + baud);
    }

    /// A plain reader whose serial number follows from its address.
    public PdSpec(int address) {
        this(address, null);
    }

    /// A reader with a key, whose serial number follows from its address.
    public PdSpec(int address, @Nullable Scbk key) {
        this(address, 1000L + address, key);
    }

    public PdSpec(int address, long serial, @Nullable Scbk key) {
        this(address, serial, key, 0, PdSettings.USUAL);
    }

    /// The same reader built or behaving otherwise.
    public PdSpec with(PdSettings others) {
        return new PdSpec(address, serial, key, baud, others);
    }

    /// The same reader set to a speed.
    public PdSpec at(int speed) {
        return new PdSpec(address, serial, key, speed, settings);
    }
}
