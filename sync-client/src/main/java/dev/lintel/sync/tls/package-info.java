/// Who is believed to be the hub, and what this box shows of itself.
///
/// ```
///   hub's certificate ──► PinnedTrust   signed by the one CA? for a server? not ended, by Pace?
///   this box's key    ──► BoxKey        always shown, also once it has ended: the hub decides
///                         Tls           both in an SSLContext
/// ```
///
/// Names are not compared: the CA is this hub's alone, and its certificates for boxes are for clients only.
@NullMarked
package dev.lintel.sync.tls;

import org.jspecify.annotations.NullMarked;
