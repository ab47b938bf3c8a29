package dev.lintel.controller.door;

import java.util.function.BooleanSupplier;

/// A wired input that nobody moves from afar: an exit button, the switch of a housing.
///
/// @param name as somebody at the box calls it: `the exit button of channel 1`
/// @param active what its line says now; answers at once, any thread
public record ActInput(String name, BooleanSupplier active) {}
