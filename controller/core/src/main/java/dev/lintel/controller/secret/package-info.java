/// Random secrets: made, kept as hashes alone, and compared in a time that tells nothing. For whoever hands one out:
/// sessions, links and forms of `console`, tokens and client secrets of `oauth`. Any thread; nothing here waits.
///
/// ```
///   make --> 32 random bytes --> 43 characters --> to whom it belongs, once
///                                     |
///                                     +-- SHA-256 --> the table; what is shown later is hashed and compared
/// ```
///
/// A secret that the installer keeps in a file of their own ([SecretFile]) is read each time it is needed, and refused
/// where others may read it.
///
/// What is to be shown again and again while it is good, yet in no row, is made of the row and of a key in a file
/// ([DerivedSecrets]): codes of invitations, links to passes.
///
/// Start reading at [Tokens]. Passwords, which people choose, are hashed slowly elsewhere: `console.Passwords`.
@NullMarked
package dev.lintel.controller.secret;

import org.jspecify.annotations.NullMarked;
