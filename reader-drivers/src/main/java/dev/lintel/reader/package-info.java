/// What every reader driver hands on, whatever wire it sits on: bits, keys and the state of the line.
///
/// ```
///   OSDP bus ----\
///   Wiegand edges  >--- ReaderEvent (Card | Text | Keys | Online | Offline | Tamper) ---> ReaderListener
///   serial line -/                                                                (the controller's AccessFlow)
/// ```
///
/// Nothing here knows a clock, a database or a network server: drivers are stepped with the monotonic time in their
/// input. The controller and the simulator call these packages; a driver's own thread calls the [ReaderListener].
///
/// Units: times are monotonic nanoseconds (`…Ns`), bits are in the order the reader sent them.
/// Start reading at [CardBits] and [ReaderEvent].
@NullMarked
package dev.lintel.reader;

import org.jspecify.annotations.NullMarked;
