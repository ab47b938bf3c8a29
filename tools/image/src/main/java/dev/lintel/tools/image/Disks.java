package dev.lintel.tools.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// This machine's disks, and which of them an image may be written to: cards, sticks and readers, never what the
/// machine itself lives on. Read from the kernel's files:
///
/// ```
///   /sys/class/block/sdb/{size,removable,ro,dev,device/{model,vendor,type,name},holders/}     sdb1/partition
///   /proc/self/mountinfo     /proc/swaps     and links of /dev, which mounts may name
/// ```
///
/// What these do not tell (the second disk of one btrfs, a mount of another container) the kernel does:
/// [DiskFile].
public final class Disks {
    private static final int SECTOR = 512;
    /// Disks that are no hardware, or none to start from.
    private static final Pattern NO_DISK = Pattern.compile("(loop|ram|zram|dm-|md|sr|fd|nbd|mtdblock).*");
    /// Of eMMC: the parts that hold no data.
    private static final Pattern HIDDEN = Pattern.compile("mmcblk[0-9]+(boot[0-9]|rpmb)");

    private static final Path DEV = Path.of("/dev");
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    private final Path sys;
    private final Path proc;
    private final Path dev;

    /// Of this machine.
    public Disks() {
        this(Path.of("/sys/class/block"), Path.of("/proc"), DEV);
    }

    Disks(Path sys, Path proc, Path dev) {
        this.sys = sys;
        this.proc = proc;
        this.dev = dev;
    }

    /// All of them by name. Throws [ImageException] where the kernel does not tell.
    public List<Disk> list() {
        try (Stream<Path> entries = Files.list(sys)) {
            var disks = new ArrayList<Disk>();
            Used used = used();
            for (Path entry : entries.sorted().toList()) {
                String name = entry.getFileName().toString();
                if (NO_DISK.matcher(name).matches() || HIDDEN.matcher(name).matches()) continue;
                if (Files.exists(entry.resolve("partition"))) continue;
                disks.add(disk(entry, name, used));
            }
            return disks;
        } catch (IOException e) {
            throw new ImageException("this machine's disks cannot be listed: " + e.getMessage(), e);
        }
    }

    /// The disk `device`, now. Throws [ImageException] that says why an image does not go there.
    public Disk writable(Path device) {
        Path real = real(device);
        for (Disk disk : list()) {
            if (!disk.device().equals(real)) continue;
            if (disk.refusal() != null) throw new ImageException(device + " " + disk.refusal());
            return disk;
        }
        Path entry = sys.resolve(real.getFileName().toString());
        if (Files.exists(entry.resolve("partition")))
            throw new ImageException(device + " is a partition; an image goes to a whole disk");
        throw new ImageException(device + " is no disk; 'lintel image flash' without one lists those that there are");
    }

    /// Looks once more at a disk that was writable. Throws [ImageException] where it is not any more, as when
    /// a desktop has mounted it while a person was asked, and where another card is in its place.
    public void again(Disk disk) {
        for (Disk now : list()) {
            if (!now.name().equals(disk.name())) continue;
            if (now.refusal() != null) throw new ImageException(now.device() + " " + now.refusal());
            if (!now.equals(disk)) throw new ImageException(now.device() + " is another disk than it was a moment ago");
            return;
        }
        throw new ImageException(disk.device() + " is gone");
    }

    private static Path real(Path device) {
        try {
            return device.toRealPath();
        } catch (IOException e) {
            throw new ImageException("there is no " + device, e);
        }
    }

    private Disk disk(Path entry, String name, Used used) throws IOException {
        long bytes = number(entry.resolve("size")) * SECTOR;
        String model = (text(entry.resolve("device/vendor")) + " " + text(entry.resolve("device/model")) + " "
                        + text(entry.resolve("device/name")))
                .replaceAll("\\s+", " ")
                .strip();
        return new Disk(name, Path.of("/dev", name), model, bytes, refusal(entry, bytes, used));
    }

