/// Card readers on a serial line: bytes to card numbers and texts, ghosts and repeats taken out.
///
/// ```
///   SerialLine --bytes--> SerialFrames --CardFrame--> Presentations --new ones--> ReaderListener
///                         one parser a protocol       ghosts, repeats              (Card or Text)
///
///   rdm6300   02 | 10 hex digits | 2 hex digits: XOR of the 5 bytes | 03        EM4100, repeated while it lies there
///   id12la    02 | 10 hex digits | 2 hex digits | 0D 0A | 03                    the same card, sent once
///   stx-bcc   02 | LEN (whole frame) | TYPE | serial number | XOR of LEN.. | 03  binary
///   decimal   0020886157 CR, 062,45709 CR LF, ...                               hex: 01013EB28D CR
///   qr        any text CR, LF or both
/// ```
///
/// How bytes become bits, most significant first, leading zeros kept; `raw` then gives the unsigned number:
///
/// | protocol | bits |
/// |---|---|
/// | `rdm6300`, `id12la` | 40: the ten digits, version byte first |
/// | `stx-bcc` | 8 for each byte of the serial number, in the order sent |
/// | `decimal` | by the count of digits: up to 8: 24, up to 10: 32, up to 13: 40, up to 17: 56, up to 20: 64 |
/// | `decimal` with a comma | `FFF,NNNNN`: 8 + 16 bits; `HHHHH,NNNNN`: 16 + 16 bits |
/// | `hex` | 4 for each digit, in the order sent |
///
/// A frame with any doubt is refused whole and counted by its [FrameFault]. Only [SerialCardReader] has a thread;
/// everything else is stepped with bytes and monotonic time. Start reading at [SerialFrames], then [Presentations].
/// [FobPrint] and [Em4100] are for tools: what is printed on a card, and what it sends through the air.
@NullMarked
package dev.lintel.reader.serialcard;

import org.jspecify.annotations.NullMarked;
