package dev.lintel.tools.bench;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Asks the process that runs on a data folder, as the other commands do. Given by the command line.
@FunctionalInterface
public interface Control {
    Map<String, @Nullable Object> ask(Path dataFolder, Map<String, ? extends @Nullable Object> request);
}
