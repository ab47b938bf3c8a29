/// Connections to other servers by way of Vert.x: TLS, the authorities that are trusted, and POST requests.
///
/// ```
///   webhook, push ──► HttpSender ─┐
///                                 ├─► ClientTls: the JDK's engine, name checked ◄── Trust: authorities
///   mail.SmtpSender ──────────────┘
/// ```
///
/// Files are read by whoever asks [Trust], on a thread that may block; engines are made on event loops.
@NullMarked
package dev.lintel.controller.client;

import org.jspecify.annotations.NullMarked;
