/// Whether the box does its work, as one word and the reasons why not.
///
/// ```
///   starting --Health.ready()--> ready <----> degraded (some probe has a reason)
/// ```
///
/// [Vitals] says which parts hang, and [ServiceManager] tells systemd of both: what works badly is shown, what hangs
/// is started anew.
///
/// Parts add a probe each when the wiring makes them; `GET /health` asks them all. A probe answers from memory: it
/// never touches the disk nor waits. Any thread.
@NullMarked
package dev.lintel.controller.health;

import org.jspecify.annotations.NullMarked;
