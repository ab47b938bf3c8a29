/// The doorway that is not there: simulated readers, leaf, strike and buttons behind the interfaces of
/// `dev.lintel.reader.hardware`, speaking the real wire.
///
/// ```
///   world/  the doorway: leaf, strike, contact, REX, readers; a GPIO chip whose lines end in it
///   pd/     an OSDP PD (the reader's side of the bus) behind a pseudo terminal, a serial port or TCP
///   fault/  what can go wrong on a PD's line, seeded
///   page/   assets of the page at /sim (resources); the console serves them
/// ```
///
/// The page works alone. Where `index.html` has marks, `frame:head` and `frame:bar`, the server may put an own head
/// and header; the page then takes the colours of that head's style sheet. It needs `/sim/state`, `/sim/stream`
/// (`state`, `backlog`, `happened`) and the posts under `/sim/`, nothing else.
///
/// Only `dev.lintel.sim.world.SimulatedHardwareProvider` and `dev.lintel.sim.pd.OsdpPdSimulatorProvider` are known
/// outside, through `ServiceLoader`.
@NullMarked
package dev.lintel.sim;

import org.jspecify.annotations.NullMarked;
