package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /// In libjvm.so: `OpenJDK 64-Bit Server VM (...) for linux-amd64 JRE (25.0.5.1+2-1-deb13u1-Debian), built on ...`.
    private static final Pattern JRE = Pattern.compile(" JRE \\(([0-9][^)]*)\\)");

    private RuntimeImage() {}

    /// Makes one in `target`, which must not be there, so that it runs with the C library of Debian 12. Throws
    /// [PackException].
    ///
    /// @param jlink that program, of the same feature version as the modules
    /// @param folder packaged modules (`.jmod`) of a JDK for the machine that it is for
    /// @param modules names of those that it gets
    static void link(String jlink, Path folder, List<String> modules, Path target) throws IOException {
        // Debian's modules may bring 600 MB of .debuginfo; the others are for windows and sound.
        Programs.run(
                jlink,
                "--module-path",
                folder.toString(),
                "--add-modules",
                String.join(",", modules),
                "--strip-java-debug-attributes", // lines of stack traces go with them; ours are in Lintel's own jars
                "--no-header-files",
                "--no-man-pages",
                "--exclude-files=**.debuginfo,**.diz,**/libawt_xawt.so,**/libsplashscreen.so,**/libjawt.so,"
                        + "**/libjsound.so",
                "--compress=zip-0", // packed it is smaller so, and started faster
                "--output",
                target.toString());
        OlderGlibc.fit(target);
        Files.writeString(
                target.resolve("release"),
                "JAVA_RUNTIME_VERSION=\"" + machineVersion(target.resolve("lib/server/libjvm.so")) + "\"\n",
                StandardOpenOption.APPEND);
    }

    /// What `java -version` prints of this libjvm.so, also where this machine cannot run it.
    private static String machineVersion(Path library) throws IOException {
        Matcher version = JRE.matcher(Files.readString(library, StandardCharsets.ISO_8859_1));
        if (!version.find()) throw new PackException(library + " does not say of which version it is");
        return version.group(1);
    }

    /// What the file `release` of one that was made says, such as `JAVA_VERSION` (`25.0.5.1`).
    static String release(Path image, String key) throws IOException {
        var release = new Properties();
        try (var in = Files.newBufferedReader(image.resolve("release"))) {
            release.load(in);
        }
        return release.getProperty(key, "?").replace("\"", "");
    }
}
