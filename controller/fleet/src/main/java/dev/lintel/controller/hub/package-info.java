/// The upstream's half of syncing: other boxes follow this one. It does nothing and writes nothing until the
/// first join code is made.
///
/// ```
///   a box ── client certificate ──► api ──► BoxDoor: whose is it?
///                                            ├─ JoinResource      join, renew, leave        Codes
///                                            ├─ ChangesResource   changes, snapshots        Publication ── holds back
///                                            ├─ LogResource       its events, each once     UploadedEvents
///                                            ├─ ForwardResource   writes asked of the box ──► the API itself
///                                            └─ Links             a WebSocket               Link, one a box
///   a commit ──► Hub's thread: news to every box that is there; who has been silent; what they told, to the disk
///   an operator ──► HubDesk: codes, boxes, revoke, publish, approve
/// ```
///
/// Each chunk of people is read in one transaction, written to memory, and sent after it. Boxes are told apart
/// by their certificates alone. Start reading at [Hub].
@NullMarked
package dev.lintel.controller.hub;

import org.jspecify.annotations.NullMarked;
