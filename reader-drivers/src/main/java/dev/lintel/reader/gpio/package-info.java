/// Inputs and outputs of a board: contacts, REX, strikes, sounders, and Wiegand's edges.
///
/// ```
///   GpioChip ---- input(line)  --> LineListener   (level changes, on the chip's thread)
///            \--- output(line) --> OutputPoint    (set from any thread)
///             \-- edges(pair)  --> EdgeListener   (falling edges with kernel time and sequence number)
/// ```
///
/// Who implements it: the simulator (`dev.lintel.sim`) and, on a board, the Linux GPIO character device. Lines are
/// the chip's offsets. `active` is the logical level: whether it is high or low on the wire is the point's business.
/// [Bias] is what holds a wire that nothing drives.
/// Start reading at [GpioChip].
@NullMarked
package dev.lintel.reader.gpio;

import org.jspecify.annotations.NullMarked;
