package dev.lintel.tools;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.controller.yaml.Scalars;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--config FILE`, for commands that know the card formats of `controller.yaml` besides those of the table.
final class ConfigOption {
    @Option(names = "--config", paramLabel = "FILE", description = "Take the formats of this controller.yaml too.")
    @Nullable
    Path file;

    private @Nullable List<CardFormat> all;

    /// The table's formats and then the file's. Throws [CommandFailed] with every fault of the file.
    List<CardFormat> all() {
        List<CardFormat> known = all;
        if (known != null) return known;
        var formats = new ArrayList<>(CardFormats.all());
        if (file != null) {
            switch (ConfigFile.load(file)) {
                case Checked.Valid<ControllerConfig>(ControllerConfig config) -> formats.addAll(config.formats());
                case Checked.Faulty<ControllerConfig>(List<Fault> faults) ->
                    throw new CommandFailed(
                            faults.stream().map(Fault::toString).collect(Collectors.joining(System.lineSeparator())));
            }
        }
        all = List.copyOf(formats);
        return all;
    }

    /// Throws `IllegalArgumentException` in words when there is no such format.
    CardFormat format(String name) {
        var names = new ArrayList<String>();
        for (CardFormat format : all()) {
            if (format.name().equals(name)) return format;
            names.add(format.name());
        }
        String near = Scalars.nearest(name, names);
        String hint = near == null ? "; 'lintel card formats' lists them" : "; did you mean '" + near + "'?";
        throw new IllegalArgumentException("unknown card format '" + name + "'" + hint);
    }
}
