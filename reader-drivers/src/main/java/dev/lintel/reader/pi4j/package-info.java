/// Inputs and outputs for programs that are written for Pi4J, over the same lines as Lintel's own: contacts, REX,
/// relays, lamps. Wiegand is not for Pi4J: its events carry no time and no order.
///
/// ```
///   Pi4J.newAutoContext() --ServiceLoader--> LintelPi4J --> ChipInputs  --\
///                                                          ChipOutputs --+--> GpioChip --> /dev/gpiochipN
///   Pi4J.newContextBuilder().add(new ChipInputs(chip), new ChipOutputs(chip))
///
///   bcm    the chip's offset          state     the wire's level: HIGH or LOW
///   pull   OFF, PULL_UP, PULL_DOWN    onState   which of them is `on`: LOW for a contact to ground
///   debounce  microseconds, rounded up to milliseconds, as the kernel does it
/// ```
///
/// The door itself does not come this way: docs/adr/0008-pi4j-beside-the-door.md has the reasons and the figures. So
/// pi4j-core is an optional library, and nobody of ours may use this package. Listeners run on the chip's thread and
/// must not block it. Start reading at [LintelPi4J].
@NullMarked
package dev.lintel.reader.pi4j;

import org.jspecify.annotations.NullMarked;
