package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Debian's package.
///
/// ```
///   usr/lib/lintel/         all of Lintel        usr/bin/lintel -> ../lib/lintel/bin/lintel
///   usr/lib/systemd/system/ its units            usr/lib/{udev/rules.d,sysusers.d}/  devices' groups, its user
///   usr/share/doc/lintel/   documentation        DEBIAN/  control, md5sums, postinst, prerm, postrm
/// ```
///
/// Nothing in it is configuration: that and all state is in `/var/lib/lintel`, made at the first start.
final class DebPackage {
    private static final int KIB = 1024;
    private static final List<String> UNITS = List.of(
            "lintel.service",
            "lintel-cache.service",
            "lintel-system.path",
            "lintel-system.service",
            "lintel-network-back.timer");

    /// The oldest systemd that knows every setting of the units; a test derives it from them. Debian 12 has 252.
    static final int SYSTEMD = 250;

    private final Sources sources;
    private final Arch arch;
    private final String jdk;

    /// @param jdk version of Debian's source package openjdk-25 that the runtime was made from
    DebPackage(Sources sources, Arch arch, String jdk) {
        this.sources = sources;
        this.arch = arch;
        this.jdk = jdk;
    }

    /// Packs Lintel's folder `content` as the file `target`; `root` is for what is laid out on the way.
    void pack(Path content, Path root, FileTime when, Path target) throws IOException {
        Path lib = root.resolve("usr/lib");
        Path lintel = lib.resolve("lintel");
        Files.createDirectories(lib);
        Files.move(content, lintel);
        try {
            Files.createDirectories(root.resolve("usr/bin"));
            Files.createSymbolicLink(root.resolve("usr/bin/lintel"), Path.of("../lib/lintel/bin/lintel"));
            Path units = sources.board().resolve("systemd");
            for (String unit : UNITS)
                put(units.resolve(unit), lib.resolve("systemd/system").resolve(unit));
            put(units.resolve("60-lintel.rules"), lib.resolve("udev/rules.d/60-lintel.rules"));
            put(units.resolve("lintel.sysusers"), lib.resolve("sysusers.d/lintel.conf"));
            documents(root.resolve("usr/share/doc/lintel"));
            Path debian = root.resolve("DEBIAN");
            for (String script : List.of("postinst", "prerm", "postrm")) {
                put(sources.board().resolve("deb").resolve(script), debian.resolve(script));
            }
            Files.writeString(debian.resolve("md5sums"), md5sums(root));
            long kib = Trees.size(root) / KIB;
            List<String> needed = Libraries.of(lintel).packages();
            Files.writeString(debian.resolve("control"), control(sources.version(), arch, kib, needed, jdk));
            Trees.level(root, when);
            build(root, when, target);
        } finally {
            Files.move(lintel, content); // whoever made it goes on with it
        }
    }

    private static void build(Path root, FileTime when, Path target) {
        Programs.run(
                Map.of("SOURCE_DATE_EPOCH", Long.toString(when.toInstant().getEpochSecond())),
                List.of(
                        "dpkg-deb",
                        "--root-owner-group",
                        "-Zxz",
                        "-z6",
                        "--build",
                        root.toString(),
                        target.toString()));
    }

    private void documents(Path folder) throws IOException {
        put(sources.board().resolve("deb/copyright"), folder.resolve("copyright"));
        for (String page : List.of("CHANGELOG.md", "SECURITY.md")) {
            put(sources.home().resolve(page), folder.resolve(page));
        }
        put(sources.home().resolve("tools/cli/src/main/scripts/verify-events"), folder.resolve("verify-events"));
        try (Stream<Path> docs = Files.list(sources.home().resolve("docs"))) {
            for (Path doc : docs.toList()) {
                String name = doc.getFileName().toString();
                if (name.endsWith(".md")) put(doc, folder.resolve(name));
            }
        }
    }

    private static void put(Path file, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Trees.copyFile(file, target);
    }

    /// As `dpkg --verify` reads it.
    private static String md5sums(Path root) throws IOException {
        var lines = new StringBuilder();
        try (Stream<Path> walk = Files.walk(root.resolve("usr"))) {
            for (Path file : walk.filter(Trees::isFile).sorted().toList()) {
                lines.append(Trees.md5(file))
                        .append("  ")
                        .append(root.relativize(file))
                        .append('\n');
            }
        }
        return lines.toString();
    }

    /// @param needed packages of libraries
    /// @param jdk as in the constructor
    static String control(String version, Arch arch, long kib, List<String> needed, String jdk) {
        var depends = new ArrayList<>(needed);
        depends.add("init-system-helpers");
        depends.add("systemd (>= " + SYSTEMD + ") | systemd-standalone-sysusers");
        return """
                Package: lintel
                Version: %s
                Architecture: %s
                Maintainer: The Lintel project <packages@lintel.invalid>
                Installed-Size: %d
                Depends: %s
                Breaks: systemd (<< %d)
                Recommends: systemd-timesyncd | time-daemon
                Suggests: smartmontools, tpm2-tools
                Built-Using: openjdk-25 (= %s)
                Section: admin
                Priority: optional
                Description: door controller
                 Reads cards, fobs and PINs over OSDP, Wiegand and serial lines, decides from a
                 local database, drives the strike and keeps every event. Serves its API and
                 its pages over HTTPS, and follows a hub where there is one.
                 .
                 What a box knows is in /var/lib/lintel. It stays when the package is removed,
                 and goes when it is purged.
                 .
                 Brings its own Java runtime: OpenJDK %s.
                """.formatted(version, arch.debian(), kib, String.join(", ", depends), SYSTEMD, jdk, jdk);
    }
}
