package dev.lintel.tools.image;

import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.TwoBuilds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the files of two file systems, each of which is a file. Nothing is mounted: e2fsprogs and mtools read them.
final class FileSystems {
    private static final String COMMAND = "debugfs: stat ";

    private FileSystems() {}

    /// The first file of two ext4 file systems that differs, and how. Null: all files are the same.
    ///
    /// @param work a folder for copies of the files
    static @Nullable String ext4(Path one, Path other, Path work) throws IOException {
        Path mine = Files.createDirectories(work.resolve("one.files"));
        Path others = Files.createDirectories(work.resolve("other.files"));
        Programs.run("debugfs", "-R", "rdump / \"" + mine + "\"", one.toString());
        Programs.run("debugfs", "-R", "rdump / \"" + others + "\"", other.toString());
        for (Path folder : new Path[] {mine, others}) Programs.run("chmod", "--recursive", "u+rwX", folder.toString());
        String content = contents(mine, others);
        return content != null ? content : properties(one, other, names(mine), work);
    }

    /// The same of two FAT file systems.
    static @Nullable String fat(Path one, Path other, Path work) throws IOException {
        Path mine = Files.createDirectories(work.resolve("one.boot"));
        Path others = Files.createDirectories(work.resolve("other.boot"));
        Programs.run("mcopy", "-s", "-Q", "-n", "-i", one.toString(), "::/*", mine.toString());
        Programs.run("mcopy", "-s", "-Q", "-n", "-i", other.toString(), "::/*", others.toString());
        String content = contents(mine, others);
        if (content != null) return content;
        List<String> list = Programs.run("mdir", "-/", "-a", "-i", one.toString(), "::/")
                .lines()
                .toList();
        List<String> otherList = Programs.run("mdir", "-/", "-a", "-i", other.toString(), "::/")
                .lines()
                .toList();
        for (int i = 0; i < Math.min(list.size(), otherList.size()); i++) {
            if (!list.get(i).equals(otherList.get(i))) return "it lists " + both(list.get(i), otherList.get(i));
        }
        return null;
    }

    /// By the contents of files and the targets of links.
    private static @Nullable String contents(Path one, Path other) throws IOException {
        Set<String> all = names(one);
        all.addAll(names(other));
        for (String name : all) {
            Path mine = one.resolve(name);
            Path others = other.resolve(name);
            if (!exists(mine)) return "only the second has /" + name;
            if (!exists(others)) return "only the first has /" + name;
            if (Files.isSymbolicLink(mine) || Files.isSymbolicLink(others)) {
                String leads = leadsTo(mine);
                if (!leads.equals(leadsTo(others))) return "/" + name + " is " + both(leads, leadsTo(others));
            } else if (Files.isDirectory(mine) != Files.isDirectory(others)) {
                return "/" + name + " is a folder in one of them only";
            } else if (!Files.isDirectory(mine)) {
                long at = Files.mismatch(mine, others);
                if (at >= 0) return "/" + name + TwoBuilds.place(mine, others, at);
            }
        }
        return null;
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static String leadsTo(Path path) throws IOException {
        return Files.isSymbolicLink(path) ? "a link to " + Files.readSymbolicLink(path) : "no link";
    }

    private static TreeSet<String> names(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(path -> !path.equals(folder))
                    .map(path -> folder.relativize(path).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /// By rights, owner, times and number: the first line that differs in what debugfs prints of each file.
    private static @Nullable String properties(Path one, Path other, Set<String> names, Path work) throws IOException {
        String script = names.stream()
                .filter(name -> name.indexOf('"') < 0)
                .map(name -> "stat \"/" + name + "\"\n")
                .collect(Collectors.joining("", "stat \"/\"\n", ""));
        Path commands = Files.writeString(work.resolve("stat"), script);
        Iterator<String> others = stat(commands, other).iterator();
        String file = "/";
        for (String line : stat(commands, one)) {
            if (line.startsWith(COMMAND))
                file = line.substring(COMMAND.length()).replace("\"", "");
            String there = others.hasNext() ? others.next() : "";
            if (!line.equals(there)) return file + " has " + both(line.strip(), there.strip());
        }
        return null;
    }

    private static List<String> stat(Path commands, Path fileSystem) {
        return Programs.run("debugfs", "-f", commands.toString(), fileSystem.toString())
                .lines()
                .toList();
    }

    private static String both(String one, String other) {
        return "'" + one + "' in one and '" + other + "' in the other";
    }
}
