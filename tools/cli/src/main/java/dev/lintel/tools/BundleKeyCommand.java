package dev.lintel.tools;

import dev.lintel.controller.update.SigningKey;
import dev.lintel.controller.update.UpdateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel bundle key`.
@Command(
        name = "key",
        description = {
            "Makes an Ed25519 key that bundles and releases are signed with: FILE for the one who signs (0600, PEM),"
                    + " and in the same folder the public half as NAME.pub, which goes into 'lintel bundle trust'.",
            "Make it on a machine without a network and keep it there: whoever has it makes versions that boxes take.",
            "OpenSSL's keys are as good: openssl genpkey -algorithm ed25519."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel bundle key release-2027.pem --encrypt"})
final class BundleKeyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A file that is not there yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(
            names = "--encrypt",
            description = "Ask for a passphrase, which is needed to sign: 'lintel release sign' takes no other key.")
    boolean encrypt;

    @Mixin
    PassphraseOption passphrase = new PassphraseOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            String name = String.valueOf(file.getFileName()).replaceFirst("[.].*", "");
            Path open = file.resolveSibling(name + ".pub");
            if (Files.exists(file)) throw new CommandFailed(file + " is there already: it is not written over");
            if (Files.exists(open)) throw new CommandFailed(open + " is there already: it is not written over");
            SigningKey key = SigningKey.make(name);
            if (encrypt || passphrase.file != null) key.write(file, passphrase.chosen(output));
            else key.write(file);
            Files.writeString(open, key.trusted().pem(), StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW);
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("key", file.toString());
            json.put("public", open.toString());
            json.put("id", key.trusted().id());
            output.print(
                    json,
                    _ -> file + ": the key itself, " + key.trusted().id() + "; keep it off every network\n" + open
                            + ": its public half, for lintel bundle trust");
            return 0;
        } catch (UpdateException | IOException e) {
            throw new CommandFailed("lintel bundle key: " + e.getMessage());
        }
    }
}
