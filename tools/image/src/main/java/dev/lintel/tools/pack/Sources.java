package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where the parts of a package are taken from: the project's folder, in which everything was built.
///
/// @param home the project's folder
/// @param version of this build, as Debian and the files' names have it
public record Sources(Path home, String version) {
    /// What Debian allows in a version without a revision, and any file in its name.
    private static final Pattern VERSION = Pattern.compile("[0-9][A-Za-z0-9.+~]*");

    /// Throws [PackException] where nothing was built there.
    public static Sources at(Path home, String version) {
        Path root = home.toAbsolutePath().normalize();
        var sources = new Sources(root, version.replace("-SNAPSHOT", "~snapshot"));
        if (!Files.isRegularFile(sources.dist().resolve("lintel.jar")) || !Files.isDirectory(sources.board())) {
            throw new PackException("packages are made in the project's folder, by ./lintel package; " + root
                    + " is not one in which Lintel was built");
        }
        if (!VERSION.matcher(sources.version).matches())
            throw new PackException("no package has the version " + version);
        return sources;
    }

    /// Jars and native libraries, as the launcher's build leaves them.
    Path dist() {
        return home.resolve("tools/cli/target/dist");
    }

    /// Launcher, options, units and maintainer scripts, as they are installed.
    Path board() {
        return home.resolve("tools/image/src/main/board");
    }

    /// What an image has beside Debian and Lintel's package: files, and the script that puts them there.
    public Path image() {
        return home.resolve("tools/image/src/main/image");
    }

    /// What is made on the way; removed afterwards.
    Path work() {
        return home.resolve("target/package");
    }

    /// Held by who makes packages here: there is one place for what is made on the way.
    Path lock() {
        return home.resolve("target/package.lock");
    }

    /// What was fetched and is of use again.
    public Path cache() {
        return home.resolve("target/package-cache");
    }

    /// What the build knows of the libraries that are packed.
    Sbom sbom() throws IOException {
        String classPath = Files.readString(home.resolve("tools/cli/target/test.classpath"));
        return Sbom.of(version, built().toInstant(), classPath, home.resolve("target/repository"));
    }

    /// The commit that was built, as 40 hex digits. Null where files differ from it, or where this is no checkout.
    public @Nullable String commit() {
        if (!Files.exists(home.resolve(".git"))) return null;
        try {
            if (!Programs.run("git", "-C", home.toString(), "status", "--porcelain")
                    .isBlank()) return null;
            return Programs.run("git", "-C", home.toString(), "rev-parse", "HEAD")
                    .strip();
        } catch (PackException e) {
            return null; // git is not installed, or does not read a folder of another user
        }
    }

    /// The time that every installed file has, so that the same build makes the same package: that of the commit. Where
    /// files differ from it the time of the build.
    public FileTime built() throws IOException {
        String commit = commit();
        if (commit != null) {
            String time = Programs.run("git", "-C", home.toString(), "show", "--no-patch", "--format=%ct", commit);
            return FileTime.from(Long.parseLong(time.strip()), TimeUnit.SECONDS);
        }
        long seconds = Files.getLastModifiedTime(dist().resolve("lintel.jar")).to(TimeUnit.SECONDS);
        return FileTime.from(seconds, TimeUnit.SECONDS);
    }
}
