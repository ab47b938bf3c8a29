/// What goes up: this box's log, each event once.
///
/// ```
///   hub's mark ──► is it ours?  ── yes ─► events after it, 500 at most, and a signed head ─► the hub's new mark ─┐
///                     no                        ▲                                                                │
///                     └► Fork: the last event both have ─► a new branch after it        ◄── waits for the log ◄──┘
/// ```
///
/// The hub takes each event by (box, branch, id) once, so that what was sent twice because an answer was lost
/// is there once. Nothing is remembered here: where to go on is what the hub says.
@NullMarked
package dev.lintel.sync.push;

import org.jspecify.annotations.NullMarked;
