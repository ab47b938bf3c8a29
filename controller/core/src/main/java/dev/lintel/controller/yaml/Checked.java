package dev.lintel.controller.yaml;

import java.util.List;

/// What a file held: a value without any fault, or every fault found and no value.
public sealed interface Checked<T> {
    /// Nothing is wrong.
    record Valid<T>(T value) implements Checked<T> {}

    /// At least one fault, by line.
    record Faulty<T>(List<Fault> faults) implements Checked<T> {
        public Faulty {
            faults = List.copyOf(faults);
        }
    }
}
