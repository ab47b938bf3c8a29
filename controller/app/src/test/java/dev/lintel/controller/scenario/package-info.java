/// Whole hubs and boxes in one process, with what can go wrong between them and on either side.
///
/// ```
///   hub (WholeLintel) ◄── TLS ── FaultProxy ◄── TLS ── box (WholeLintel)      SyncPair: the three of them
///   Agreement: afterwards people are equal row by row, each event is at the hub once, both logs are whole
/// ```
@NullMarked
package dev.lintel.controller.scenario;

import org.jspecify.annotations.NullMarked;
