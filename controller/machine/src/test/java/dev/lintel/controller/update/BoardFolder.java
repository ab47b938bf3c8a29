package dev.lintel.controller.update;

import dev.lintel.controller.update.Manifest.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A folder that stands for the root of a machine that an image was written to: what the kernel says of
/// its disk, two slots as files, the boot partition. And its firmware: [#start] does what systemd-boot
/// does at a start, or the script that U-Boot runs on a Raspberry Pi.
public final class BoardFolder {
    /// What no update brings and each keeps: the box's name and identity, and a console that somebody added.
    static final String OWN = "systemd.hostname=north systemd.machine_id=0123456789abcdef console=ttyS0,115200";
    static final String ROOT_A = "aaaaaaaa-0000-8000-8000-000000000001";
    static final String ROOT_B = "bbbbbbbb-0000-8000-8000-000000000002";
    static final String BOOT = "cccccccc-0000-8000-8000-000000000003";
    static final String DATA = "dddddddd-0000-8000-8000-000000000004";
    static final int SLOT_BYTES = 384 * 1024;

    private static final Pattern COUNTED = Pattern.compile("(lintel-[ab])[+](\\d)(?:-(\\d))?[.]conf");
    private static final Pattern VERSION = Pattern.compile("(?m)^version (\\d+)$");

    public final Path root;
    private final boolean pi;
    private int disks;

    /// Runs release 1 from slot a; slot b is empty.
    public BoardFolder(Path root, Trust trust) throws IOException {
        this(root, trust, false);
    }

    /// A Raspberry Pi: slots are chosen by U-Boot.
    static BoardFolder pi(Path root, Trust trust) throws IOException {
        return new BoardFolder(root, trust, true);
    }

    private BoardFolder(Path root, Trust trust, boolean pi) throws IOException {
        this.root = root;
        this.pi = pi;
        disk("vda", ROOT_A, ROOT_B, BOOT, DATA);
        for (String folder : new String[] {"dev", "proc/self", "efi/loader/entries", "efi/lintel/a", "var/lib"}) {
            Files.createDirectories(root.resolve(folder));
        }
        Files.write(slot('a'), Arrays.copyOf(Bundles.content(Part.ROOT, 1), SLOT_BYTES));
        Files.write(slot('b'), new byte[SLOT_BYTES]);
        for (Part part : new Part[] {Part.LINUX, Part.INITRD}) {
            Files.write(root.resolve("efi/lintel/a").resolve(part.title()), Bundles.content(part, 1));
        }
        String options = "root=PARTUUID=" + ROOT_A + " ro quiet console=tty0 " + OWN;
        if (pi) UBootStart.make(root.resolve("efi"), options);
        else systemdBoot(options);
        Files.createDirectories(root.resolve(Release.FILE).getParent());
        release(1);
        Files.writeString(root.resolve(TrustedKeys.IN_ROOT), trust.write());
        runs('a');
    }

    private BoardFolder(Path root, boolean pi) {
        this.root = root;
        this.pi = pi;
    }

    /// The same machine at another place, as it stands: much sooner there than by an install.
    BoardFolder copy(Path to) throws IOException {
        try (var all = Files.walk(root)) {
            for (Path each : all.toList()) {
                Path there = to.resolve(root.relativize(each));
                if (Files.isSymbolicLink(each)) {
                    Path target = Files.readSymbolicLink(each);
                    Files.createSymbolicLink(there, target.isAbsolute() ? to.resolve(root.relativize(target)) : target);
                } else {
                    Files.copy(each, there);
                }
            }
        }
        return new BoardFolder(to, pi);
    }

    private void systemdBoot(String options) throws IOException {
        Files.writeString(root.resolve("efi/loader/entries/lintel-a.conf"), """
                title Lintel 0.1 (a)
                version 1
                sort-key lintel
                linux /lintel/a/linux
                initrd /lintel/a/initrd
                options %s
                """.formatted(options));
    }

    /// The kernel's list of a disk with our four partitions, and udev's links to them.
    void disk(String name, String rootA, String rootB, String boot, String data) throws IOException {
        String[][] partitions = {
            {"lintel-boot", boot}, {"lintel-root-a", rootA}, {"lintel-root-b", rootB}, {"lintel-data", data}
        };
        Path links = Files.createDirectories(root.resolve("dev/disk/by-partuuid"));
        Path numbers = Files.createDirectories(root.resolve("sys/dev/block"));
        disks++;
        for (int i = 0; i < partitions.length; i++) {
            Path real = root.resolve("sys/devices/platform/" + name + "/" + name + (i + 1));
            Files.createDirectories(real);
            Files.writeString(
                    real.resolve("uevent"),
                    "DEVTYPE=partition\nPARTN=" + (i + 1) + "\nPARTNAME=" + partitions[i][0] + "\n");
            Files.writeString(real.resolve("size"), SLOT_BYTES / 512 + "\n");
            Files.createSymbolicLink(numbers.resolve((253 + disks) + ":" + (i + 1)), real);
            Path link = links.resolve(partitions[i][1]);
            Files.deleteIfExists(link); // of two with the same id the last one has it
            Files.createSymbolicLink(link, Path.of("../../" + name + (i + 1)));
        }
    }

