package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Packages;
import dev.lintel.tools.pack.Packages.Made;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel package`: what is installed on boards and servers.
@Command(
        name = "package",
        description = {
            "Makes a Debian package and a .tar.gz with a Java runtime of its own, for each architecture: nothing"
                    + " else has to be installed on the board.",
            "The runtimes are made from Debian's JDK 25, in one version for all architectures. It is fetched once (90"
                    + " MB for each, checked by the keys of Debian's archive); without a network the one that was"
                    + " fetched before is used. The package for another architecture than this machine's makes its"
                    + " start-up cache on the board, after the first start."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel package --out packages",
            "  lintel package --out packages --arch arm64",
            "  lintel package --class-list            # before a release",
            "%nEnvironment: LINTEL_DEBIAN_MIRROR and LINTEL_DEBIAN_SECURITY_MIRROR name other mirrors than",
            "http://deb.debian.org/debian and http://deb.debian.org/debian-security."
        })
final class PackageCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    What what;

    /// One of them.
    static final class What {
        @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where the packages go.")
        @Nullable
        Path out;

        @Option(
                names = "--class-list",
                required = true,
                description =
                        "Make no package: write src/main/board/classes.list again, the classes that a board loads at"
                                + " its start. Packages of a release have this list.")
        boolean classList;
    }

    @Option(
            names = "--arch",
            paramLabel = "ARCH",
            split = ",",
            description = "For amd64, arm64 or both, with a comma (default: both).")
    List<String> arches = new ArrayList<>();

    @Option(
            names = "--release",
            description = "Make what anybody can make again from the commit, byte for byte: without a start-up cache,"
                    + " which boxes make after their first start.")
    boolean release;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            var wanted = new LinkedHashSet<Arch>();
            for (String name : arches) wanted.add(Arch.named(name));
            if (arches.isEmpty()) wanted.addAll(List.of(Arch.values()));
            Sources sources = Sources.at(Path.of(System.getProperty("lintel.home", ".")), Version.text());
            var packages = new Packages(sources, new SystemTime(), progress::show);
            Path out = what.out;
            if (out == null) {
                Path list = packages.writeClassList();
                progress.clear();
                output.print(Map.of("file", list.toString()), _ -> list.toString());
                return 0;
            }
            List<Made> all = (release ? packages.forRelease() : packages).make(out, List.copyOf(wanted));
            progress.clear();
            for (Made made : all) output.print(json(made), _ -> text(made));
            return 0;
        } catch (PackException e) {
            progress.clear();
            throw new CommandFailed("lintel package: " + e.getMessage());
        }
    }

    private static String text(Made made) {
        String cache = made.cached() ? "with its start-up cache" : "its start-up cache is made on the board";
        return String.format(
                Locale.ROOT,
                "%s: Java %s, runtime %.1f MB, installed %.1f MB (%s), made in %.0f s%n  %s (%.1f MB)%n  %s (%.1f MB)",
                made.arch().debian(),
                made.java(),
                made.runtimeBytes() / MB,
                made.installedBytes() / MB,
                cache,
                made.seconds(),
                made.deb(),
                bytes(made.deb()) / MB,
                made.tar(),
                bytes(made.tar()) / MB);
    }

    private static Map<String, @Nullable Object> json(Made made) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("arch", made.arch().debian());
        json.put("deb", made.deb().toString());
        json.put("deb_bytes", bytes(made.deb()));
        json.put("tar", made.tar().toString());
        json.put("tar_bytes", bytes(made.tar()));
        json.put("sbom", made.sbom().toString());
        json.put("java", made.java());
        json.put("runtime_bytes", made.runtimeBytes());
        json.put("installed_bytes", made.installedBytes());
        json.put("cached", made.cached());
        json.put("seconds", made.seconds());
        return json;
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
