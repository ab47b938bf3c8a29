/// The benches in small, so that they never rot. Nothing here judges a figure.
///
/// ```
///   Benches (2,000 people, 3 cards, 800 events) --> Report --> each figure is there and is a measurement
/// ```
@NullMarked
package dev.lintel.tools.bench;

import org.jspecify.annotations.NullMarked;
