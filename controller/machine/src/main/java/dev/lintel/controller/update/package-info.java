/// Updates of a box that was made by an image: a bundle is checked against the keys that the box
/// trusts, written to the slot that is not running, tried at the next start, and kept only when the
/// box's own test passed.
///
/// ```
///   bundle     0        LINTEL BUNDLE 1                          16 bytes
///             16        manifest: JSON, spaces behind it         version, board, dates, hash of every file
///         65,536        seal: JSON, spaces behind it             signatures over all of the above; newer keys
///        131,072        root  linux  initrd                      packed with gzip, as the manifest lists them
///
///   install    other slot's entry away -> root, kernel written and read back -> entry "lintel-b+3.conf" -> restart
///   trial      each start of an entry with tries takes one away: "+2-1", "+1-2", "+0-3": then the old slot starts
///   keep       the box's own test passed: "lintel-b.conf"; else restart at once into the old slot
/// ```
///
/// A Raspberry Pi has the same under other names: `lintel/b/trial` with its tries, then `lintel/b/good`
/// ([dev.lintel.controller.update.BootEntries]).
///
/// At no moment of it is there no slot that starts: what runs is not touched, and the new entry comes
/// last. Start reading at [dev.lintel.controller.update.Installer].
/// [dev.lintel.controller.update.Bundle] and [dev.lintel.controller.update.Trust] read what strangers
/// may have made; everything there has a limit. Runs in a process of its own, as root where it writes a
/// slot, on one thread; never in the box's process, which owns no disk.
@NullMarked
package dev.lintel.controller.update;

import org.jspecify.annotations.NullMarked;
