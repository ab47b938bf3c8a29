package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.ReleaseList;
import dev.lintel.controller.update.ReleaseList.Listed;
import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel verify`.
@Command(
        name = "verify",
        description = {
            "Checks downloaded packages, images and bundles: whether the project signed them, and whether they are"
                    + " whole.",
            "It reads the signed list of the release, lintel-VERSION.release, in the folder of FILE. It refuses a"
                    + " release that is past its date or older than what is installed here. Several files have to be of"
                    + " one release."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel verify lintel_0.2.0_arm64.deb",
            "  lintel verify lintel-0.2.0-rpi.img --trust trust.json"
        })
final class VerifyCommand implements Callable<Integer> {
    /// More than a trust file has.
    private static final int TRUST_BYTES_MAX = 64 * 1024;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "What was downloaded.")
    List<Path> files = new ArrayList<>();

    @Option(names = "--release", paramLabel = "FILE", description = "The signed list (default: in the folder of FILE).")
    @Nullable
    Path release;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "The keys to trust (default: those of this box, else those of this installation).")
    @Nullable
    Path trust;

    @Option(names = "--allow-older", description = "Accept a release that is past its date or older than this one.")
    boolean allowOlder;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            Path listFile = release == null ? listFor(files.getFirst()) : release;
            ReleaseList list = ReleaseList.read(listFile);
            list.requireSigned(trusted());
            if (!allowOlder) list.requireCurrent(new SystemTime().now(), installed());
            var found = new ArrayList<Listed>();
            for (Path file : files) found.add(list.check(file));
            for (int i = 0; i < found.size(); i++) {
                Path file = files.get(i);
                Listed one = found.get(i);
                output.print(
                        json(file, one, list),
                        _ -> file + ": signed, whole, Lintel " + list.version() + " of " + list.built()
                                + contents(one, list));
            }
            return 0;
        } catch (UpdateException e) {
            throw new CommandFailed("lintel verify: " + e.getMessage());
        } catch (IOException e) {
            throw new CommandFailed("lintel verify: " + GivenFile.reason(e));
        }
    }

    private static String contents(Listed one, ReleaseList list) {
        String sbom = list.sbomOf(one);
        return sbom == null ? "" : "; its SBOM is " + sbom;
    }

    /// The list in the file's folder. Of several, the one that has the file's version in its name.
    private static Path listFor(Path file) throws IOException {
        if (!Files.isRegularFile(file)) throw new CommandFailed("lintel verify: " + file + " is not a file");
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null) throw new CommandFailed("lintel verify: " + file + " is not a file");
        List<Path> lists;
        try (Stream<Path> all = Files.list(folder)) {
            lists = all.filter(one -> one.toString().endsWith(ReleaseList.SUFFIX))
                    .sorted()
                    .toList();
        }
        if (lists.isEmpty()) {
            throw new CommandFailed("lintel verify: " + file + " has no signature: download lintel-VERSION"
                    + ReleaseList.SUFFIX + " of its release into the same folder, or name it with --release");
        }
        if (lists.size() == 1) return lists.getFirst();
        String name = file.getFileName().toString();
        for (Path list : lists) {
            String version =
                    list.getFileName().toString().replaceFirst("^lintel-", "").replace(ReleaseList.SUFFIX, "");
            if (name.startsWith("lintel-" + version + "-") || name.startsWith("lintel_" + version + "_")) return list;
        }
        throw new CommandFailed(
                "lintel verify: " + folder + " has the lists of several releases: name one with --release");
    }

    private Trust trusted() throws IOException {
        if (trust != null) return read(trust);
        Trust box = new Installer(Path.of("/"), new SystemTime(), _ -> {}).trusted();
        if (box != null) return box;
        Path shipped = home().resolve("trust.json");
        if (Files.exists(shipped)) return read(shipped);
        throw new CommandFailed("lintel verify: no trusted keys are known here: name the project's with --trust FILE");
    }

    private static Trust read(Path file) throws IOException {
        return Trust.parse(new String(GivenFile.read(file, TRUST_BYTES_MAX), StandardCharsets.UTF_8));
    }

    /// What is installed here: an image's version, or a package's. Null in a checkout.
    private static @Nullable Release installed() {
        if (Files.exists(Path.of("/").resolve(Release.FILE))) return Release.of(Path.of("/"));
        Path packaged = home().resolve("release.json");
        return Files.exists(packaged) ? Release.read(packaged) : null;
    }

    private static Path home() {
        return Path.of(System.getProperty("lintel.home", "."));
    }

    private static Map<String, @Nullable Object> json(Path file, Listed one, ReleaseList list) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("file", file.toString());
        json.put("name", one.name());
        json.put("sha256", one.sha256());
        json.put("version", list.version());
        json.put("number", list.number());
        json.put("built", list.built().toString());
        json.put("sbom", list.sbomOf(one));
        return json;
    }
}
