/// Makes what is installed on a board: `lintel package`. On a developer's machine, from what was built there.
///
/// ```
///   dist/ (lintel.jar, lib/, native/ARCH)  --.
///   DebianJdk: one version for all architectures --jlink--> OlderGlibc  --> jre/
///   classes.list: what a box with doors loads   src/main/board: launcher, units   --'
///                     |
///                     v  BoardTree: usr/lib/lintel/{bin,jre,lib,native}  lib/systemd/system  ...
///           lintel_V_ARCH.deb    lintel-V-linux-ARCH.tar.gz    SHA256SUMS
/// ```
///
/// Start reading at [Packages]. Programs that it needs (jlink, dpkg-deb, tar, apt-get) are run by [Programs]; whatever
/// goes wrong is a [PackException] with a sentence. One thread.
@NullMarked
package dev.lintel.tools.pack;

import org.jspecify.annotations.NullMarked;
