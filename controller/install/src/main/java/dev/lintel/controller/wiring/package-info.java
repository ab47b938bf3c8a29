/// Drivers, lines and doors put together as `controller.yaml` has them.
///
/// ```
///   ControllerConfig ──> ReaderDrivers   buses, Wiegand lines and ports ──┐
///                    └─> Doorways        strikes, leaves, exits ──────────┴─> DoorWorks: lane and decisions
/// ```
///
/// Made once, at the start; [DoorWorks] is the place to begin reading.
@NullMarked
package dev.lintel.controller.wiring;

import org.jspecify.annotations.NullMarked;
