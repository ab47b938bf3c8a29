package dev.lintel.tools;

import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel bundle verify`.
@Command(
        name = "verify",
        description = {
            "Looks whether a bundle is whole, and with --trust whether boxes with those keys take its signatures.",
            "Every file is read, unpacked and compared with what is signed."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel bundle verify lintel-0.2.0-amd64.bundle --trust trust.json"})
final class BundleVerifyCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Parameters(paramLabel = "FILE", description = "A bundle.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(names = "--trust", paramLabel = "FILE", description = "The keys that boxes trust.")
    @Nullable
    Path trust;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try (Bundle bundle = Bundle.open(file)) {
            if (trust != null) bundle.requireSigned(Trust.parse(Files.readString(trust)));
            progress.show("reading the files");
            bundle.requireWhole(_ -> {});
            for (Manifest.Part part : Manifest.Part.values()) {
                progress.show("unpacking " + part.title());
                bundle.unpack(part, _ -> {});
            }
            progress.clear();
            output.print(json(bundle), _ -> text(bundle));
            return 0;
        } catch (UpdateException | IOException e) {
            progress.clear();
            throw new CommandFailed("lintel bundle verify: " + e.getMessage());
        }
    }

    private String text(Bundle bundle) {
        Manifest manifest = bundle.manifest();
        String signed = trust == null
                ? bundle.signatureCount() + " signatures, not checked: say --trust FILE"
                : "signed by keys of " + trust;
        return String.format(
                Locale.ROOT,
                "%s: whole, Lintel %s for %s, built %s, to be installed before %s, %.0f MB%n%s",
                file,
                manifest.version(),
                manifest.board(),
                manifest.built(),
                manifest.expires(),
                manifest.bundleBytes() / MB,
                signed);
    }

    private Map<String, @Nullable Object> json(Bundle bundle) {
        Manifest manifest = bundle.manifest();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("bundle", file.toString());
        json.put("version", manifest.version());
        json.put("release", manifest.release());
        json.put("board", manifest.board());
        json.put("built", manifest.built().toString());
        json.put("expires", manifest.expires().toString());
        json.put("schemas", manifest.schemas());
        json.put("bytes", manifest.bundleBytes());
        json.put("signatures", bundle.signatureCount());
        json.put("trusted", trust == null ? null : true);
        return json;
    }
}
