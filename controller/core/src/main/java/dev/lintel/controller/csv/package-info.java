/// Tables as text: RFC 4180, and the forms in which spreadsheets save it. Pure: this package opens no file. Cells and
/// rows of hostile text have a maximum length; a table that is refused has a message with its line.
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
