/// Makes and writes what a board boots from: `lintel image build|flash|verify`. On a developer's or installer's
/// machine, without mounting anything and without a loop device.
///
/// ```
///   +---------+-----------------------+-----------------------+----------------------------------+
///   | boot    | root A, read-only     | root B                | data: /var                       |
///   | FAT     | ext4, one Lintel      | the next one          | ext4, grows to the card's end    |
///   +---------+-----------------------+-----------------------+----------------------------------+
///    `------- in the image's file ----'`--- made at the first boot, by systemd-repart -----------'
///
///   boot/  EFI/BOOT/BOOTAA64.EFI     systemd-boot
///          loader/entries/*.conf     one a slot: lintel-a.conf; lintel-b+3.conf while it has to prove itself
///          lintel/a/{linux,initrd}   its kernel
///          lintel/card/              what this card was given: taken, and removed, at the first boot
///   on a Raspberry Pi, in place of the first two
///          start4.elf, *.dtb, ...    its firmware, which starts u-boot.bin, which runs boot.scr (PiBoot)
///          lintel/a/{entry,good}     one a slot; lintel/b/trial while it has to prove itself
/// ```
///
/// Start reading at [Images]; [Flasher] writes one to a [Disk]. Debian is laid out by mmdebstrap ([RootFs]), and
/// kept while the archive holds the same packages ([Bases]); programs of others are run by
/// [dev.lintel.tools.pack.Programs]. Whatever goes wrong is an [ImageException] with a sentence. One thread.
@NullMarked
package dev.lintel.tools.image;

import org.jspecify.annotations.NullMarked;
