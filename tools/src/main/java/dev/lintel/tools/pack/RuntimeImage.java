package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A JVM with the modules that Lintel needs and nothing else: made by jlink.
final class RuntimeImage {
    /// What the jars on the class path use; a test compares it with what jdeps finds in them.
    static final List<String> MODULES = List.of(
            "java.base",
            "java.desktop", // people's images: decoders and rasters, no window
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.sql",
            "jdk.httpserver", // receivers of the bench
            "jdk.jcmd", // for support: where threads stand, what the heap holds
            "jdk.jfr",
            "jdk.management",
            "jdk.unsupported");

    private RuntimeImage() {}

    /// Makes one in `target`, which must not be there. Throws [PackException].
    ///
    /// @param modules packaged modules (`.jmod`) of a JDK for the machine that it is for, of this JDK's
    ///     feature version; null: for this machine, from this JDK itself
    static void link(@Nullable Path modules, Path target) {
        Path jdk = Path.of(System.getProperty("java.home"));
        Path jlink = jdk.resolve("bin/jlink");
        if (!Files.isExecutable(jlink)) throw new PackException("packaging needs a JDK; " + jdk + " has no jlink");
        var command = new ArrayList<>(List.of(jlink.toString()));
        if (modules != null) command.addAll(List.of("--module-path", modules.toString()));
        // Debian's modules bring 600 MB of .debuginfo; the others are for windows and sound.
        command.addAll(List.of(
                "--add-modules",
                String.join(",", MODULES),
                "--strip-java-debug-attributes", // lines of stack traces go with them; ours are in Lintel's own jars
                "--no-header-files",
                "--no-man-pages",
                "--exclude-files=**.debuginfo,**.diz,**/libawt_xawt.so,**/libsplashscreen.so,**/libjawt.so,"
                        + "**/libjsound.so",
                "--compress=zip-0", // packed it is smaller so, and started faster
                "--output",
                target.toString()));
        Programs.run(command.toArray(String[]::new));
    }

    /// Of one that was made: `25.0.5`, by its file `release`.
    static String version(Path image) throws IOException {
        var release = new Properties();
        try (var in = Files.newBufferedReader(image.resolve("release"))) {
            release.load(in);
        }
        return release.getProperty("JAVA_VERSION", "?").replace("\"", "");
    }
}
