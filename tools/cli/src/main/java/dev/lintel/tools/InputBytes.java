package dev.lintel.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import picocli.CommandLine;

/// All bytes of what a command is given: a file, or standard input for `-`. Main thread.
final class InputBytes {
    private static final Path STANDARD_INPUT = Path.of("-");

    private InputBytes() {}

    /// Throws [CommandFailed] when it cannot be read or has more than `bytesMax` bytes.
    static byte[] read(CommandLine line, Path file, int bytesMax) {
        if (!file.equals(STANDARD_INPUT)) return GivenFile.read(file, bytesMax);
        try {
            InputStream in = StandardInput.bytes(line);
            byte[] bytes = in.readNBytes(bytesMax);
            if (in.read() < 0) return bytes;
            throw new CommandFailed("standard input has more than " + bytesMax + " bytes");
        } catch (IOException e) { // a terminal that went away
            throw new CommandFailed("standard input cannot be read: " + e.getMessage());
        }
    }

    /// Whether `file` stands for standard input or output.
    static boolean isStandard(Path file) {
        return file.equals(STANDARD_INPUT);
    }
}
