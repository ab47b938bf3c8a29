/// Once: a code becomes a certificate.
///
/// ```
///   box                                    hub
///    |── a handshake ─────────────────────► |   the CA that it shows: shown to who joins, believed so far by nobody
///    |── salt, proof(code, CA, CSR), CSR ─► |   the hub finds the CA and the code to be its own
///    | ◄── certificate, proof(code, CA, certificate) ──|   the box finds the same
/// ```
///
/// Who sits between shows a CA of their own, so that neither proof fits the other side.
@NullMarked
package dev.lintel.sync.join;

import org.jspecify.annotations.NullMarked;
