package dev.lintel.reader.hardware;

import java.util.function.LongSupplier;

/// Found by `ServiceLoader`. One provider a kind of hardware.
public interface HardwareProvider {
    /// The configuration's word for it: `simulated` or `board`.
    String name();

    /// Opens the hardware that `plan` describes. `nowNs` is the process's monotonic clock.
    /// Throws [HardwareException] in words an installer understands.
    Hardware open(HardwarePlan plan, LongSupplier nowNs);
}
