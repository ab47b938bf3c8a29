/// Letters to people: invitations, and what an operator tries out. Whoever makes one writes a row in the
/// transaction in which the rest of it is written; a thread of its own hands it to the mail server of
/// `controller.yaml`.
///
/// ```
///   POST, page, command ──► row in `mail` ──► Postman ──► Writer: what it says now ──► MailSender ──► server
///                             ^    │                        │ null: nothing any more      │
///                             │    └── no server: it waits, the outbox page has it        ├ Taken    sent
///                             └───────────── later ◄──────────────────────────────────────├ Away     tried again, for
/// 5 days
///                                                                                         └ Refused  failed
/// ```
///
/// A letter goes out at least once: a power cut between the server's yes and the row may send it twice,
/// with the same Message-ID. Links and codes open doors: they are made when a letter is sent, and are in no
/// row and no log line. [Postman] is the place to start; [MailDesk] is what pages and commands know. Any
/// thread but an event loop.
@NullMarked
package dev.lintel.controller.mail;

import org.jspecify.annotations.NullMarked;
