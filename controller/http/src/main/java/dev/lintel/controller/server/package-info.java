/// The web server on Vert.x: sockets and TLS, who may connect, requests in flight, bodies and answers.
///
/// ```
///   AcceptGate: may this address connect? --> event loop: head of a request --> Endpoints.find --> in flight < max?
///                                                                                     |  one virtual thread a request
///   Exchange <── Filter, Handler (package http) <── body, read when the handler asks ─┘
/// ```
///
/// The event loops never touch the database.
@NullMarked
package dev.lintel.controller.server;

import org.jspecify.annotations.NullMarked;
