/// Putting a box into service: its wiring is written, each part of each door is tried, and a report says what was seen.
///
/// ```
///   pages /commission ─┐
///   lintel commission ─┴─> Commissioning ─> WiringFile     controller.yaml of the data folder, changed part by part
///                              │       └──> PolicyCatalog  names, times, sites
///                              ├──> DoorTrial  <── doors' pictures and events, while somebody tries the door
///                              └──> TestSheet  commissioning.json: what passed, when, seen by the box or said by whom
///   WiringFile: checked ─> on trial ─> the box begins anew ─> kept
///                                          └─ it does not start: the wiring of before, and why
/// ```
///
/// Nothing here is on a card's way. Everything is for any thread that may block; what is tried at a door is only looked
/// at, and what opens one goes the way of an operator's order.
@NullMarked
package dev.lintel.controller.commission;

import org.jspecify.annotations.NullMarked;
