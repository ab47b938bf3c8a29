/// Passes in phones' wallets: links that lead to one, the pass as Apple's and Google's wallets want it, and what these
/// tell of it. For the API, the pages and the command line; any thread but an event loop.
///
/// ```
///   POST credential, page, command ─► WalletDesk ─► row `invited` ─► its link, in the answer or in a letter
///                                                                      │
///   GET /pass/LINK on a phone  ◄───────────────────────────────────────┘
///     /lintel.pkpass ─► ApplePass: pass.json, pictures, manifest ─► Pkcs7 ─► the file
///     /google        ─► GooglePass: a signed JWT ─► Google's page
///                          │
///                          └─ both show the same random number as a code, which opens from now on
///   Apple's wallet ─► api.AppleWalletResource  ─► AppleWallets   registered: added, unregistered: removed
///   Google         ─► api.GoogleWalletResource ─► GoogleWallets  saved: added, deleted: removed
///
///                                        ┌────put back────┐
///                                        ▼                │
///   invited ──told by a wallet──► added_to_wallet ──► removed      told: by it, or by its person
///      │     or its person               │                │
///      ├──withdrawn──► (gone)            └──► revoked ◄───┴──  revoked, or invited anew
///      └──withdrawn after it was made──► revoked
/// ```
///
/// Start reading at [WalletDesk]. A link is a secret for as long as it is good, and so is a pass's token; both are made
/// of a row and of a key in a file ([PassSecrets]), and neither is in a log or a row. The number is in a row, as those
/// of cards are, and in no answer of the API; the log tells its last digits.
@NullMarked
package dev.lintel.controller.wallet;

import org.jspecify.annotations.NullMarked;
