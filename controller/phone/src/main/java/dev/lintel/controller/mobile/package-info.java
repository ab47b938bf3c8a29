/// Phones as credentials: invitations, the keys of phones, and what a phone asks for. For the API, the pages and the
/// command line; any thread but an event loop.
///
/// ```
///   POST credential, page, command ─► MobileDesk ─► row `invited` ─► letter, or code in the answer
///                                          ▲                              │
///   the page /mobile on a phone: a key pair is made in its browser        │
///       redeem {code, public key, signature} ──────────── ◄───────────────┘
///                                          └─► row `active`, in place of the invited one
///       challenge, doors, open {…, signature} ─► PhoneDesk ─► Decisions ─► door lane
///
///   invited ──code used──► (gone)   active ──revoke──► revoking ──vendor──► revoked
///      └──withdrawn──► (gone)          └──removed──► (gone)
/// ```
///
/// Start reading at [PhoneDesk], which is a phone's way to a door. A code is a secret for as long as it is good, and a
/// signature is good once ([Challenges]); neither is in a log or a row.
@NullMarked
package dev.lintel.controller.mobile;

import org.jspecify.annotations.NullMarked;
