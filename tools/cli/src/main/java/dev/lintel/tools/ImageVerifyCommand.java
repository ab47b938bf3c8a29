package dev.lintel.tools;

import dev.lintel.tools.image.ImageException;
import dev.lintel.tools.image.Verifier;
import dev.lintel.tools.image.Verifier.Whole;
import dev.lintel.tools.pack.PackException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `lintel image verify`.
@Command(
        name = "verify",
        description = {
            "Looks whether an image is whole: its table, its boot partition with what it names, its root.",
            "Compares every byte with the sum in FILE.sha256, which 'lintel image build' puts beside it. Without that"
                    + " file a change within a kernel or a program is not seen."
        },
        mixinStandardHelpOptions = true)
final class ImageVerifyCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Parameters(paramLabel = "FILE", description = "What 'lintel image build' made.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path image;

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var progress = new TerminalProgress(output.spec);
        try {
            Whole whole = new Verifier(progress::show).verify(image);
            progress.clear();
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("image", image.toString());
            json.put("version", whole.version());
            json.put("bytes", whole.bytes());
            json.put("sha256", whole.sha256());
            output.print(json, _ -> text(whole));
            return 0;
        } catch (ImageException | PackException e) {
            progress.clear();
            throw new CommandFailed("lintel image verify: " + e.getMessage());
        }
    }

    private String text(Whole whole) {
        String what = "Lintel " + whole.version() + ", " + Math.round(whole.bytes() / MB) + " MB";
        String sum = image.getFileName() + ".sha256";
        return whole.sha256() == null
                ? image + ": " + what + "; no " + sum + " beside it: structure looked at only"
                : image + ": whole, " + what + ", every byte as " + sum + " has it";
    }
}
