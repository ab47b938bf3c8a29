/// `lintel bench`: what Lintel's aims are in numbers, and what this machine makes of them.
///
/// ```
///   BenchCommand --> Benches --> one class a bench --> Report: figures beside their aims --> a table, or JSON
///                                  |-- in this process: decision (beside a C program), strike, events, codec
///                                  '-- BoxProcess, by the very command line of `lintel run`: start, memory
/// ```
///
/// Called by the command line on the main thread; a bench that needs threads makes its own and ends them. Times come
/// from `Time`; seeds are fixed, so that two runs do the same work. Start reading at [Benches].
@NullMarked
package dev.lintel.tools.bench;

import org.jspecify.annotations.NullMarked;
