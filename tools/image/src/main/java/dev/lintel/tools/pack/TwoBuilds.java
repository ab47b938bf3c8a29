package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Builds a commit twice, in clones whose folders, time zones and languages differ, and compares what was made byte for
/// byte. See `lintel release compare`.
///
/// ```
///   target/compare/one/            clone, built; one/packages: what is compared
///   target/compare/another-one/    the same
/// ```
public final class TwoBuilds {
    private static final List<String> NAMES = List.of("one", "another-one");
    /// What may have an effect on a build and must not.
    private static final List<Map<String, String>> SURROUNDINGS =
            List.of(Map.of("TZ", "UTC", "LC_ALL", "C.UTF-8"), Map.of("TZ", "Pacific/Auckland", "LC_ALL", "C"));

    private static final List<String> UMASKS = List.of("022", "077");

    private final Path home;
    private final Consumer<String> progress;
    private final Difference systems;

    /// What is compared.
    ///
    /// @param arches as `lintel package --arch` takes them; empty: only what the packages are made from
    /// @param boards as `lintel image build --board` takes them: of each an image and a bundle
    public record Wanted(List<String> arches, List<String> boards) {}

    /// The first difference of two images or two bundles, as the end of a sentence. Null: only signatures.
    @FunctionalInterface
    public interface Difference {
        @Nullable
        String first(Path one, Path other) throws IOException;
    }

    /// What was compared.
    ///
    /// @param commit that was built
    /// @param files names with the SHA-256 of each
    public record Same(String commit, Map<String, String> files) {}

    /// @param home the project's checkout
    /// @param systems names the first difference of images and bundles
    public TwoBuilds(Path home, Consumer<String> progress, Difference systems) {
        this.home = home.toAbsolutePath().normalize();
        this.progress = progress;
        this.systems = systems;
    }

    /// Builds and compares. Throws [PackException] that names the first file that differs, and where.
    ///
    /// @param revision of git: a commit, branch or tag
    public Same make(String revision, Wanted wanted) throws IOException {
        String commit = Programs.run("git", "-C", home.toString(), "rev-parse", "--verify", revision + "^{commit}")
                .strip();
        Path work = home.resolve("target/compare");
        Trees.remove(work);
        Files.createDirectories(work);
        var made = new ArrayList<Path>();
        for (int i = 0; i < NAMES.size(); i++) {
            made.add(build(commit, work.resolve(NAMES.get(i)), surroundings(i), wanted));
        }
        String different = firstDifference(made.get(0), made.get(1), systems);
        if (different != null) throw new PackException("two builds of " + commit + " differ: " + different);
        var files = new TreeMap<String, String>();
        for (String file : names(made.getFirst()))
            files.put(file, Trees.sha256(made.getFirst().resolve(file)));
        Trees.remove(work);
        return new Same(commit, files);
    }

    private static Surroundings surroundings(int build) {
        var environment = new HashMap<>(SURROUNDINGS.get(build));
        environment.put("LINTEL_JAVA_HOME", System.getProperty("java.home"));
        return new Surroundings(environment, UMASKS.get(build));
    }

    private record Surroundings(Map<String, String> environment, String umask) {
        void run(List<String> command) {
            var line = new ArrayList<>(List.of("sh", "-c", "umask " + umask + " && exec \"$@\"", "sh"));
            line.addAll(command);
            Programs.run(environment, line);
        }
    }

    private Path build(String commit, Path clone, Surroundings surroundings, Wanted wanted) throws IOException {
        progress.accept("building " + commit.substring(0, 12) + " in " + clone);
        surroundings.run(List.of("git", "clone", "--quiet", "--no-checkout", home.toString(), clone.toString()));
        surroundings.run(List.of("git", "-C", clone.toString(), "checkout", "--quiet", "--detach", commit));
        Path target = Files.createDirectories(clone.resolve("target"));
        // The build compares these with the sums that the commit lists; what is missing there is downloaded.
        Path libraries = home.resolve("target/repository");
        if (Files.exists(libraries)) {
            Programs.run("cp", "--archive", "--link", libraries.toString(), target.toString());
        }
        // With images each build downloads Debian itself: a base that both use would hide differences.
        if (wanted.boards().isEmpty()) {
            Files.createSymbolicLink(
                    target.resolve("package-cache"), Files.createDirectories(home.resolve("target/package-cache")));
        }
        String lintel = clone.resolve("lintel").toString();
        surroundings.run(List.of(lintel, "build"));
        if (wanted.arches().isEmpty()) return clone.resolve("tools/cli/target/dist");
        progress.accept("packing in " + clone);
        Path out = clone.resolve("target/packages");
        String arches = String.join(",", wanted.arches());
        surroundings.run(List.of(lintel, "package", "--release", "--arch", arches, "--out", out.toString()));
        for (String board : wanted.boards()) {
            for (String kind : List.of("image", "bundle")) {
                progress.accept("building the " + kind + " for " + board + " in " + clone);
                String file = "lintel-" + board + (kind.equals("image") ? ".img" : ".bundle");
                String to = out.resolve(file).toString();
                surroundings.run(List.of(lintel, kind, "build", "--board", board, "--reproducible", "--out", to));
            }
        }
        return out;
    }

    /// A sentence about the first file, by name, that is in one folder only or has other bytes. Null: none.
    ///
    /// @param systems for images and bundles
    static @Nullable String firstDifference(Path one, Path other, Difference systems) throws IOException {
        Set<String> all = new TreeSet<>(names(one));
        all.addAll(names(other));
        all.removeIf(name -> name.equals(Packages.SUMS)); // of the other files
        for (String name : all) {
            Path a = one.resolve(name);
            Path b = other.resolve(name);
            if (!Files.exists(a) || !Files.exists(b)) return name + " is in one of them only";
            long at = Files.mismatch(a, b);
            if (at < 0) continue;
            boolean system = name.endsWith(".img") || name.endsWith(".bundle");
            if (!system) return place(name, a, b, at);
            String different = systems.first(a, b);
            if (different != null) return name + ": " + different; // else in signatures alone
        }
        return null;
    }

    /// Where two files of this name differ: `a.deb from byte 6 on`, and of two jars also the entry.
    ///
    /// @param at of the first byte
    public static String place(String name, Path a, Path b, long at) throws IOException {
        return name + " from byte " + at + " on" + (name.endsWith(".jar") ? within(a, b) : "");
    }

    private static String within(Path a, Path b) throws IOException {
        try (var one = new ZipFile(a.toFile());
                var other = new ZipFile(b.toFile())) {
            for (ZipEntry entry : one.stream().toList()) {
                ZipEntry same = other.getEntry(entry.getName());
                if (same == null) return ": only one has " + entry.getName();
                if (same.getCrc() != entry.getCrc()) return ": " + entry.getName();
                if (same.getTime() != entry.getTime()) return ": the time of " + entry.getName();
            }
            return ": the order or the rights of the entries";
        } catch (ZipException e) {
            return ""; // one of them is damaged
        }
    }

    /// Of all files, without what the launcher leaves for itself: the time of the build, locks and start-up caches.
    private static Set<String> names(Path folder) throws IOException {
        var names = new TreeSet<String>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.filter(Trees::isFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.equals("built") && !name.endsWith(".lock") && !name.contains(".aot"))
                    .forEach(names::add);
        }
        return names;
    }
}
