package dev.lintel.tools.image;

import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;

/// Programs of another architecture run here by qemu's user emulation, which the kernel starts for them.
final class Emulation {
    private final Arch arch;

    Emulation(Arch arch) {
        this.arch = arch;
    }

    /// Throws [ImageException] that says what to install where programs of the architecture do not run.
    void require() {
        if (arch.isHost()) return;
        Programs.require("arch-test", "arch-test");
        try {
            Programs.run("arch-test", arch.debian());
        } catch (PackException e) {
            throw new ImageException(
                    "programs for " + arch.debian()
                            + " do not run here: apt install qemu-user-static binfmt-support, and where there is no"
                            + " systemd: mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc && update-binfmts"
                            + " --enable qemu-" + (arch == Arch.ARM64 ? "aarch64" : "x86_64"),
                    e);
        }
    }
}
