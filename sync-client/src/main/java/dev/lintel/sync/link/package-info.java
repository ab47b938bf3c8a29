/// The standing connection: who is there, what is new, what a door is to do.
///
/// ```
///   Link (one thread)           hub
///    |── hello ───────────────► |
///    | ◄───────────── welcome ──|   the clock is measured
///    |── beat ────────────────► |   every 20 s, and when a door has changed, once a second at most
///    | ◄─────────────── pulse ──|
///    | ◄── news, order, urgent ─|   Frames hears them: Puller, a thread for each order
///    |── answer ──────────────► |
/// ```
///
/// Whatever goes wrong ends the connection, and it is made anew after a back-off.
@NullMarked
package dev.lintel.sync.link;

import org.jspecify.annotations.NullMarked;
