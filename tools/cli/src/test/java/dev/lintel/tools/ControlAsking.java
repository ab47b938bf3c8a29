package dev.lintel.tools;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Asks the process that runs on a data folder, as the commands do, for tests in other packages.
public final class ControlAsking {
    private ControlAsking() {}

    public static Map<String, @Nullable Object> ask(Path folder, Map<String, ? extends @Nullable Object> request) {
        return new ControlClient(folder).askOne(request);
    }
}
