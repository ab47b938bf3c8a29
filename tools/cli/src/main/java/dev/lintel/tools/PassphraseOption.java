package dev.lintel.tools;

import dev.lintel.controller.backup.Backups;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The passphrase of a backup or a key: from a file, else asked for at the terminal or read as a line of
/// standard input; never from the command line, which others on this machine can see.
final class PassphraseOption {
    /// Longer than any passphrase.
    private static final long BYTES_MAX = 4096;

    @Option(names = "--passphrase-file", paramLabel = "F", description = "The passphrase, in a file's first line.")
    @Nullable
    Path file;

    /// One that somebody chooses now: asked for twice at a terminal. Throws [CommandFailed].
    String chosen(Output output) {
        if (file != null) return fromFile(file);
        var input = new SecretInput(output);
        String first = input.read("Passphrase (at least " + Backups.PASSPHRASE_MIN + " characters)");
        if (TerminalProgress.isTerminal() && !first.equals(input.read("Once more"))) {
            throw new CommandFailed("the two are not the same");
        }
        return first;
    }

    /// One that was chosen before. Throws [CommandFailed].
    String known(Output output) {
        return known(output, "Passphrase");
    }

    /// The same, asked for as `what`.
    String known(Output output, String what) {
        return file == null ? new SecretInput(output).read(what) : fromFile(file);
    }

    private static String fromFile(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) throw new CommandFailed(file + " is too large for a passphrase");
            String first = Files.readString(file, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
            if (first.isEmpty()) throw new CommandFailed(file + " has no passphrase in its first line");
            return first;
        } catch (IOException e) {
            throw new CommandFailed("the passphrase cannot be read: " + e.getMessage());
        }
    }
}
