/// Readers as the rest of the box sees them: what they are made of, and the keys under which they speak.
///
/// ```
///   API, pages ──> Makeup          wire, formats and firmware of a channel's reader; the board
///              └─> EncryptionKeys  new keys for a channel's readers, or none
///                       ^
///   module install ─────┘ implements both
/// ```
///
/// Any thread but an event loop: a reader takes its time.
@NullMarked
package dev.lintel.controller.readers;

import org.jspecify.annotations.NullMarked;
