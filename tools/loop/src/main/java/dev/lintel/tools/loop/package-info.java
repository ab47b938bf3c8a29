/// The development loop: compiles what changed, checks it, and runs tests. `./lintel test` and `./lintel build` call
/// it.
///
/// ```
///   Maven            class paths of each module, once per pom change; page templates
///     │
///   Workspace        modules and their source sets (main, test)
///     │
///   Compiler         compiles changed sources and the sources that depend on changed classes
///     ├── Checks     Error Prone, NullAway, doclint and the format, on what was compiled; a JVM of its own
///     └── TestPool   runs test classes in several JVMs (TestFork), slowest first
///           │
///        TestReport  progress, failures, skipped tests, the ten slowest classes, totals
/// ```
///
/// Nothing here depends on other modules of the project, because the loop runs before they are compiled. Units: times
/// in nanoseconds of `System.nanoTime` or, where a name ends so, in milliseconds. Start reading at [Main].
@NullMarked
package dev.lintel.tools.loop;

import org.jspecify.annotations.NullMarked;
