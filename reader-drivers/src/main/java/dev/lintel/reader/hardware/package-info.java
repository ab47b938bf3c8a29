/// The hardware a controller runs on, real or simulated, behind one door.
///
/// ```
///   controller.Lintel --ServiceLoader--> HardwareProvider --open(HardwarePlan)--> Hardware
///                                                                                  | gpio()        lines and edges
///                                                                                  | serialPort()  path to open
///                                                                                  | simulator()   null on a board
/// ```
///
/// [PdSimulatorProvider] is a door of its own: OSDP readers without a doorway, on a line to test a panel with.
///
/// The simulator's module (hw-sim) is an optional jar: a release for real boards runs without it, so the interfaces
/// it fulfils live here. Called at start by the wiring; [Simulator] is called from any thread.
@NullMarked
package dev.lintel.reader.hardware;

import org.jspecify.annotations.NullMarked;
