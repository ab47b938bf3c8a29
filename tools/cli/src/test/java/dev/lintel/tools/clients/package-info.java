/// OAuth libraries that partners use, each against a running box: one of another's making, which nobody here can
/// bend to what the server does. Node's are scripts of their own in `tools/cli/src/test/node`, Java's are called from
/// here; all do the same steps, and what they saw is held to one list. Tests only.
///
/// ```
///   OAuthClientsTest --> NodeRun     --> node SCRIPT.mjs --.
///     |                                                    |--> Box: /oauth, /api/3
///     |               --> LibraryRun --> Library ----------'      ^
///     |                       '--------> Administrator -----------' signs in, allows, denies
///     '--> Steps: what each must have seen
/// ```
@NullMarked
package dev.lintel.tools.clients;

import org.jspecify.annotations.NullMarked;
