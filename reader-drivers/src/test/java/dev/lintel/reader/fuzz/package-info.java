/// Any bytes into every parser of this module, for ever: fuzz targets and the corpus they have grown.
///
/// ```
///   src/test/resources/fuzz/TARGET/*   kept inputs: of the golden vectors, and what fuzzing found worth keeping
///   CorpusTest                         replays them all, in every run of the tests
///   FuzzingTest (slow)                 lets Jazzer grow them, one JVM a target; findings go to target/fuzz/TARGET
/// ```
///
/// A target is a function of bytes that throws when a promise is broken: parsers never throw, always get on, keep
/// their memory bounded, and give back what was encoded. It makes what structure it needs of the bytes by [Input].
@NullMarked
package dev.lintel.reader.fuzz;

import org.jspecify.annotations.NullMarked;
