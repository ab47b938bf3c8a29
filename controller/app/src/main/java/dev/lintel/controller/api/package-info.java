/// The HTTP API and the web server under it. `Endpoints` is the table of routes that everything which answers HTTP
/// (here, the OAuth pages, the console) mounts itself in; `WebServer` and `Exchange` alone meet Vert.x.
///
/// ```
///   event loop: head of a request --> Endpoints.find --> in flight < max?
///                                                            |  one virtual thread a request
///   Filter (sign-in, rate limit) --> Handler(Request) --> Reply --> headers, JSON or stream
///                                        |
///                                        +-- the body is read only now, when the handler asks: strangers send none
/// ```
///
/// The event loop never touches the database. A handler may block; it is handed a [Request] and returns a [Reply].
/// Resources are one file each; [Shapes] alone knows the two response shapes. Start reading at [Endpoints], then
/// [Api].
@NullMarked
package dev.lintel.controller.api;

import org.jspecify.annotations.NullMarked;
