/// The hardware of a real board: GPIO lines through Linux's character device, serial ports as they are.
///
/// ```
///   BoardProvider --open--> BoardHardware --gpio()--> BoardGpio ---request---> Kernel (LinuxKernel: /dev/gpiochipN)
///                                                        |  thread gpio-N: await -> read -> listeners
///                                                        |     input:  both edges, debounced  -> LineListener
///                                                        |     D0+D1:  falling edges, one request, never debounced
///                                                        '-> output: SET_VALUES by whoever calls
/// ```
///
/// A board to which no line is wired leaves its chip alone, and need not have one: [NoGpio].
///
/// A request whose calls fail is asked for anew, and so is the whole chip when it was lost: see [BoardRequest].
///
/// Found by `ServiceLoader` under the name `board`. Opened and closed by the wiring; listeners run on the chip's
/// thread and must not block. Start reading at [BoardGpio].
@NullMarked
package dev.lintel.reader.board;

import org.jspecify.annotations.NullMarked;
