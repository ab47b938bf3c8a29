package dev.lintel.controller.config;

import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import dev.lintel.reader.hardware.HardwarePlan.BoxOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The named inputs and outputs of the box, which the `actions` of a site use. Immutable.
public record BoxPoints(List<NamedInput> inputs, List<NamedOutput> outputs) {
    public static final BoxPoints NONE = new BoxPoints(List.of(), List.of());

    /// Names of the box's own alarms, which are inputs of actions as well. No named input may have one of them.
    public static final Set<String> ALARMS = Set.of("fire", "power", "battery_low");

    public BoxPoints {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /// An input such as a bell push.
    ///
    /// @param wiredTo the output of this box that drives the input, or null: the check for loops follows this wire
    public record NamedInput(
            String name,
            LineSpec line,
            int debounceMs,
            @Nullable String wiredTo) {}

    /// An output such as an alarm relay.
    public record NamedOutput(String name, LineSpec line) {}

    /// The wires that lead from an output back to inputs: the inputs, by output.
    public Map<String, List<String>> wires() {
        Map<String, List<String>> wires = new TreeMap<>();
        for (NamedInput input : inputs) {
            if (input.wiredTo == null) continue;
            wires.computeIfAbsent(input.wiredTo, _ -> new ArrayList<>()).add(input.name);
        }
        return wires;
    }

    /// Whether the box has an output of that name.
    public boolean hasOutput(String name) {
        return outputs.stream().anyMatch(output -> output.name.equals(name));
    }

    /// Whether the box has a named input of that name.
    public boolean hasInput(String name) {
        return inputs.stream().anyMatch(input -> input.name.equals(name));
    }

    /// The same for the hardware provider.
    List<BoxInput> inputsOfPlan() {
        return inputs.stream()
                .map(input -> new BoxInput(BoxInput.Kind.NAMED, input.name, input.line))
                .toList();
    }

    /// As [#inputsOfPlan].
    List<BoxOutput> outputsOfPlan() {
        return outputs.stream()
                .map(output -> new BoxOutput(output.name, output.line))
                .toList();
    }
}
