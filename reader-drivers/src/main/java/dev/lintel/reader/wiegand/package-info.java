/// Wiegand: falling edges on two lines to bits, keys and cards; LED and buzzer lines back.
///
/// ```
///   D0 ‾‾‾‾‾‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾      a low pulse on D0 is a 0, on D1 a 1
///   D1 ‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾      pulse 20-100 us, 0.2-20 ms apart
///            0      1      0  |<---- 30 ms silence ---->| end of frame
///
///   GpioChip thread --Edge--> bounded queue --> reader thread: WiegandAssembler --Frame--> Keypad? --> ReaderListener
///                                                              SignalPlayer -----> LED and buzzer lines
///                                                              WiegandHints -----> hints, and whoever watches
/// ```
///
/// A frame with any doubt (an edge lost, edges too close, too many bits) is refused whole: one bit dropped
/// silently makes another person's card. What the edges give away about the wiring ([WiegandHint]) never changes
/// what is read. Start reading at [WiegandAssembler]; the controller makes one [WiegandReader] a reader.
@NullMarked
package dev.lintel.reader.wiegand;

import org.jspecify.annotations.NullMarked;
