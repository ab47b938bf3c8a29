/// The box's half of following an upstream, as a library that knows the wire and nothing of doors or databases.
///
/// ```
///             ┌─ join/   once: a code becomes a certificate
///   hub ◄─────┼─ pull/   changes and snapshots down   ──► SyncTarget ──► the controller's store, doors and log
///    mutual   ├─ push/   events up
///    TLS      └─ link/   a WebSocket: heartbeat, news, orders
///                  wire/ what is said, as records
/// ```
///
/// It depends on nothing of ours. The controller's wiring makes a `Follower` and closes it; the hub's half, which
/// is the controller's `hub` package, reads and writes with the records of `wire`. Monotonic time comes from the
/// caller.
@NullMarked
package dev.lintel.sync;

import org.jspecify.annotations.NullMarked;
