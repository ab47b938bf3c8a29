package dev.lintel.reader.board;

import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.Simulator;
import org.jspecify.annotations.Nullable;

/// A board's lines and ports.
record BoardHardware(BoardChip chip) implements Hardware {
    @Override
    public GpioChip gpio() {
        return chip;
    }

    @Override
    public String serialPort(String configured) {
        return configured;
    }

    @Override
    public @Nullable Simulator simulator() {
        return null;
    }

    @Override
    public @Nullable String fault() {
        return chip.fault();
    }

    @Override
    public void close() {
        chip.close();
    }
}
