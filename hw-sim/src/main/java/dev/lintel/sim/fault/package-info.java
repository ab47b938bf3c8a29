/// What can go wrong on a reader's line, on purpose and repeatable: seeded, each fault switched on and off by
/// itself.
///
/// ```
///   command --> FaultyLine.heard --> bytes --> PD --> reply --> FaultyLine.carry --> bytes, each with its time
/// ```
///
/// No clock, no thread of its own: stepped by the bus that owns the line.
@NullMarked
package dev.lintel.sim.fault;

import org.jspecify.annotations.NullMarked;
