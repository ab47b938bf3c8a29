/// Proof that the log of events was not changed: each group's head is signed by a key of this box.
///
/// ```
///   store writer ── commit ──► [HeadSigner], own thread ── Ed25519 ──► table event_head
///                                                          [Witness]: file, syslog, webhook
///   lintel events verify ── [LogVerifier] ── all events, all heads, heads that a witness kept
/// ```
///
/// The writer waits for none of it. A crash between a commit and its signature leaves events that the next start signs.
@NullMarked
package dev.lintel.controller.proof;

import org.jspecify.annotations.NullMarked;
