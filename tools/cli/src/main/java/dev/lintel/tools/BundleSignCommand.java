package dev.lintel.tools;

import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.SigningKey;
import dev.lintel.controller.update.Trust;
import dev.lintel.controller.update.UpdateException;
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

/// `lintel bundle sign`.
@Command(
        name = "sign",
        description = {
            "Adds signatures to a bundle, after a look whether every file in it is the one that its manifest lists.",
            "--trust has it bring newer trusted keys along, for boxes that do not have them yet: each file that follows"
                    + " the one that boxes were built with, in order."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel bundle sign lintel-0.2.0-amd64.bundle --key release.pem",
            "  lintel bundle sign lintel-0.3.0-amd64.bundle --key new.pem --trust trust-2.json"
        })
final class BundleSignCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "What 'lintel bundle build' made.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    Path file;

    @Option(names = "--key", split = ",", required = true, paramLabel = "KEY", description = "Keys that sign it.")
    List<Path> keys = new ArrayList<>();

    @Option(names = "--trust", split = ",", paramLabel = "FILE", description = "Newer trusted keys, in order.")
    List<Path> trust = new ArrayList<>();

    @Mixin
    PassphraseOption passphrase = new PassphraseOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        try {
            List<SigningKey> signing = KeyToSign.read(keys, passphrase, output);
            var bring = new ArrayList<Trust>();
            for (Path one : trust) bring.add(Trust.parse(Files.readString(one)));
            Bundle.sign(file, signing, bring);
            try (Bundle signed = Bundle.open(file)) {
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("bundle", file.toString());
                json.put("version", signed.manifest().version());
                json.put("signatures", signed.signatureCount());
                output.print(
                        json,
                        _ -> file + ": Lintel " + signed.manifest().version() + " for "
                                + signed.manifest().board() + ", " + signed.signatureCount() + " signature"
                                + (signed.signatureCount() == 1 ? "" : "s"));
            }
            return 0;
        } catch (UpdateException | IOException e) {
            throw new CommandFailed("lintel bundle sign: " + e.getMessage());
        }
    }
}
