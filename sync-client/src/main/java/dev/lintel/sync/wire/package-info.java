/// What box and hub say to each other, as records: one file a message, with the JSON that it is on the wire. Both
/// halves read and write with these; nothing here opens a connection, reads a clock or touches a file. Any thread.
///
/// ```
///   POST /sync/1/join      JoinRequest  ─► JoinAnswer            a code proves both sides, and is never sent
///   POST /sync/1/renew     a CSR        ─► a certificate
///   GET  /sync/1/changes   DownLine …   (NDJSON)                 Begin, Policy?, (Person | Gone)*, Head
///   GET  /sync/1/snapshot  DownLine …   (NDJSON)                 Begin, Policy, Person*, Part
///   GET  /sync/1/events    LogMark                               how far the hub has this box's log
///   POST /sync/1/events    UpLine …     (NDJSON) ─► LogMark      Event*, Head
///   GET  /sync/1/link      LinkMessage  (WebSocket, both ways)
///   POST /sync/1/forward   ForwardRequest ─► ForwardAnswer       a write that somebody asked of the box
///   POST /sync/1/leave
/// ```
///
/// Reading is lenient towards what is new: unknown fields are passed over, an unknown kind of line is
/// [DownLine.Unknown], so that an older side never breaks on a newer one. It is strict towards what is known: a field
/// that is missing or of another type is a [WireException] that names it.
@NullMarked
package dev.lintel.sync.wire;

import org.jspecify.annotations.NullMarked;
