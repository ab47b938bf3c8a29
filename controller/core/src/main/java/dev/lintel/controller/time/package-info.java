/// The only package that reads a clock. Everything else is given a [Time], or the time itself in its input.
///
/// ```
///   monotonic  nowNs()  timers, pulses, latencies   never steps, no meaning across restarts
///   wall       now()    shifts, validity, events    may step; how far to believe it is its trust
/// ```
@NullMarked
package dev.lintel.controller.time;

import org.jspecify.annotations.NullMarked;
