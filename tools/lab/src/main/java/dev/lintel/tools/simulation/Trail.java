package dev.lintel.tools.simulation;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The last things that happened, put into words only when somebody reads them.
final class Trail {
    /// Enough for what leads to a fault; more is a run with every line shown.
    private static final int LINES_MAX = 60;

    private final ArrayDeque<Supplier<String>> lines = new ArrayDeque<>();
    private final @Nullable Consumer<String> show;

    /// `show` gets every line as it is made, or is null.
    Trail(@Nullable Consumer<String> show) {
        this.show = show;
    }

    void add(Supplier<String> line) {
        if (lines.size() == LINES_MAX) lines.removeFirst();
        lines.addLast(line);
        if (show != null) show.accept(line.get());
    }

    List<String> lines() {
        return lines.stream().map(Supplier::get).toList();
    }
}
