/// TLS towards servers of others, for all that this box connects to by way of Vert.x: whom it trusts, and
/// that a certificate is of the name that was asked for.
///
/// ```
///   webhook.HttpSender ─┐
///                       ├─► ClientTls: the JDK's engine, name checked ◄── Trust: Java's authorities, and files
///   mail.SmtpSender ────┘
/// ```
///
/// Files are read by whoever asks [Trust], on a thread that may block; engines are made on event loops.
@NullMarked
package dev.lintel.controller.client;

import org.jspecify.annotations.NullMarked;