    private @Nullable String refusal(Path entry, long bytes, Used used) throws IOException {
        if (!isRemovable(entry)) return "is built in: images go to cards and sticks only";
        if (bytes == 0) return "has no card in it";
        if (number(entry.resolve("ro")) != 0) return "is write-protected";
        var parts = new ArrayList<>(List.of(entry));
        try (Stream<Path> all = Files.list(sys)) {
            for (Path other : all.sorted().toList()) {
                boolean mine = Files.exists(
                        entry.resolve(other.getFileName().toString()).resolve("partition"));
                if (mine) parts.add(other);
            }
        }
        for (Path part : parts) {
            String what = part.equals(entry) ? "" : " (" + part.getFileName() + ")";
            String place =
                    used.mounts(text(part.resolve("dev")), part.getFileName().toString());
            if (place != null) {
                return place.equals("/") ? "is what this system runs from" : "is mounted at " + place + what;
            }
            if (used.swaps().contains("/dev/" + part.getFileName())) return "is used as swap" + what;
            Path holders = part.resolve("holders");
            if (Files.isDirectory(holders)) {
                try (Stream<Path> held = Files.list(holders)) {
                    Path holder = held.findFirst().orElse(null);
                    if (holder != null) return "is in use by " + holder.getFileName() + what;
                }
            }
        }
        return Disk.tooSmall(bytes);
    }

    /// What says so itself, an SD card (whose reader says that it is built in), or anything on USB.
    private static boolean isRemovable(Path entry) throws IOException {
        return number(entry.resolve("removable")) == 1
                || text(entry.resolve("device/type")).equals("SD")
                || entry.toRealPath().toString().contains("/usb");
    }

    /// A mount.
    ///
    /// @param number of its device, as `8:17`; btrfs has one of its own, as `0:29`, which is no disk's
    /// @param device its source as the kernel names it, `sdb1`; empty where that is no device
    private record Mount(String number, String device, String place) {}

    /// What of this machine is in use.
    ///
    /// @param swaps devices
    private record Used(List<Mount> all, Set<String> swaps) {
        @Nullable
        String mounts(String number, String name) {
            for (Mount mount : all) {
                if (mount.number().equals(number) || mount.device().equals(name)) return mount.place();
            }
            return null;
        }
    }

    private Used used() throws IOException {
        var mounts = new ArrayList<Mount>();
        for (String line : Files.readAllLines(proc.resolve("self/mountinfo"))) {
            Matcher mount = MOUNT.matcher(line);
            if (mount.find()) {
                mounts.add(new Mount(mount.group(1), device(plain(mount.group(3))), plain(mount.group(2))));
            }
        }
        var swaps = new HashSet<String>();
        Path file = proc.resolve("swaps");
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) swaps.add(line.split("\\s", -1)[0]);
        }
        return new Used(mounts, swaps);
    }

    /// Number, place and source; some words may stand before the dash.
    private static final Pattern MOUNT = Pattern.compile("^\\S+ \\S+ (\\S+) \\S+ (\\S+) (?:\\S+ )+?- \\S+ (\\S*)");

    /// The name of what a mount's source leads to: `/dev/disk/by-uuid/...` is a link.
    private String device(String source) throws IOException {
        Path given = Path.of(source);
        if (!given.startsWith(DEV) || given.equals(DEV)) return "";
        Path node = dev.resolve(DEV.relativize(given));
        return (Files.exists(node) ? node.toRealPath() : node).getFileName().toString();
    }

    /// Without the kernel's escapes: `\040` is a blank.
    private static String plain(String place) {
        return OCTAL.matcher(place)
                .replaceAll(found ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), Byte.SIZE))));
    }

    private static long number(Path file) throws IOException {
        String text = text(file);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(file + " holds no number", e);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readString(file).strip() : "";
    }
}
