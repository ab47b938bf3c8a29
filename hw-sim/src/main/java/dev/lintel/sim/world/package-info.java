/// The simulated doorway and its wires. (The world helper completes this page.)
@NullMarked
package dev.lintel.sim.world;

import org.jspecify.annotations.NullMarked;
