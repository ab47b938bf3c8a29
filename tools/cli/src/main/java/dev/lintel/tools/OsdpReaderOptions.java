package dev.lintel.tools;

import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Scbk;
import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which reader a tool speaks with: its line, its address, its key.
final class OsdpReaderOptions {
    private static final int LINE_CHARS_MAX = 128;

    @Mixin
    OsdpPortOptions line = new OsdpPortOptions();

    @Option(
            names = "--address",
            paramLabel = "N",
            description = "The reader's address, 0 to 126, or 127 for the only one on its line (default: 0).")
    int address;

    @Option(
            names = "--key",
            paramLabel = "FILE|-|HEX",
            description = {
                "The reader's base key, 32 hex digits: in a file, or - for the first line of standard input.",
                "Given as digits, others on this machine can see it while the command runs."
            })
    @Nullable
    String key;

    @Option(names = "--scbk-d", description = "Speak with SCBK-D, the key every new reader has and everybody knows.")
    boolean standardKey;

    int checkedAddress() {
        return checked("--address", address, OsdpFrame.ADDRESS_ANY);
    }

    int checked(String option, int number, int most) {
        if (number >= 0 && number <= most) return number;
        throw misused("Invalid value for option '" + option + "': must be 0 to " + most + ", not " + number);
    }

    /// The key to speak with, or null for a plain line.
    @Nullable
    Scbk scbk() {
        if (standardKey && key != null) throw misused("--key and --scbk-d exclude each other");
        if (standardKey) return Scbk.standard();
        if (key == null) return null;
        var source = new KeySource(key);
        source.warn(line.spec.commandLine().getErr());
        try (var in = new BufferedReader(StandardInput.reader(line.spec.commandLine()))) {
            return source.read(new CappedLines(in, LINE_CHARS_MAX));
        } catch (IOException e) {
            throw new CommandFailed("standard input cannot be read: " + e.getMessage());
        }
    }

    ParameterException misused(String message) {
        return new ParameterException(line.spec.commandLine(), message);
    }
}
