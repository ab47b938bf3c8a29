package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.SigningKey;
import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.TrustedKey;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel bundle trust`.
@Command(
        name = "trust",
        description = {
            "Says which keys boxes trust, and how many of them have to sign.",
            "With --keys it makes the first such file, or with --after the one that follows another: a key that is lost"
                    + " or stolen is left out there. That one is signed by as many of the old keys as the old file"
                    + " asks for and by as many of its own; call it again with --sign-with on FILE to add signatures.",
            "On a box, FILE alone has the box trust those keys from now on; bundles bring it along as well.",
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel bundle trust --keys release.pub --sign-with release.pem --out trust.json",
            "  lintel bundle trust --keys a.pub,b.pub,c.pub --threshold 2 --sign-with a.pem,b.pem \\",
            "      --out trust.json",
            "  lintel bundle trust --after trust.json --keys b.pub,d.pub --sign-with b.pem,d.pem \\",
            "      --out trust-2.json",
            "  lintel bundle trust trust-2.json                          on a box, as root"
        })
final class BundleTrustCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "0..1", description = "On a box: take these keys.")
    @Nullable
    Path file;

    @ArgGroup(exclusive = false, heading = "%nMaking one:%n")
    @Nullable
    Making making;

    @Mixin
    PassphraseOption passphrase = new PassphraseOption();

    @Mixin
    Output output = new Output();

    /// What is needed to make a file.
    static final class Making {
        @Option(
                names = "--keys",
                split = ",",
                paramLabel = "PUB",
                description = "The public halves, as 'bundle key' or 'openssl pkey -pubout' makes them.")
        List<Path> keys = new ArrayList<>();

        @Option(names = "--threshold", paramLabel = "N", description = "So many of them must sign (default: 1).")
        int threshold = 1;

        @Option(names = "--after", paramLabel = "OLD", description = "The file that boxes have now.")
        @Nullable
        Path after;

        @Option(names = "--sign-with", split = ",", paramLabel = "KEY", description = "Keys that sign it now.")
        List<Path> signWith = new ArrayList<>();

        @Option(
                names = "--out",
                paramLabel = "FILE",
                required = true,
                description = "Where it goes; without --keys it is a file that gets more signatures.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Path out;
    }

    @Override
    public Integer call() {
        try {
            if ((file == null) == (making == null)) {
                throw new CommandFailed("say FILE on a box, or --keys and --out to make one: see --help");
            }
            if (file != null) {
                print(new Installer(Path.of("/"), new SystemTime(), _ -> {}).trust(file), file, null);
            } else if (making != null) {
                make(making);
            }
            return 0;
        } catch (UpdateException | IOException e) {
            throw new CommandFailed("lintel bundle trust: " + e.getMessage());
        }
    }

    private void make(Making asked) throws IOException {
        Trust before = asked.after == null ? null : Trust.parse(Files.readString(asked.after));
        Trust trust;
        if (asked.keys.isEmpty()) {
            trust = Trust.parse(Files.readString(asked.out));
        } else {
            if (Files.exists(asked.out))
                throw new CommandFailed(asked.out + " is there already: it is not written over");
            var keys = new ArrayList<TrustedKey>();
            for (Path key : asked.keys) keys.add(TrustedKey.read(key));
            if (asked.threshold < 1 || asked.threshold > keys.size()) {
                throw new CommandFailed("--threshold is 1 to " + keys.size() + ", the number of keys");
            }
            trust = Trust.make(before == null ? 1 : before.number() + 1, asked.threshold, keys);
        }
        for (SigningKey key : KeyToSign.read(asked.signWith, passphrase, output)) trust = trust.sign(key);
        Files.writeString(asked.out, trust.write());
        print(trust, asked.out, before);
    }

    private void print(Trust trust, Path where, @Nullable Trust before) {
        boolean own = trust.isSignedBy(trust);
        boolean old = before == null || trust.isSignedBy(before);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("number", trust.number());
        json.put("threshold", trust.threshold());
        json.put("keys", trust.keys().stream().map(TrustedKey::id).toList());
        json.put("complete", own && old);
        output.print(json, _ -> {
            String keys = trust.keys().stream()
                    .map(key -> key.name() + " (" + key.id() + ")")
                    .collect(Collectors.joining(", "));
            String signed = own ? "signed by itself" : "not yet signed by " + trust.threshold() + " of its own keys";
            String after = old ? "" : "\nnot yet signed by as many of the old keys as the old file asks for";
            return where + ": trusted keys number " + trust.number() + ", " + trust.threshold() + " of "
                    + trust.keys().size() + " sign: " + keys + "\n" + signed + after;
        });
    }
}
