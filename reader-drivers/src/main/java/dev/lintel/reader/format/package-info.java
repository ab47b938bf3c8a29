/// Card formats: a table of data and one decoder for all of them. Pure; any thread.
///
/// ```
///   H10301   bit  0 | 1 ...... 8 | 9 .............. 24 | 25
///                 P | facility   | number             | P      P = parity: even over 1-12, odd over 13-24
///
///   CardBits --CardFormats (ordered names, first match)--> CardNumber     null: no format of the list fits
/// ```
///
/// `card-formats.csv` is the table: bit 0 is the first bit sent; `*_bits` are positions, most significant first;
/// `parity` is `position:even|odd:covered`, joined by `|`, in the order in which an encoder computes them; `fixed`
/// are bits with one value; `unused` bits are sent 0 and not read. The controller makes one [CardFormats] a reader:
/// many formats share a length and even their parity, so the list is configured and never guessed.
@NullMarked
package dev.lintel.reader.format;

import org.jspecify.annotations.NullMarked;
