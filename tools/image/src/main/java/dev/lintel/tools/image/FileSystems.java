package dev.lintel.tools.image;

import dev.lintel.tools.image.Ext4.Entry;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.TwoBuilds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the files of two file systems, each of which is a file. Nothing is mounted: e2fsprogs and mtools read them.
final class FileSystems {
    private FileSystems() {}

    /// The first file of two ext4 file systems that differs, and how. Null: all files are the same.
    ///
    /// @param work a folder for copies of the files
    static @Nullable String ext4(Path one, Path other, Path work) throws IOException {
        var mine = new Ext4(one, Files.createDirectories(work.resolve("one.files")));
        var others = new Ext4(other, Files.createDirectories(work.resolve("other.files")));
        SortedMap<String, Entry> files = mine.files();
        SortedMap<String, Entry> otherFiles = others.files();
        var names = new TreeSet<>(files.keySet());
        names.addAll(otherFiles.keySet());
        mine.extract(files.values());
        others.extract(otherFiles.values());
        Map<Long, List<String>> properties = mine.properties(files.values());
        Map<Long, List<String>> otherProperties = others.properties(otherFiles.values());
        for (String name : names) {
            Entry here = files.get(name);
            Entry there = otherFiles.get(name);
            if (here == null) return "only the second has /" + name;
            if (there == null) return "only the first has /" + name;
            String leads = here.isLink() ? "a link to " + mine.target(here, properties) : "no link";
            String leadsThere = there.isLink() ? "a link to " + others.target(there, otherProperties) : "no link";
            if (!leads.equals(leadsThere)) return "/" + name + " is " + both(leads, leadsThere);
            if (here.isFolder() != there.isFolder()) return "/" + name + " is a folder in one of them only";
            if (here.isRegular() && there.isRegular()) {
                String place = place(name, mine.content(here), others.content(there));
                if (place != null) return place;
            }
        }
        for (Map.Entry<String, Entry> file : files.entrySet()) {
            Entry there = Objects.requireNonNull(otherFiles.get(file.getKey()));
            String different = line(
                    properties.getOrDefault(file.getValue().inode(), List.of()),
                    otherProperties.getOrDefault(there.inode(), List.of()));
            if (different != null) return "/" + file.getKey() + " has " + different;
        }
        return null;
    }

    /// The same of two FAT file systems. Mtools replaces what would lead out of a folder in a name.
    static @Nullable String fat(Path one, Path other, Path work) throws IOException {
        Path mine = Files.createDirectories(work.resolve("one.boot"));
        Path others = Files.createDirectories(work.resolve("other.boot"));
        Programs.run("mcopy", "-s", "-Q", "-n", "-i", one.toString(), "::/*", mine.toString());
        Programs.run("mcopy", "-s", "-Q", "-n", "-i", other.toString(), "::/*", others.toString());
        String content = contents(mine, others);
        if (content != null) return content;
        String different = line(listed(one), listed(other));
        return different == null ? null : "it lists " + different;
    }

    private static List<String> listed(Path fat) {
        return Programs.run("mdir", "-/", "-a", "-i", fat.toString(), "::/")
                .lines()
                .toList();
    }

    private static @Nullable String contents(Path one, Path other) throws IOException {
        SortedSet<String> all = names(one);
        all.addAll(names(other));
        for (String name : all) {
            Path mine = one.resolve(name);
            Path others = other.resolve(name);
            if (!Files.exists(mine)) return "only the second has /" + name;
            if (!Files.exists(others)) return "only the first has /" + name;
            if (Files.isDirectory(mine) != Files.isDirectory(others))
                return "/" + name + " is a folder in one of them only";
            String place = Files.isDirectory(mine) ? null : place(name, mine, others);
            if (place != null) return place;
        }
        return null;
    }

    private static @Nullable String place(String name, Path one, Path other) throws IOException {
        long at = Files.mismatch(one, other);
        return at < 0 ? null : "/" + TwoBuilds.place(name, one, other, at);
    }

    private static SortedSet<String> names(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(path -> !path.equals(folder))
                    .map(path -> folder.relativize(path).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /// The first line that differs.
    private static @Nullable String line(List<String> one, List<String> other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            String here = i < one.size() ? one.get(i).strip() : "";
            String there = i < other.size() ? other.get(i).strip() : "";
            if (!here.equals(there)) return both(here, there);
        }
        return null;
    }

    private static String both(String one, String other) {
        return "'" + one + "' in one and '" + other + "' in the other";
    }
}
