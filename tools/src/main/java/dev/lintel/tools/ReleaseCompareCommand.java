package dev.lintel.tools;

import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.PackException;
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
                    + " packages byte for byte. Names the first difference and ends with 1 if there is one.",
            "With the SHA-256 of each file that it prints, anybody can compare their own build with a published"
                    + " release: use the same JDK 25 and the same version of Debian's JDK, which the package names."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  ./lintel release compare",
            "  ./lintel release compare v0.2.0 --arch arm64",
            "  ./lintel release compare --jars               without packages: some minutes, no network"
        })
final class ReleaseCompareCommand implements Callable<Integer> {
    @Parameters(paramLabel = "COMMIT", arity = "0..1", description = "A commit, branch or tag (default: HEAD).")
    String revision = "HEAD";

    @Option(names = "--arch", split = ",", paramLabel = "ARCH", description = "amd64, arm64 or both (default: both).")
    List<String> arches = new ArrayList<>();

    @Option(names = "--jars", description = "Compare only the jars and native libraries that packages are made from.")
    boolean jars;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            Path home = Path.of(System.getProperty("lintel.home", "."));
            if (!Files.exists(home.resolve(".git"))) {
                throw new CommandFailed(
                        "lintel release compare: builds are compared in a checkout; " + home + " is not one");
            }
            if (jars && !arches.isEmpty())
                throw new CommandFailed("lintel release compare: --jars and --arch exclude each other");
            var wanted = new ArrayList<String>();
            for (String arch : arches) wanted.add(Arch.named(arch).debian());
            if (!jars && arches.isEmpty()) for (Arch arch : Arch.values()) wanted.add(arch.debian());
            TwoBuilds.Same same = new TwoBuilds(home, progress::show).make(revision, wanted);
            progress.clear();
            output.print(json(same), _ -> text(same));
            return 0;
        } catch (PackException e) {
            progress.clear();
            throw new CommandFailed("lintel release compare: " + e.getMessage());
        } catch (IOException e) {
            progress.clear();
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
