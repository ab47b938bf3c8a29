/// Evacuations of whole sites: which doors take part, which are unlocked, and the orders to them.
///
/// ```
///   API, console, command line ──► Evacuations ──► DoorOrders ──► the door lane here, or the box of the door
///                                      └─ SiteDoors: the doors of a site as policy and doors have them
/// ```
///
/// Start reading at [Evacuations].
@NullMarked
package dev.lintel.controller.evacuation;

import org.jspecify.annotations.NullMarked;
