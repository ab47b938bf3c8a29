/// SQLite: the box's memory. One file a table; the SQL stands beside the method that needs it. The only importer of
/// `java.sql`.
///
/// ```
///   any thread  --Database.write(work)--> queue --\
///   any thread  --EventLog.append------> ring  ----+--> writer thread: BEGIN .. all that waits .. COMMIT (FULL, fsync)
///   any thread  --Database.read(work)---> one of a few read connections (never inside an event loop)
///   decision thread --its own connection--> RightsStore
/// ```
///
/// WAL, `synchronous=FULL`, foreign keys on. Migrations are numbered files, forward only. A write's caller gets its
/// answer when the commit is on disk. Times are milliseconds since 1970 (`…_at`), dates are ISO texts.
/// Start reading at [Database].
@NullMarked
package dev.lintel.controller.store;

import org.jspecify.annotations.NullMarked;
