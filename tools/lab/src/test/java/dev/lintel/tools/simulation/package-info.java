/// Tests of the seeded simulation: that it runs without a violation, does the same twice, and that its judge sees what
/// it is there to see.
@NullMarked
package dev.lintel.tools.simulation;

import org.jspecify.annotations.NullMarked;
