package dev.lintel.controller.yaml;

import java.util.List;

/// A value of a YAML file with the line it starts at (from 1). Immutable; aliases share nodes.
sealed interface YamlNode {
    int line();

    /// Nodes in it, itself included, with what aliases expand to.
    long size();

    /// A single value as written, without its quotes. `plain`: it had none.
    record Scalar(int line, String text, boolean plain) implements YamlNode {
        @Override
        public long size() {
            return 1;
        }

        boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }
    }

    record Sequence(int line, long size, List<YamlNode> items) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /// Keys are unique and in the file's order.
    record Mapping(int line, long size, List<Entry> entries) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
        }
    }

    record Entry(int line, String key, YamlNode value) {}

    /// The word for what it is, in faults.
    default String kind() {
        return switch (this) {
            case Scalar s -> s.isNull() ? "nothing" : "a single value";
            case Sequence _ -> "a list";
            case Mapping _ -> "keys with values";
        };
    }
}
