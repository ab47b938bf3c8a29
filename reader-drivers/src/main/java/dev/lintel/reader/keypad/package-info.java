/// Keypads: key codes as data, and keys collected to PINs. Pure; no clock, no thread.
///
/// ```
///   4 to 8 bits  --BurstKeypad (keypads.csv)--> one key 0-9 * # --\
///   a whole PIN  --BufferedKeypad-------------> its digits and # --+--PinCollector--> Complete | Cleared | TimedOut
///   OSDP keys    --the OSDP driver------------> keys -------------/                   | TooLong
/// ```
///
/// [Keypad] is used by the Wiegand driver, [PinCollector] by the controller, one for each reader, on its thread.
/// PINs are secrets: nothing here prints one. Start reading at [PinCollector].
@NullMarked
package dev.lintel.reader.keypad;

import org.jspecify.annotations.NullMarked;
