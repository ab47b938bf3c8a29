/// Files of the box: its data folder, with the lock that holds it for one process; files that are written whole and
/// durably; folders of others that are read without following links; room on disks and in memory.
///
/// ```
///   DataFolder.open ──> lintel.lock     held until the process ends
///        ├── lintel.db, oauth.db, …     the store's
///        ├── keys/NAME                  random secrets, made at the first use
///        └── folder(NAME)               folders of other packages
/// ```
@NullMarked
package dev.lintel.controller.files;

import org.jspecify.annotations.NullMarked;
