/// A certificate for a real name from an authority elsewhere, by ACME (RFC 8555) with http-01, and its renewal.
///
/// ```
///   Acme          when something is due, back-off, what is told; one step at a time
///     AcmeOrder     one step of an order: what stands there, what to do next
///       AcmeSession   signed requests, nonces, errors in words
///         AcmeHttp      requests with an end: of time and of bytes
///     AcmeState     what outlives the process: acme.json
/// ```
///
/// ```
///   (due) ──newOrder──► pending ──challenges──► pending … ──► ready ──CSR──► processing … ──► valid ──► acme.pem
///                          └────────────────── invalid ◄─────────────────────────┘   said in words, tried later
/// ```
///
/// Files of `tls/`: `acme-account.key`, `acme-next.key` (of the certificate on order), `acme.pem` (key and chain that
/// are shown), `acme.json`. Nothing here is loaded unless `tls: {acme: …}` asks for it, and nothing waits: each step
/// ends with the time of the next. Start reading at [Acme#step].
@NullMarked
package dev.lintel.controller.acme;

import org.jspecify.annotations.NullMarked;
