package dev.lintel.tools.image;

import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The files of an ext4 file system that an attacker may have made. Debugfs reads them by their inode numbers: no name
/// and no link in it is ever used as a path of this machine, and nothing is mounted.
final class Ext4 {
    /// Of a Debian in an image it is less than 20. More is a loop or an attack.
    private static final int DEPTH_MAX = 64;
    /// Of all files, because a file with holes can have a size that no disk has.
    private static final long BYTES_MAX = 4 * Partitions.SLOT_BYTES;
    /// A longer target of a link is in a block of its own, not in the inode.
    private static final int INODE_LINK_BYTES_MAX = 59;
    private static final int LINK_BYTES_MAX = 4096;

    private static final int TYPE = 0170000;
    private static final int FOLDER = 0040000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;
    private static final long ROOT = 2;
    private static final int OCTAL = 8;
    private static final String COMMAND = "debugfs: ";

    /// Of `ls -p`: inode, mode, owner, group, name, size.
    private static final Pattern LISTED =
            Pattern.compile("/([0-9]{1,10})/([0-7]{6})/-?[0-9]+/-?[0-9]+/(.*)/([0-9]{0,18})/");

    private static final Pattern TARGET = Pattern.compile("Fast link dest: \"(.*)\"");

    private final Path fileSystem;
    private final Path work;

    /// A file.
    ///
    /// @param bytes of a folder 0
    record Entry(long inode, int mode, long bytes) {
        boolean isFolder() {
            return (mode & TYPE) == FOLDER;
        }

        boolean isLink() {
            return (mode & TYPE) == LINK;
        }

        boolean isRegular() {
            return (mode & TYPE) == REGULAR;
        }

        private boolean isLongLink() {
            return isLink() && bytes > INODE_LINK_BYTES_MAX && bytes <= LINK_BYTES_MAX;
        }
    }

    /// @param work a folder for what is taken out, which exists
    Ext4(Path fileSystem, Path work) {
        this.fileSystem = fileSystem;
        this.work = work;
    }

    /// All files by their path without a slash before it; the root's is empty. Throws [ImageException] where it cannot
    /// be read.
    SortedMap<String, Entry> files() throws IOException {
        var found = new TreeMap<String, Entry>();
        found.put("", new Entry(ROOT, FOLDER, 0));
        Set<Long> seen = new HashSet<>(Set.of(ROOT));
        Map<Long, String> folders = Map.of(ROOT, "");
        for (int depth = 0; !folders.isEmpty(); depth++) {
            if (depth == DEPTH_MAX) throw new ImageException("folders are nested deeper than " + DEPTH_MAX);
            Map<Long, String> next = new LinkedHashMap<>();
            Map<Long, List<String>> lists = each("ls -p", folders.keySet());
            for (Map.Entry<Long, String> folder : folders.entrySet()) {
                List<String> lines = lists.getOrDefault(folder.getKey(), List.of());
                if (lines.isEmpty()) throw new ImageException("/" + folder.getValue() + " cannot be listed");
                for (String line : lines) add(line, folder.getValue(), found, next);
            }
            next.keySet().removeIf(inode -> !seen.add(inode));
            folders = next;
        }
        return found;
    }

    private static void add(String line, String folder, Map<String, Entry> found, Map<Long, String> folders) {
        Matcher listed = LISTED.matcher(line);
        if (!listed.matches()) return;
        String name = listed.group(3);
        boolean unused = Long.parseLong(listed.group(1)) == 0;
        if (unused || name.equals(".") || name.equals("..")) return;
        String path = folder.isEmpty() ? name : folder + "/" + name;
        long bytes = listed.group(4).isEmpty() ? 0 : Long.parseLong(listed.group(4));
        var entry = new Entry(Long.parseLong(listed.group(1)), Integer.parseInt(listed.group(2), OCTAL), bytes);
        if (found.put(path, entry) != null) throw new ImageException("/" + path + " is there twice");
        if (entry.isFolder()) folders.put(entry.inode(), path);
    }

    /// What debugfs prints of each: type, rights, owner, times, places.
    Map<Long, List<String>> properties(Iterable<Entry> entries) throws IOException {
        var inodes = new HashSet<Long>();
        for (Entry one : entries) inodes.add(one.inode());
        return each("stat", inodes);
    }

    /// Writes the content of each regular file, and the target of each long link, to the file of [#content].
    void extract(Iterable<Entry> entries) throws IOException {
        var commands = new ArrayList<String>();
        var seen = new HashSet<Long>();
        long bytes = 0;
        for (Entry one : entries) {
            boolean content = one.isRegular() || one.isLongLink();
            if (!content || !seen.add(one.inode())) continue;
            bytes += one.bytes();
            if (one.bytes() > BYTES_MAX || bytes > BYTES_MAX)
                throw new ImageException("its files have more than " + BYTES_MAX + " bytes");
            commands.add("dump <" + one.inode() + "> \"" + content(one) + "\"");
        }
        run(commands);
    }

    Path content(Entry entry) {
        return work.resolve(Long.toString(entry.inode()));
    }

    /// Where a link leads.
    ///
    /// @param properties of [#properties]
    String target(Entry link, Map<Long, List<String>> properties) throws IOException {
        if (link.isLongLink()) return new String(Files.readAllBytes(content(link)), StandardCharsets.UTF_8);
        for (String line : properties.getOrDefault(link.inode(), List.of())) {
            Matcher target = TARGET.matcher(line);
            if (target.matches()) return target.group(1);
        }
        return "";
    }

    /// The lines that `command` prints of each inode.
    private Map<Long, List<String>> each(String command, Set<Long> inodes) throws IOException {
        Pattern begin = Pattern.compile(COMMAND + command + " <([0-9]{1,10})>");
        var lines = new LinkedHashMap<Long, List<String>>();
        List<String> now = new ArrayList<>();
        List<String> commands =
                inodes.stream().map(inode -> command + " <" + inode + ">").toList();
        for (String line : run(commands)) {
            Matcher next = begin.matcher(line);
            if (next.matches()) {
                now = new ArrayList<>();
                lines.put(Long.parseLong(next.group(1)), now);
            } else if (!line.isBlank()) {
                now.add(line);
            }
        }
        return lines;
    }

    private List<String> run(List<String> commands) throws IOException {
        Path script = Files.writeString(
                work.resolve("commands"), commands.stream().collect(Collectors.joining("\n", "", "\n")));
        List<String> lines = Programs.run("debugfs", "-f", script.toString(), fileSystem.toString())
                .lines()
                .toList();
        String first = lines.size() > 1 ? lines.get(1) : "";
        if (first.contains(" while ")) throw new ImageException(first.replace(COMMAND, ""));
        return lines;
    }
}
