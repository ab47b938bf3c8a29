package dev.lintel.tools.image;

import dev.lintel.tools.pack.Arch;
import java.util.Arrays;
import java.util.stream.Collectors;

/// A kind of machine that images are made for.
///
/// ```
///   name         machine                                       starts by               console
///   virt-arm64   QEMU's `-M virt`, arm64 servers and boards    UEFI, systemd-boot      ttyAMA0, by the device tree
///   amd64        PCs, industrial PCs, virtual machines         UEFI, systemd-boot      screen; ttyS0 if a card says so
///   rpi          Raspberry Pi 3, 4, CM4, Zero 2 W              its firmware, U-Boot    screen; its UART is a bus's
/// ```
public enum Board {
    VIRT_ARM64("virt-arm64", Arch.ARM64, "linux-image-arm64", "aa64", ""),
    AMD64("amd64", Arch.AMD64, "linux-image-amd64", "x64", "console=tty0"),
    RPI("rpi", Arch.ARM64, "linux-image-arm64", "", "console=tty0");

    private final String title;
    private final Arch arch;
    private final String kernel;
    private final String efi;
    private final String console;

    Board(String title, Arch arch, String kernel, String efi, String console) {
        this.title = title;
        this.arch = arch;
        this.kernel = kernel;
        this.efi = efi;
        this.console = console;
    }

    /// As the command line and the image's file name it.
    public String title() {
        return title;
    }

    Arch arch() {
        return arch;
    }

    /// Debian's package.
    String kernel() {
        return kernel;
    }

    /// As UEFI names the architecture in its files' names; empty where there is no UEFI.
    String efi() {
        return efi;
    }

    /// It starts by its own firmware and U-Boot.
    boolean isPi() {
        return efi.isEmpty();
    }

    /// The kernel's options for its console; empty where the kernel finds it by itself.
    String console() {
        return console;
    }

    /// Throws [ImageException] for a name that is none.
    public static Board named(String name) {
        for (Board board : values()) if (board.title.equals(name)) return board;
        String known = Arrays.stream(values()).map(Board::title).collect(Collectors.joining(", "));
        throw new ImageException("--board: there is no '" + name + "'; it is one of " + known);
    }
}
