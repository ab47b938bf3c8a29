package dev.lintel.controller.commission;

import org.jspecify.annotations.Nullable;

/// A serial port, or a line behind a network, as an installer may choose it. Immutable.
///
/// @param port what to configure, and what to ask for here
/// @param device the device behind it; the same where nothing else is known
/// @param about what is plugged in there, in words; may be empty
/// @param bus the bus of the wiring that has it; or null
/// @param baud that bus's speed
/// @param reader the serial reader that has it, in words; or null
/// @param present whether it is there now
public record LinePort(
        String port,
        String device,
        String about,
        @Nullable String bus,
        @Nullable Integer baud,
        @Nullable String reader,
        boolean present) {}
