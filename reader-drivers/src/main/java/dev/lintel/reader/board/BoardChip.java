package dev.lintel.reader.board;

import dev.lintel.reader.gpio.GpioChip;
import org.jspecify.annotations.Nullable;

/// A board's lines, there or not.
sealed interface BoardChip extends GpioChip permits BoardGpio, NoGpio {
    /// What is wrong with the chip or one of its lines, in a sentence; null while all is well. Any thread.
    @Nullable
    String fault();
}
