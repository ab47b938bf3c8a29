package dev.lintel.reader.hardware;

import dev.lintel.reader.osdp.Scbk;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which simulated OSDP readers are to hang on which line.
///
/// @param port `pty` for a pseudo terminal of their own, `tcp://HOST:PORT` to listen there (port 0: any), or a serial
///     port's device
/// @param baud the readers' speed; a port of the machine is opened at it
/// @param addresses 0..126, one a reader
/// @param key their base key; null for readers without one
/// @param traits of [PdSimulatorProvider#traits]
/// @param seed for what faults hit and for the numbers of handshakes, so that a run can be repeated; null for
///     numbers that nobody can foresee
public record PdPlan(
        String port,
        int baud,
        List<Integer> addresses,
        @Nullable Scbk key,
        Set<String> traits,
        @Nullable Long seed) {
    /// Where `port` says that the readers make a line of their own.
    public static final String PTY = "pty";

    /// What a port begins with that others connect to.
    public static final String TCP = "tcp://";

    public PdPlan {
        addresses = List.copyOf(addresses);
        traits = Set.copyOf(traits);
    }
}
