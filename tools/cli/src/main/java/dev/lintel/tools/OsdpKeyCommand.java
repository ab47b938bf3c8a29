package dev.lintel.tools;

import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel osdp key`: makes a reader's key file. Needs no running process; the key is never printed.
@Command(
        name = "key",
        description = {
            "Makes a base key (SCBK) for one reader, as a file that only its owner may read.",
            "controller.yaml names it at the reader: key: secret:NAME. It holds from the next start on."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel osdp key reader-1                        a random key",
            "  lintel osdp key reader-1 --hex-stdin <key.txt   the key that the reader has already"
        })
final class OsdpKeyCommand implements Callable<Integer> {
    private static final int LINE_CHARS_MAX = 128;

    @Parameters(paramLabel = "NAME", description = "Small letters, digits and '-': the file's name.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    String name;

    @Option(names = "--hex-stdin", description = "Reads the key, 32 hex digits, from standard input.")
    boolean hexStdin;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        KeyFiles files = KeyFiles.of(data.folder);
        Path file = files.path(checkedName());
        if (files.exists(name)) throw new CommandFailed(file + " is there already: remove it to make another");
        try {
            if (hexStdin) files.write(name, entered());
            else files.make(name).wipe();
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be written: " + e.getMessage());
        }
        String secret = KeyFiles.secret(name);
        Map<String, @Nullable Object> answer = Map.of("file", file.toString(), "key", secret);
        output.print(answer, _ -> file + " is made; name it at its reader in controller.yaml: key: " + secret);
        return 0;
    }

    private String checkedName() {
        try {
            KeyFiles.checkName(name);
            return name;
        } catch (IllegalArgumentException e) { // in words
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    private byte[] entered() {
        List<String> lines = new ArrayList<>();
        StandardInput.lines(output.spec.commandLine(), LINE_CHARS_MAX, lines::add);
        String hex = lines.isEmpty() ? "" : lines.getFirst().strip();
        try {
            Scbk.ofHex(hex).wipe(); // throws in words when it is none, or one that anybody would try first
            return hex.getBytes(StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            throw new CommandFailed("standard input: " + e.getMessage());
        }
    }
}
