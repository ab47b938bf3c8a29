package dev.lintel.controller.server;

import dev.lintel.controller.server.HandshakeRates.Limits;
import dev.lintel.controller.server.RateMemory.Rate;
import dev.lintel.controller.time.Time;

/// Limits of handshakes for tests of something else.
public final class TestLimits {
    private static final Rate MUCH = new Rate(1_000_000, 1_000_000);

    /// More than any test reaches.
    static final Limits UNLIMITED = new Limits(MUCH, MUCH, MUCH, 1_000_000, MUCH, MUCH);

    private TestLimits() {}

    /// Event loops that take any number of handshakes.
    public static EventLoops unlimited(Time time) {
        return EventLoops.start(time, UNLIMITED);
    }
}
