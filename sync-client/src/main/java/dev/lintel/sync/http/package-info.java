/// Requests to the hub, each bounded in time and size, and what goes wrong with them in words.
///
/// ```
///   path, body ──► HubClient ──► hub
///   text       ◄── bounded          small answers: whole
///   LineReader ◄── gzip ◄── stream  downloads: line by line, as fast as they are applied
///                  Faults           an exception, a status ──► UpstreamException
/// ```
@NullMarked
package dev.lintel.sync.http;

import org.jspecify.annotations.NullMarked;
