/// OSDP readers that are not there: the PD's side of the bus, behind a pseudo terminal, a serial port or TCP.
///
/// ```
///   panel --line (PdPort)--> SimOsdpBus --bytes--> PdBus --frames--> OsdpPd (one an address)
///         <-----------------  thread `sim-osdp` <--- faults <---      | PdSecurity   sessions, keys, install mode
///                                                                     | PdLine       address and speed, COMSET
///                                                                     | PdFunctions  what is done: PdParts (LEDs,
///                                                                     |   buzzer, display, inputs, outputs), PdFile,
///                                                                     |   PdIdentity, PdQueue (cards and keys)
/// ```
///
/// [OsdpPd] and [PdBus] are machines stepped with the time, for tests in virtual time; [SimOsdpBus] owns the thread
/// and the lock around them. The frames' codec is the drivers' own, the behaviour is not: it keeps to what the
/// standard asks of a PD, and to what makers have made of it where a [PdTrait] says so. What can go wrong is in
/// `dev.lintel.sim.fault`.
///
/// Called by the simulated doorway, and known outside only as [OsdpPdSimulatorProvider], through `ServiceLoader`.
/// Start reading at [OsdpPd].
@NullMarked
package dev.lintel.sim.pd;

import org.jspecify.annotations.NullMarked;
