/// Card formats: a table of data, formats of an installer's own, and one decoder and encoder for all of them. Pure;
/// any thread.
///
/// ```
///   H10301   bit  0 | 1 ...... 8 | 9 .............. 24 | 25
///                 P | facility   | number             | P      P = parity: even over 1-12, odd over 13-24
///
///   CardBits --CardFormats (ordered list, first match)--> CardNumber     null: no format of the list fits
///                 CardFormat    fields, parity bits, fixed bits
///                 NumberExpression, byte order, mask    what credentials are compared with
///   UID      --ChipOrder--> number --ChipOrder.frame--> CardBits         what a reader makes of a chip
///   CardBits --PrintedForm--> what makers print on such a card
/// ```
///
/// `card-formats.csv` is the table: bit 0 is the first bit sent; `*_bits` are positions, most significant first;
/// `parity` is `position:even|odd:covered`, joined by `|`, in the order in which an encoder computes them; `fixed`
/// are bits with one value; `unused` bits are sent 0 and not read; `confidence` and `source` (PM3: the Proxmark3
/// client's table) say how sure a row is: docs/sources.md#card-formats. The controller makes one [CardFormats] a
/// reader: many formats share a length and even their parity, so the list is configured and never guessed.
///
/// Start reading at [CardFormat].
@NullMarked
package dev.lintel.reader.format;

import org.jspecify.annotations.NullMarked;
