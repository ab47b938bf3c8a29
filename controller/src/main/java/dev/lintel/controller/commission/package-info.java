/// What an installer does on the wires of a box that runs: find OSDP readers, give them keys, learn cards, look at
/// inputs, try outputs. Pages and control commands call [Commissioning]; nothing here is on a card's or an exit's way,
/// but for two taps that hear of what has been handed on already ([ReaderTap], [PointTap]).
///
/// ```
///   LineDesk ---- scan, pair --> a thread for each port: bus lent --> BusScan | ReaderPairing --> bus taken back
///   LearnDesk --- cards of a reader or of two free lines --> CardLearner --> formats for controller.yaml
///   InputBoard -- what contacts, exits, strikes are now, and each change
///   DoorOrders -- tests of outputs: the door lane's
/// ```
///
/// Any thread but an event loop, unless a class says otherwise. Start reading at [Commissioning].
@NullMarked
package dev.lintel.controller.commission;

import org.jspecify.annotations.NullMarked;
