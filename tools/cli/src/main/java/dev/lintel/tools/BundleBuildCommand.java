package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.UpdateException;
import dev.lintel.tools.image.Board;
import dev.lintel.tools.image.ImageException;
import dev.lintel.tools.image.Images;
import dev.lintel.tools.image.Images.Bundled;
import dev.lintel.tools.image.Origin;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Sources;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel bundle build`.
@Command(
        name = "build",
        description = {
            "Makes an update of what was built here, for boxes that 'lintel image' made for the same board.",
            "It holds Debian's packages as 'lintel image build' lays them out: those that the archive holds now,"
                    + " where it can be asked. Of which day they are, is told at the end.",
            "It is not signed yet: 'lintel bundle sign', best on a machine without a network."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel bundle build --board virt-arm64",
            "  lintel bundle build --board amd64 --expires 90 --out update.bundle"
        })
final class BundleBuildCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Option(names = "--board", paramLabel = "BOARD", required = true, description = "As of 'lintel image build'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String board;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The bundle (default: lintel-VERSION-BOARD.bundle in this folder).")
    @Nullable
    Path out;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "Trusted keys to be in its root file system, for boxes that have older ones.")
    @Nullable
    Path trust;

    @Mixin
    OriginOptions origin = new OriginOptions();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            Board wanted = Board.named(board);
            Origin from = origin.of(trust);
            Sources sources = Sources.at(Path.of(System.getProperty("lintel.home", ".")), Version.text());
            Path target = out == null ? Path.of("lintel-" + sources.version() + "-" + board + ".bundle") : out;
            Bundled made = new Images(sources, new SystemTime(), progress::show)
                    .fresh(origin.fresh)
                    .reproducible(origin.reproducible)
                    .bundle(wanted, from, target);
            progress.clear();
            output.print(json(made), _ -> text(made));
            return 0;
        } catch (ImageException | PackException | UpdateException e) {
            progress.clear();
            throw new CommandFailed("lintel bundle build: " + e.getMessage());
        }
    }

    private static String text(Bundled made) {
        Manifest manifest = made.manifest();
        return String.format(
                Locale.ROOT,
                "%s: Lintel %s, %.0f MB, made in %.0f s, to be installed before %s%n  %s%n  %s%n  %s%n"
                        + "  not signed yet: lintel bundle sign",
                manifest.board(),
                manifest.version(),
                manifest.bundleBytes() / MB,
                made.seconds(),
                manifest.expires(),
                made.debian().words(),
                made.bundle(),
                made.sbom());
    }

    private static Map<String, @Nullable Object> json(Bundled made) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("board", made.manifest().board());
        json.put("version", made.manifest().version());
        json.put("release", made.manifest().release());
        json.put("bundle", made.bundle().toString());
        json.put("sbom", made.sbom().toString());
        json.put("debian", made.debian().day().toString());
        json.put("debian_asked", made.debian().unasked() == null);
        json.put("bytes", made.manifest().bundleBytes());
        json.put("seconds", made.seconds());
        return json;
    }
}
