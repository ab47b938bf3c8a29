/// OSDP readers that are not there: the PD's side of the bus, behind a pseudo terminal.
///
/// ```
///   ACU --serial port (pty)--> SimOsdpBus --bytes--> PdBus --frames--> OsdpPd (one an address)
///       <---------------------     thread `sim-osdp` <--- faults <--- reply, LED, buzzer, queue of cards and keys
/// ```
///
/// [OsdpPd] and [PdBus] are machines stepped with the time; [SimOsdpBus] owns the thread and the lock around them.
/// The frames' codec is the drivers' own, the behaviour is not: it keeps to what the standard asks of a PD.
/// Called by the simulated doorway. Start reading at [OsdpPd].
@NullMarked
package dev.lintel.sim.pd;

import org.jspecify.annotations.NullMarked;
