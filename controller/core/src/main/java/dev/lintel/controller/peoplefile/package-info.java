/// A file of people on its way into the box, the same from the command line and from the console: what it brings, row
/// by row, and what becomes of each. Pure: who writes people is behind [Intake].
///
/// ```
///   CsvFile --> PeopleFile.bring --> Intake.open(header): what kind of column each is, or the file is refused
///                    |  Repeats: rows that name who or what an earlier row names
///                    |  Chunk of 100 rows --> Intake.take --> Outcome: created, changed, unchanged, refused
///                    '--> Watcher: each row that was refused, and how far it is
///   refused rows --> RefusedRows: a file of the same columns, to mend and to bring again
/// ```
///
/// A chunk is one transaction, so a file that is broken off is in up to some chunk, and bringing it again changes
/// nothing of what is in already. No fault repeats the text of a cell: it may be a PIN. Confined to one thread.
@NullMarked
package dev.lintel.controller.peoplefile;

import org.jspecify.annotations.NullMarked;
