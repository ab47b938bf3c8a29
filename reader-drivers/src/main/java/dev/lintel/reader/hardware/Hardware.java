package dev.lintel.reader.hardware;

import dev.lintel.reader.gpio.GpioChip;
import org.jspecify.annotations.Nullable;

/// An opened set of hardware. Closed once, by the wiring, after every driver has stopped.
public interface Hardware extends AutoCloseable {
    GpioChip gpio();

    /// The path that the serial driver opens for a port named in the configuration: the same path on a board, a
    /// pseudo terminal's in the simulator, where it changes when an adapter is unplugged: ask before each opening.
    String serialPort(String configured);

    /// What can be done to the simulated doorway, or null on real hardware.
    @Nullable
    Simulator simulator();

    /// What does not work any more, in a sentence for /health; null while all is well. Any thread.
    @Nullable
    String fault();

    @Override
    void close();
}
