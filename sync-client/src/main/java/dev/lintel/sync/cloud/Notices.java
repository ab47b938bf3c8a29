package dev.lintel.sync.cloud;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Tells each problem once, until it is gone and comes back. One thread tells, any asks.
final class Notices {
    private final Words words;
    private volatile Set<String> standing = Set.of();

    Notices(Words words) {
        this.words = words;
    }

    /// All that are problems now.
    void set(List<String> sentences) {
        var now = new LinkedHashSet<>(sentences);
        for (String sentence : now) if (!standing.contains(sentence)) words.problem(sentence);
        for (String sentence : standing) if (!now.contains(sentence)) words.mended(sentence);
        standing = now;
    }

    List<String> standing() {
        return List.copyOf(standing);
    }
}
