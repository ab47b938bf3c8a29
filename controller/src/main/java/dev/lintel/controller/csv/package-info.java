/// Tables as text: what RFC 4180 says, and what spreadsheets make of it. Pure: no file is opened here, and hostile text
/// is bounded in the length of its cells and rows and refused in words with its line.
///
/// ```
///   rows --CsvWriter--> text         cells that a spreadsheet would run are guarded (CsvGuard), those that it would
///                                    change are marked (SpreadsheetText)
///   bytes --CsvFile--> encoding, separator, header, number of rows;  --CsvReader--> CsvRow (line, cells) ...
///                 '--> CsvException: the file is no such table, and why
/// ```
///
/// A reader gives cells as the file has them: [SpreadsheetText#unmarked] gives their texts. Any thread; a reader and a
/// writer are confined to one.
@NullMarked
package dev.lintel.controller.csv;

import org.jspecify.annotations.NullMarked;
