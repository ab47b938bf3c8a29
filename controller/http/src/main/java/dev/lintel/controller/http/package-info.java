/// Requests, answers and the table of routes. Everything that answers HTTP mounts itself in [Endpoints].
///
/// ```
///   Filter (sign-in, rate limit) --> Handler(Request) --> Reply --> Rendering: headers, JSON or stream
///                                        |
///                                        +-- the body is read only now, when the handler asks: strangers send none
/// ```
///
/// A handler may block; it is handed a [Request] and returns a [Reply]. Nothing here knows Vert.x: the package `server`
/// carries it over the network.
@NullMarked
package dev.lintel.controller.http;

import org.jspecify.annotations.NullMarked;
