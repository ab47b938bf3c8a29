package dev.lintel.tools;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// `--data D`, which every command takes that speaks with the running process or looks at its folder.
final class DataOption {
    @Option(
            names = "--data",
            paramLabel = "D",
            description = "The data folder (default: ./data; of an installed box /var/lib/lintel).")
    Path folder = Path.of(System.getProperty("lintel.data", "./data"));
}
