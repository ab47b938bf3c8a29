/// A box in one encrypted file, and a box from it, on the same hardware or other: `lintel backup`,
/// `lintel restore`.
///
/// ```
///    0   LINTEL BACKUP 1               16 bytes
///   16   salt                          16 bytes       --Argon2id with the passphrase--> key, of this file alone
///   32   piece 0, 64 KiB | tag         AES-256-GCM    nonce: number of the piece, and whether it is the last
///        piece 1, 64 KiB | tag
///        last piece, shorter | tag                    the head is authenticated with each of them
///
///   pieces, opened:  a zip: backup.json, then the data folder's files, databases as whole copies
/// ```
///
/// What a backup unpacks to takes the place of a box's files in one act, by [dev.lintel.controller.backup.Exchange],
/// which a start finishes where the power was cut.
///
/// A file that was altered, cut or put together anew opens with no passphrase. Start reading at
/// [dev.lintel.controller.backup.Backups] and [dev.lintel.controller.backup.Restores]. In the process
/// of the command, on one thread; beside a running box for a backup, never for a restore.
@NullMarked
package dev.lintel.controller.backup;

import org.jspecify.annotations.NullMarked;
