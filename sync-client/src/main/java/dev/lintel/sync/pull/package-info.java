/// What comes down: changes after a cursor, or, where that does not do, a snapshot.
///
/// ```
///   hub ──► LineStream ──► Reading ──► Chunk, Part ──► batches ──► SyncTarget.apply
///           own thread,    time-outs,  order, count,   500 lines    or Staging
///           few ahead      urgents     hash            or 1 MiB
///
///   Puller     one thread: waits for Wants, follows, snapshots, backs off
///   Changes    chunks until there are no more
///   Snapshot   parts ─► staging ─► changes ─► compared ─► swap
///   Round      what is told of one go: started, completed, not required, failed
/// ```
///
/// A chunk that fits a batch is applied whole or not at all. A larger one is applied batch by batch, each of
/// them whole people as they are now, while the cursor moves with the last: what is cut off is asked for
/// again.
@NullMarked
package dev.lintel.sync.pull;

import org.jspecify.annotations.NullMarked;
