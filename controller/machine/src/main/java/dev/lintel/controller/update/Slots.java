package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The partitions of the disk that this box runs from, as the kernel lists them. Other disks count
/// nothing, even with partitions of the same names: a card beside the one that runs.
///
/// @param running the slot whose root is in use
/// @param other the one that an update goes to
/// @param boot the boot partition's unique id
/// @param data the data partition's
public record Slots(Slot running, Slot other, String boot, String data) {
    /// A line of proc_pid_mountinfo(5) of what is mounted as `/`.
    private static final Pattern MOUNTED = Pattern.compile("^\\d+ \\d+ (\\d+:\\d+) / / ");

    private static final int SECTOR = 512;
    private static final String NAMES = "lintel-";

    /// One root partition.
    ///
    /// @param letter `a` or `b`
    /// @param device its file under `/dev`
    /// @param bytes its size
    /// @param id by which the kernel finds it
    public record Slot(char letter, Path device, long bytes, String id) {}

    /// Of the machine whose root is `root`: `/`, but for tests. Throws [UpdateException] where it is
    /// none with two slots.
    public static Slots of(Path root) {
        try {
            Path running = running(root);
            Map<String, Path> byName = partitions(root, running.getParent());
            var ids = new Ids(root.resolve("dev/disk/by-partuuid"));
            Slot a = slot(root, 'a', byName, ids);
            Slot b = slot(root, 'b', byName, ids);
            if (!running.equals(byName.get(NAMES + "root-a")) && !running.equals(byName.get(NAMES + "root-b"))) {
                throw none("the root that runs is on no partition of ours");
            }
            boolean isA = running.equals(byName.get(NAMES + "root-a"));
            return new Slots(isA ? a : b, isA ? b : a, ids.of(byName, "boot"), ids.of(byName, "data"));
        } catch (IOException e) {
            throw new UpdateException("the partitions cannot be listed: " + e.getMessage(), e);
        }
    }

    /// What is mounted as `/`, by its number: neither names nor ids can be another disk's.
    private static Path running(Path root) throws IOException {
        String number = null;
        for (String line : Files.readAllLines(root.resolve("proc/self/mountinfo"))) {
            Matcher mount = MOUNTED.matcher(line);
            if (mount.find()) number = mount.group(1); // the last one is on top
        }
        Path link = root.resolve("sys/dev/block").resolve(String.valueOf(number));
        if (number == null || !Files.exists(link)) throw none("the root that runs is on no disk");
        return link.toRealPath();
    }

    /// Ours on a disk, by their names. The kernel does not know the name of a partition that was made while it ran, as
    /// the second root is at the first boot: then udev's link says it.
    private static Map<String, Path> partitions(Path root, @Nullable Path disk) throws IOException {
        if (disk == null) throw none("the root that runs is on no disk");
        Map<String, String> linked = linked(root.resolve("dev/disk/by-partlabel"));
        Map<String, Path> byName = new TreeMap<>();
        try (Stream<Path> all = Files.list(disk)) {
            for (Path each : all.sorted().toList()) {
                String name = partName(each);
                if (name == null) name = linked.get(String.valueOf(each.getFileName()));
                if (name != null && name.startsWith(NAMES)) byName.putIfAbsent(name, each);
            }
        }
        return byName;
    }

    /// Names of partitions by their devices, as udev read them off the disk.
    private static Map<String, String> linked(Path folder) throws IOException {
        Map<String, String> names = new TreeMap<>();
        if (!Files.isDirectory(folder)) return names;
        try (Stream<Path> links = Files.list(folder)) {
            for (Path link : links.toList()) {
                if (!Files.isSymbolicLink(link)) continue;
                names.put(
                        String.valueOf(Files.readSymbolicLink(link).getFileName()), String.valueOf(link.getFileName()));
            }
        }
        return names;
    }

    /// Of a partition in the kernel's own description of it; null for what is none.
    private static @Nullable String partName(Path block) throws IOException {
        Path file = block.resolve("uevent");
        if (!Files.exists(file)) return null;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("PARTNAME="))
                return line.substring("PARTNAME=".length()).strip();
        }
        return null;
    }

    /// Unique ids of partitions: udev's links, for the kernel tells them nowhere else before version
    /// 6.13. Where two disks have the same ids a link leads to one of them: the other one's partition
    /// has none then, and nothing is installed.
    private record Ids(Path folder) {
        String of(Map<String, Path> byName, String name) throws IOException {
            Path block = byName.get(NAMES + name);
            if (block == null) throw none("there is no partition " + NAMES + name);
            try (Stream<Path> links = Files.list(folder)) {
                for (Path link : links.sorted().toList()) {
                    Path target = Files.readSymbolicLink(link).getFileName();
                    if (block.getFileName().equals(target)) {
                        return String.valueOf(link.getFileName()).toLowerCase(Locale.ROOT);
                    }
                }
            }
            throw none(block.getFileName() + " has no id of its own: is there another disk with the same ids?");
        }
    }

    private static Slot slot(Path root, char letter, Map<String, Path> byName, Ids ids) throws IOException {
        String id = ids.of(byName, "root-" + letter);
        Path block = Objects.requireNonNull(byName.get(NAMES + "root-" + letter));
        long bytes = Long.parseLong(Files.readString(block.resolve("size")).strip()) * SECTOR;
        return new Slot(letter, root.resolve("dev").resolve(block.getFileName()), bytes, id);
    }

    private static UpdateException none(String why) {
        return new UpdateException("this machine has no two slots: " + why);
    }

    /// The options of a manifest, for this box's disk.
    String options(String template, Slot slot) {
        return template.replace("@ROOT@", slot.id()).replace("@BOOT@", boot).replace("@DATA@", data);
    }
}
