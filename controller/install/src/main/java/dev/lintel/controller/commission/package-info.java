/// Putting a box into service: its wiring is written, each part of each door is tried, and a report says what was seen.
///
/// ```
///   pages /commission ─┐
///   lintel commission ─┴─> Commissioning ─> WiringFile     controller.yaml of the data folder, changed part by part
///                              │       └──> PolicyCatalog  names, times, sites
///                              ├──> SiteDesk       which groups pass which doors; all of the policy, as its file
///                              ├──> DoorTrial  <── doors' pictures and events, while somebody tries the door
///                              ├──> Doubts         what was not at rest then: it counts for nothing
///                              └──> TestSheet  commissioning.json: what passed, when, seen by the box or said by whom
///   WiringFile: checked ─> on trial ─> the box begins anew ─> kept
///                                          └─ it does not start: the wiring of before, and why
/// ```
///
/// And what is done on the wires of the box while it runs, for the same pages and commands:
///
/// ```
///   WireDesk ─> LineDesk     a thread for each port, bus lent ─> BusScan | ReaderPairing | LineMove ─> taken back
///          ├──> LearnDesk    cards of a reader or of two free lines ─> CardLearner ─> formats for controller.yaml
///          ├──> InputBoard   what contacts, exits, strikes are now, and each change
///          └──> DoorOrders   tests of outputs: the door lane's
///   LetIn                     lets a lock go, as the live page does
/// ```
///
/// Nothing here is on a card's or an exit's way, but for two taps that hear of what has been handed on already
/// ([ReaderTap], [PointTap]). Any thread but an event loop, unless a class says otherwise; what opens a door goes the
/// way
/// of an operator's order. Start reading at [Commissioning] and [WireDesk].
@NullMarked
package dev.lintel.controller.commission;

import org.jspecify.annotations.NullMarked;
