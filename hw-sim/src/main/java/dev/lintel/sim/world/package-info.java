/// The simulated doorway and its wires: what a person does on one side comes out as levels, edges and frames on the
/// other, and what the controller drives can be seen.
///
/// ```
///   page, command line --> SimulatedHardware (Simulator) --> SimDoorway   leaf, strike, REX, aux
///                                            |                  |  levels both ways
///                                            |               SimGpioChip  <--- controller's drivers (GpioChip)
///                                            |                  |  edges in, LED and buzzer out
///                                            +--> SimReader: WiegandSimReader, SerialSimReader on a pseudo terminal,
///                                                a PD on another (pd)
/// ```
///
/// Known outside only as [SimulatedHardwareProvider], through `ServiceLoader`. Callable from any thread; input
/// listeners run on the chip's thread, listeners of outputs on the thread that sets the output, before `set`
/// returns.
///
/// State of a unit, as `Simulator.state` gives it:
///
/// | key | value |
/// |---|---|
/// | `unit` | number |
/// | `strike` | `released` or `secured`, as the controller drives it |
/// | `leaf` | `open` or `closed` |
/// | `contact` | `open`, `closed`, or `none` where no contact is wired |
/// | `rex`, `aux` | true while pressed |
/// | `tamper` | true while the housing is open |
/// | `sounder` | true while the controller sounds it |
/// | `fire` | true while the fire panel calls: the same for every unit |
/// | `fire_zones` | by name: true while the fire panel calls in that zone; only where zones have names |
/// | `lockdown_switches` | by name: true while the switch is on; only where there are some |
/// | `evacuation_switches`, `threat_switches` | the same |
/// | `inputs` | by name: true while the input is active: named ones, `power`, `battery_low`; where there are some |
/// | `outputs` | by name: true while the named output is on; only where there are some |
/// | `fire_wired` | whether the box has a fire input |
/// | `wired` | which of `rex`, `aux`, `tamper` and `sounder` there are |
/// | `readers` | by side: `led`, `buzzer`, `online`, `driver` (see [SimReader#state]) |
/// | `faults` | names of the faults that are on |
///
/// Start reading at [SimulatedHardware].
@NullMarked
package dev.lintel.sim.world;

import org.jspecify.annotations.NullMarked;
