/// Where log lines go: standard error, one line each, for a terminal or the journal. Found by `ServiceLoader` as the
/// backend of `System.Logger`, which is all the rest of the program knows.
///
/// ```
///   terminal:  10:00:00.123 WARNING osdp-rs485-1: ...        journal:  <4>osdp-rs485-1: ...
/// ```
///
/// One fault that comes again and again is written twenty times a minute, then counted ([Repeats]). Any thread. Level
/// from LINTEL_LOG (`debug`, `info`, `warning`, `error`; default `info`). Secrets are never logged:
/// callers see to that, nothing here could tell.
@NullMarked
package dev.lintel.controller.log;

import org.jspecify.annotations.NullMarked;
