package dev.lintel.tools;

import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.ReleaseList;
import dev.lintel.controller.update.ReleaseList.Kind;
import dev.lintel.controller.update.ReleaseList.Listed;
import dev.lintel.controller.update.SigningKey;
import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel release sign`.
@Command(
        name = "sign",
        description = {
            "Signs a release: each bundle in DIR, and then a list of all packages, images, bundles and SBOMs in it,"
                    + " which it writes as DIR/lintel-VERSION.release. Publish that file with the others.",
            "Run it on a machine without a network. The key needs a passphrase, and a file that only its owner can"
                    + " read.",
            "Where more than one key has to sign, run it again with the next key: it adds a signature."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel release sign release --key release.pem"})
final class ReleaseSignCommand implements Callable<Integer> {
    private static final int DAYS = 365;
    private static final int DAYS_MAX = 3650;
    private static final Pattern NAME = Pattern.compile("lintel[-_]([0-9][A-Za-z0-9.+~]*)[-_].*");
    /// The first entry of an ar archive (`man 5 ar`): its time is the build's, in seconds.
    private static final Pattern DEB = Pattern.compile("!<arch>\n.{16}([0-9]{1,12}) *.*", Pattern.DOTALL);

    private static final int DEB_HEAD_BYTES = 8 + 16 + 12;

    @Parameters(paramLabel = "DIR", description = "The folder with all files of the release.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path folder;

    @Option(names = "--key", split = ",", required = true, paramLabel = "KEY", description = "Keys that sign it.")
    List<Path> keys = new ArrayList<>();

    @Option(names = "--trust", split = ",", paramLabel = "FILE", description = "Newer trusted keys, in order.")
    List<Path> trust = new ArrayList<>();

    @Option(
            names = "--expires",
            paramLabel = "DAYS",
            description = "So long after its build it may be installed (default: 365).")
    int days = DAYS;

    @Mixin
    PassphraseOption passphrase = new PassphraseOption();

    @Mixin
    Output output = new Output();

    /// When the newest file was built, and the number that orders releases.
    private record Built(Instant time, long number) {}

    @Override
    public Integer call() {
        try {
            if (days < 1 || days > DAYS_MAX) throw new CommandFailed("--expires is 1 to " + DAYS_MAX + " days");
            List<Path> files = files();
            String version = version(files);
            Path target = folder.resolve("lintel-" + version + ReleaseList.SUFFIX);
            List<SigningKey> signing = KeyToSign.readEncrypted(keys, passphrase, output);
            var bring = new ArrayList<Trust>();
            for (Path one : trust) bring.add(Trust.parse(Files.readString(one)));
            for (Path file : files) {
                if (Kind.of(file.toString()) == Kind.BUNDLE) Bundle.sign(file, signing, bring);
            }
            Built built = built(files);
            var listed = files.stream().map(Listed::of).toList();
            ReleaseList list = ReleaseList.make(
                    version, built.number(), built.time(), built.time().plus(Duration.ofDays(days)), listed);
            if (Files.exists(target)) list = added(target, list);
            if (!bring.isEmpty()) list = list.bring(bring);
            for (SigningKey key : signing) list = list.sign(key);
            Path part = target.resolveSibling(target.getFileName() + ".part");
            Files.writeString(part, list.write());
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            print(target, list);
            return 0;
        } catch (UpdateException e) {
            throw new CommandFailed("lintel release sign: " + e.getMessage());
        } catch (IOException e) {
            throw new CommandFailed("lintel release sign: " + GivenFile.reason(e));
        }
    }

    /// The list that is there, which gets one more signature. A bundle changes by each signature, and the list
    /// with it: all keys have to sign such a release in one call.
    private static ReleaseList added(Path target, ReleaseList now) {
        ReleaseList before = ReleaseList.read(target);
        if (before.lists(now)) return before;
        throw new UpdateException(target + " lists other files than those in the folder: if the release was changed,"
                + " remove it and sign again. Of a release with bundles all keys sign in one call: --key A,B");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(file -> Kind.of(file.toString()) != null)
                    .sorted()
                    .toList();
            if (files.isEmpty()) throw new CommandFailed("there is no package, image or bundle in " + folder);
            return files;
        }
    }

    private String version(List<Path> files) {
        var versions = new TreeSet<String>();
        for (Path file : files) {
            Matcher name = NAME.matcher(file.getFileName().toString());
            if (!name.matches()) throw new CommandFailed(file + " is not named like a file of a release");
            versions.add(name.group(1));
        }
        if (versions.size() > 1) {
            throw new CommandFailed(folder + " has files of more than one version: " + String.join(", ", versions));
        }
        return versions.first();
    }

    /// From the files themselves: the clock of an offline machine may be wrong.
    private static Built built(List<Path> files) throws IOException {
        long seconds = 0;
        long number = 0;
        for (Path file : files) {
            Kind kind = Kind.of(file.toString());
            if (kind == Kind.DEB) {
                long deb = debSeconds(file);
                seconds = Math.max(seconds, deb);
                number = Math.max(number, deb);
            } else if (kind == Kind.BUNDLE) {
                try (Bundle bundle = Bundle.open(file)) {
                    Manifest manifest = bundle.manifest();
                    seconds = Math.max(seconds, manifest.built().getEpochSecond());
                    number = Math.max(number, manifest.release());
                }
            }
        }
        if (number == 0) throw new CommandFailed("no file says when it was built: a release needs a .deb or a bundle");
        return new Built(Instant.ofEpochSecond(seconds), number);
    }

    private static long debSeconds(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            Matcher head = DEB.matcher(new String(in.readNBytes(DEB_HEAD_BYTES), StandardCharsets.ISO_8859_1));
            if (!head.matches()) throw new CommandFailed(file + " is not a Debian package");
            return Long.parseLong(head.group(1));
        }
    }

    private void print(Path target, ReleaseList list) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("release", target.toString());
        json.put("version", list.version());
        json.put("number", list.number());
        json.put("files", list.files().size());
        json.put("signatures", list.signatureCount());
        output.print(
                json,
                _ -> target + ": Lintel " + list.version() + ", " + list.files().size() + " files, "
                        + list.signatureCount() + " signature" + (list.signatureCount() == 1 ? "" : "s"));
    }
}