    /// The second root as the first boot has it: made while the kernel ran, which does not know its name.
    void withoutNameOfRootB() throws IOException {
        Path uevent = root.resolve("sys/devices/platform/vda/vda3/uevent");
        Files.writeString(uevent, "DEVTYPE=partition\nPARTN=3\n");
    }

    /// udev's link to it by its name.
    void linkRootB() throws IOException {
        Path links = Files.createDirectories(root.resolve("dev/disk/by-partlabel"));
        Files.createSymbolicLink(links.resolve("lintel-root-b"), Path.of("../../vda3"));
    }

    Path slot(char letter) {
        return root.resolve("dev/vda" + (letter == 'a' ? 2 : 3));
    }

    private void runs(char letter) throws IOException {
        Files.writeString(root.resolve("proc/self/mountinfo"), """
                1 0 0:2 / / rw - rootfs rootfs rw
                22 1 254:%d / / ro,relatime shared:1 - ext4 /dev/root ro
                23 22 254:4 / /var rw,nosuid shared:2 - ext4 /dev/vda4 rw
                """.formatted(letter == 'a' ? 2 : 3));
    }

    private void release(long number) throws IOException {
        var release =
                new Release("virt-arm64", "0." + number, number, Bundles.BUILT.plusSeconds(number), Bundles.EXPIRES);
        Files.writeString(root.resolve(Release.FILE), release.write());
    }

    /// One start of the machine.
    ///
    /// @return the release that runs now
    public long start() throws IOException {
        char slot = pi ? UBootStart.start(root.resolve("efi")) : systemdBoots();
        long release = releaseIn(slot);
        if (release == 0) throw new AssertionError("the boot loader starts " + slot + ", which is not whole");
        runs(slot);
        release(release);
        return release;
    }

    /// As the Boot Loader Specification and systemd-boot have it: entries without tries come last, the
    /// highest version first; a counted one loses a try before it starts.
    private char systemdBoots() throws IOException {
        Path entries = root.resolve("efi/loader/entries");
        Path first = null;
        try (var files = Files.list(entries)) {
            first = files.filter(file -> file.toString().endsWith(".conf"))
                    .min(Comparator.comparing(BoardFolder::isWithoutTries)
                            .thenComparing(Comparator.comparingInt(BoardFolder::version)
                                    .reversed())
                            .thenComparing(
                                    Comparator.comparingInt(BoardFolder::tries).reversed()))
                    .orElseThrow();
        }
        String text = Files.readString(first);
        Matcher counted = COUNTED.matcher(first.getFileName().toString());
        if (counted.matches() && !counted.group(2).equals("0")) {
            int done = counted.group(3) == null ? 0 : Integer.parseInt(counted.group(3));
            Path next = entries.resolve(
                    counted.group(1) + "+" + (Integer.parseInt(counted.group(2)) - 1) + "-" + (done + 1) + ".conf");
            Files.move(first, next);
        }
        char slot = first.getFileName().toString().charAt("lintel-".length());
        requireRoot(slot, text);
        return slot;
    }

    static void requireRoot(char slot, String options) {
        String id = slot == 'a' ? ROOT_A : ROOT_B;
        if (!options.contains("root=PARTUUID=" + id + " ")) throw new AssertionError("wrong root: " + options);
    }

    private static boolean isWithoutTries(Path entry) {
        return entry.getFileName().toString().contains("+0");
    }

    /// Of two names of one entry the one with more tries. It does not say where one is good: here the worse one.
    private static int tries(Path entry) {
        Matcher counted = COUNTED.matcher(entry.getFileName().toString());
        return counted.matches() ? Integer.parseInt(counted.group(2)) : 0;
    }

    private static int version(Path entry) {
        try {
            Matcher version = VERSION.matcher(Files.readString(entry));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The release that a slot holds with its kernel, byte for byte; 0 where it holds none.
    public long releaseIn(char letter) throws IOException {
        byte[] slot = Files.readAllBytes(slot(letter));
        for (long release = 1; release < 10; release++) {
            byte[] wanted = Bundles.content(Part.ROOT, release);
            if (!Arrays.equals(slot, 0, wanted.length, wanted, 0, wanted.length)) continue;
            for (Part part : new Part[] {Part.LINUX, Part.INITRD}) {
                Path kernel = root.resolve("efi/lintel")
                        .resolve(String.valueOf(letter))
                        .resolve(part.title());
                if (!Arrays.equals(Files.readAllBytes(kernel), Bundles.content(part, release))) return 0;
            }
            return release;
        }
        return 0;
    }

    public String entries() throws IOException {
        var text = new StringBuilder();
        for (BootEntry entry :
                BootEntries.at(root.resolve("efi"), new DurableFiles()).list())
            text.append(entry.fileName()).append(' ');
        return text.toString().strip();
    }

    String trustKept() throws IOException {
        return Files.readString(root.resolve("var/lib/lintel-os/update/trust.json"), StandardCharsets.UTF_8);
    }
}
