package dev.lintel.tools;

import dev.lintel.controller.update.UpdateException;
import dev.lintel.tools.image.Board;
import dev.lintel.tools.image.BuildDifferences;
import dev.lintel.tools.image.ImageException;
import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Trees;
import dev.lintel.tools.pack.TwoBuilds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel release compare`.
@Command(
        name = "compare",
        description = {
            "Builds a commit twice, in clones whose folders, time zones and languages differ, and compares the"
                    + " packages byte for byte, with --board also an image and a bundle. Names the first difference and"
                    + " ends with 1 if there is one.",
            "With the SHA-256 of each file that it prints, anybody can compare their own build with a published"
                    + " release: use the same JDK 25 and the same version of Debian's JDK, which the package names.",
            "With two files it compares these: images, bundles or other files of one name. Of images and bundles it"
                    + " names the partition and the file in it that differs. Signatures of a bundle may differ."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  ./lintel release compare",
            "  ./lintel release compare v0.2.0 --arch arm64",
            "  ./lintel release compare --jars               without packages: some minutes, no network",
            "  ./lintel release compare --arch amd64 --board amd64   also an image and a bundle: 20 minutes",
            "  lintel release compare lintel-0.2.0-rpi.img mine/lintel-0.2.0-rpi.img"
        })
final class ReleaseCompareCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "COMMIT|FILE",
            arity = "0..2",
            description = "A commit, branch or tag (default: HEAD), or two files.")
    List<String> compared = new ArrayList<>();

    @Option(names = "--arch", split = ",", paramLabel = "ARCH", description = "amd64, arm64 or both (default: both).")
    List<String> arches = new ArrayList<>();

    @Option(names = "--jars", description = "Compare only the jars and native libraries that packages are made from.")
    boolean jars;

    @Option(
            names = "--board",
            split = ",",
            paramLabel = "BOARD",
            description =
                    "Also compare an image and a bundle for each of these boards. Each build downloads Debian itself.")
    List<String> boards = new ArrayList<>();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        if (compared.size() == 2) return files(Path.of(compared.getFirst()), Path.of(compared.getLast()));
        var progress = new TerminalProgress(output.spec);
        try {
            TwoBuilds.Same same = builds(compared.isEmpty() ? "HEAD" : compared.getFirst(), progress);
            progress.clear();
            output.print(json(same), _ -> text(same));
            return 0;
        } catch (ImageException | PackException | UpdateException e) {
            progress.clear();
            throw new CommandFailed("lintel release compare: " + e.getMessage());
        } catch (IOException e) {
            progress.clear();
            throw new CommandFailed("lintel release compare: " + GivenFile.reason(e));
        }
    }

    private TwoBuilds.Same builds(String revision, TerminalProgress progress) throws IOException {
        if (Files.isRegularFile(Path.of(revision))) {
            throw new CommandFailed(
                    "lintel release compare: name the file to compare with " + revision + ", or a commit");
        }
        Path home = Path.of(System.getProperty("lintel.home", "."));
        if (!Files.exists(home.resolve(".git"))) {
            throw new CommandFailed(
                    "lintel release compare: builds are compared in a checkout; " + home + " is not one");
        }
        if (jars && !(arches.isEmpty() && boards.isEmpty()))
            throw new CommandFailed("lintel release compare: --jars excludes --arch and --board");
        var wanted = new ArrayList<String>();
        for (String arch : arches) wanted.add(Arch.named(arch).debian());
        if (!jars && arches.isEmpty()) for (Arch arch : Arch.values()) wanted.add(arch.debian());
        for (String board : boards) Board.named(board);
        return new TwoBuilds(home, progress::show, BuildDifferences::first)
                .make(revision, new TwoBuilds.Wanted(wanted, boards));
    }

    private int files(Path one, Path other) {
        try {
            for (Path file : List.of(one, other)) {
                if (!Files.isRegularFile(file))
                    throw new CommandFailed("lintel release compare: " + file + " is not a file");
            }
            if (jars || !arches.isEmpty() || !boards.isEmpty())
                throw new CommandFailed(
                        "lintel release compare: --jars, --arch and --board are for a commit, not for two files");
            String different = BuildDifferences.first(one, other);
            if (different != null)
                throw new CommandFailed("lintel release compare: " + one + " and " + other + " differ: " + different);
            boolean signatures = Files.mismatch(one, other) >= 0;
            String sum = Trees.sha256(one);
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("identical", true);
            json.put("signatures_differ", signatures);
            json.put("sha256", sum);
            String except = signatures ? " except for their signatures" : ":\n" + sum;
            output.print(json, _ -> one + " and " + other + " are identical" + except);
            return 0;
        } catch (ImageException | PackException | UpdateException e) {
            throw new CommandFailed("lintel release compare: " + e.getMessage());
        } catch (IOException e) {
            throw new CommandFailed("lintel release compare: " + GivenFile.reason(e));
        }
    }

    private static String text(TwoBuilds.Same same) {
        var text = new StringBuilder("Two builds of " + same.commit() + " are identical:");
        same.files()
                .forEach((name, sum) ->
                        text.append('\n').append(sum).append("  ").append(name));
        return text.toString();
    }

    private static Map<String, @Nullable Object> json(TwoBuilds.Same same) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("commit", same.commit());
        json.put("identical", true);
        json.put("files", same.files());
        return json;
    }
}
