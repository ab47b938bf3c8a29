package dev.lintel.tools.image;

import dev.lintel.controller.time.Time;
import dev.lintel.tools.image.Archive.Suite;
import dev.lintel.tools.pack.DebianPackage;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Debian with Lintel in it, as one file with an ext4 file system, and the kernel beside it. Made in two steps by
/// mmdebstrap, as root or in a user namespace:
///
/// ```
///   packages, suites, script  ------->   a base (Bases)      where these or the archive changed: some minutes
///   that, lintel.deb, src/main/image      root.ext4  linux  initrd  packages             each time
///                                         boot.efi, or a Raspberry Pi's firmware/
/// ```
final class RootFs {
    /// Whose packages an image has.
    static final String SUITE = "trixie";

    private static final String DEFAULT_MIRROR = "http://deb.debian.org/debian";
    private static final String DEFAULT_SECURITY_MIRROR = "http://deb.debian.org/debian-security";
    private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");
    /// What a box needs beside the smallest Debian and Lintel.
    private static final List<String> PACKAGES = List.of(
            "dosfstools", // the boot partition is written at each update, and checked at each start
            "e2fsprogs",
            "initramfs-tools",
            "iproute2",
            "kmod",
            "libidn2-0", // without it systemd-resolved knows no name, and each box answers as linux.local
            "openssh-server",
            "systemd",
            "systemd-repart",
            "systemd-resolved",
            "systemd-sysv",
            "systemd-timesyncd",
            "tzdata",
            "udev",
            "util-linux-extra", // hwclock: a clock set by hand goes into the chip with the battery, too
            "zstd");
    /// Of no use on a box; licences stay.
    private static final List<String> LEFT_OUT = List.of(
            "path-exclude=/usr/share/doc/*",
            "path-include=/usr/share/doc/*/copyright",
            "path-include=/usr/share/doc/lintel/*", // what its units' documentation is
            "path-exclude=/usr/share/info/*",
            "path-exclude=/usr/share/locale/*",
            "path-exclude=/usr/share/man/*");

    /// The kernel's package makes its first file system; a second one by a trigger costs minutes of emulation.
    private static final String ONE_INITRD = "mkdir -p \"$1/etc/initramfs-tools\" && echo update_initramfs=no"
            + " >\"$1/etc/initramfs-tools/update-initramfs.conf\"";

    /// What a Raspberry Pi starts from, unpacked only: it goes to the boot partition, for which the packages' own
    /// scripts would look in the root.
    private static final String PI_FIRMWARE = "mkdir \"$1/firmware\" && cd \"$1/firmware\""
            + " && APT_CONFIG=\"$MMDEBSTRAP_APT_CONFIG\" apt-get download raspi-firmware u-boot-rpi"
            + " && for deb in *.deb; do"
            + " dpkg-deb --show --showformat='" + DebianPackage.FORMAT + "' \"$deb\" >>packages"
            + " && dpkg-deb --extract \"$deb\" . && rm \"$deb\" || exit 1; done";

    private final Board board;
    private final Path parts;
    private final Path cache;
    private final Consumer<String> progress;

    /// @param parts the folder with the script and the files that are laid over Debian's
    RootFs(Board board, Path parts, Path cache, Consumer<String> progress) {
        this.board = board;
        this.parts = parts;
        this.cache = cache;
        this.progress = progress;
    }

    /// Makes the files of the second step in `target`.
    ///
    /// @param base of [#base]
    void make(Path base, Path deb, Partitions partitions, long builtSeconds, Path target) throws IOException {
        progress.accept("installing Lintel in Debian");
        var environment = Map.of(
                "LINTEL_DEB", deb.toString(),
                "LINTEL_PARTS", parts.toString(),
                "LINTEL_TARGET", target.toString(),
                "LINTEL_EFI", board.efi(),
                "LINTEL_SLOT_BYTES", Long.toString(Partitions.SLOT_BYTES),
                "LINTEL_ROOT_A", partitions.rootA().toString(),
                "LINTEL_ROOT_B", partitions.rootB().toString(),
                "LINTEL_DATA", partitions.data().toString(),
                "SOURCE_DATE_EPOCH", Long.toString(builtSeconds));
        List<String> command = begin();
        command.addAll(List.of(
                "--variant=custom",
                "--skip=setup,update,cleanup,check/empty,output/dev,chroot/mount",
                "--setup-hook=tar --extract --numeric-owner --file='" + base + "' --directory=\"$1\"",
                "--customize-hook=sh '" + parts.resolve("install") + "' \"$1\"",
                "--format=null",
                SUITE,
                "-"));
        Programs.run(environment, command);
    }

    /// The first step's file, made where there is none that is up to date.
    ///
    /// @param reuse which kept one will do
    Bases.Base base(Path deb, Bases.Reuse reuse, Time time) throws IOException {
        new Emulation(board.arch()).require();
        if (!Files.exists(KEYS)) throw new ImageException(KEYS + " is missing: apt install debian-archive-keyring");
        List<Suite> suites = suites();
        List<String> recipe = recipe(needed(deb));
        var archive = new Archive(suites, board.arch().debian());
        return new Bases(cache, board, archive, time, progress).get(String.join("\n", recipe), reuse, (part, laid) -> {
            progress.accept(
                    "laying out Debian " + SUITE + " for " + board.arch().debian() + " (some minutes)");
            var command = new ArrayList<>(recipe);
            command.addAll(List.of(SUITE, part.toString()));
            for (Suite suite : suites) command.add(suite.source());
            Programs.run(Map.of("SOURCE_DATE_EPOCH", Long.toString(laid.getEpochSecond())), command);
        });
    }

    private List<String> recipe(SortedSet<String> needed) {
        var packages = new TreeSet<>(needed);
        packages.addAll(PACKAGES);
        packages.add(board.kernel());
        if (!board.isPi()) packages.add("systemd-boot-efi");
        List<String> command = begin();
        command.addAll(List.of(
                "--variant=minbase",
                "--keyring=" + KEYS,
                "--include=" + String.join(",", packages),
                "--aptopt=APT::Install-Recommends \"false\"",
                "--aptopt=Acquire::Languages \"none\"",
                "--aptopt=Acquire::Retries \"3\"",
                "--essential-hook=" + ONE_INITRD,
                "--dpkgopt=force-confold")); // what the hook wrote
        for (String left : LEFT_OUT) command.add("--dpkgopt=" + left);
        if (board.isPi()) command.add("--customize-hook=" + PI_FIRMWARE);
        return command;
    }

    /// The packages that Lintel's own asks for: of alternatives the first, and without versions, which dpkg looks at.
    private static SortedSet<String> needed(Path deb) {
        String depends = Programs.run("dpkg-deb", "--field", deb.toString(), "Depends");
        return Arrays.stream(depends.split(",", -1))
                .map(one -> one.replaceFirst("[|(].*", "").strip())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> begin() {
        return new ArrayList<>(List.of(
                "mmdebstrap", "--verbose", "--architectures=" + board.arch().debian()));
    }

    private List<Suite> suites() {
        String mirror = System.getenv().getOrDefault("LINTEL_DEBIAN_MIRROR", DEFAULT_MIRROR);
        String security = System.getenv().getOrDefault("LINTEL_DEBIAN_SECURITY_MIRROR", DEFAULT_SECURITY_MIRROR);
        List<String> parts = board.isPi() ? List.of("main", "non-free-firmware") : List.of("main"); // the Pi's own
        return List.of(
                new Suite(mirror, SUITE, parts),
                new Suite(mirror, SUITE + "-updates", parts),
                new Suite(security, SUITE + "-security", parts));
    }
}
