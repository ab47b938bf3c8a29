/// The box's half of following a hub: what the library `sync-client` brings is written here, what it asks is
/// answered here. The library knows the wire, this package knows the store, the policy, the log and the doors.
///
/// ```
///   hub ◄── Upline (sync-client) ──► BoxTarget ─┬─ Applier, Swap ──► people, policy, cursor: one transaction
///                                               ├─ EventRows       the log, for uploads
///                                               ├─ Obedience       orders to doors
///                                               └─ Reports         ──► SyncState, Contact, events 100 to 107
///   API, pages, commands ──► SyncDesk ──► Upline: sync now, forwarded writes
///   Upstream: the hub that this box follows, in files of data/sync/
///
///   service ◄── CloudLine (sync-client's cloud) ──► BoxTarget, as above; ServiceFiles: its permission, data/service/
/// ```
///
/// Decisions never wait for any of it.
@NullMarked
package dev.lintel.controller.sync;

import org.jspecify.annotations.NullMarked;
