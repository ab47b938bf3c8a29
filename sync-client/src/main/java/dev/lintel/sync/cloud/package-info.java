/// Following a service that has nothing but the public API: people, credentials and reservations by listing,
/// asking for what is newer, and webhooks. Which roles open which channels and when comes from this box's own
/// `site.yaml`.
///
/// ```
///   service ◄── Http ◄── Service ◄── Pages ◄─┬─ Listing   everything, at the start and every 15 min ─► Staging ─► swap
///                │        (Tokens, Budget)   └─ Poller    what is newer, every 10 s ─► SyncTarget.apply
///                └─ body, time and redirects bounded
///                                  Asides: what is listed beside people, and goes on where it is not let out
///   webhook ──► CloudHook (signature, parse) ──► Singles: fetches at once who changed
///                                    Mapper: JSON of either shape ─► PersonRow
/// ```
///
/// One thread does all of it. The controller gives a [dev.lintel.sync.SyncTarget], a [Grant], [Known] and a
/// [CloudPace]; nothing here reads a clock or a file.
@NullMarked
package dev.lintel.sync.cloud;

import org.jspecify.annotations.NullMarked;
