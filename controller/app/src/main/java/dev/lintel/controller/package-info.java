/// The runtime: from a card's bytes to the strike, the log of what happened, and the pages and API beside it.
///
/// ```
///   door, event  <--  access  <--  store, policy, config, api, console, control, tls, health  <--  Lintel
///   (pure and inner)                (outer: implement what the inner declare)                       (the wiring)
/// ```
///
/// `Lintel` makes every long-lived object, in order; `Main` reads arguments and signals. Start reading at
/// `access.AccessFlow`: what happens when a card is presented, top to bottom.
@NullMarked
package dev.lintel.controller;

import org.jspecify.annotations.NullMarked;
